// Repositories, tags and manifests of the registry (facts/azure-devops-and-acr.md 4.1 and 4.2).
import { param } from '../exchange.ts';
import type { LabAnswer, LabRequest } from '../exchange.ts';
import type { ImageRepository, Registry } from '../cases/schema.ts';
import { found, pageOf, unknownManifest, unknownName, unknownTag } from './answers.ts';

export function ping(): LabAnswer {
  return found({});
}

export function catalog(request: LabRequest, registry: Registry): LabAnswer {
  const names = Object.keys(registry.repositories ?? {}).toSorted();
  const { items, headers } = pageOf(request, names, (name) => name);
  return found({ repositories: items }, headers);
}

export function repository(request: LabRequest, registry: Registry): LabAnswer {
  return inRepository(request, registry, (images, imageName) => {
    const times = images.manifests.map((manifest) => manifest.createdTime).toSorted();
    const updates = [...images.manifests, ...images.tags].map((image) => image.lastUpdateTime).toSorted();
    return found({
      registry: registry.loginServer,
      imageName,
      createdTime: times[0],
      lastUpdateTime: updates.at(-1),
      manifestCount: images.manifests.length,
      tagCount: images.tags.length,
      changeableAttributes: { deleteEnabled: true, writeEnabled: true, readEnabled: true, listEnabled: true },
    });
  });
}

export function tags(request: LabRequest, registry: Registry): LabAnswer {
  return inRepository(request, registry, (images, imageName) => {
    const digest = request.query.get('digest');
    const kept = images.tags.filter(
      (tag) => tag.changeableAttributes.listEnabled && (digest === null || tag.digest === digest),
    );
    const { items, headers } = pageOf(
      request,
      ordered(request, kept, (tag) => tag.name),
      (tag) => tag.name,
    );
    return found({ registry: registry.loginServer, imageName, tags: items }, headers);
  });
}

export function tag(request: LabRequest, registry: Registry): LabAnswer {
  return inRepository(request, registry, (images, imageName) => {
    const known = images.tags.find(({ name }) => name === param(request, 'tag'));
    return known === undefined
      ? unknownTag()
      : found({ registry: registry.loginServer, imageName, tag: known });
  });
}

export function manifests(request: LabRequest, registry: Registry): LabAnswer {
  return inRepository(request, registry, (images, imageName) => {
    const kept = images.manifests.filter((manifest) => manifest.changeableAttributes.listEnabled);
    const digestOf = (manifest: { readonly digest: string }): string => manifest.digest;
    const { items, headers } = pageOf(request, ordered(request, kept, digestOf), digestOf);
    return found({ registry: registry.loginServer, imageName, manifests: items }, headers);
  });
}

export function manifest(request: LabRequest, registry: Registry): LabAnswer {
  return inRepository(request, registry, (images, imageName) => {
    const digest = param(request, 'digest');
    const known = images.manifests.find((candidate) => candidate.digest === digest);
    if (known === undefined) return unknownManifest(digest);
    return found({ registry: registry.loginServer, imageName, manifest: known });
  });
}

function inRepository(
  request: LabRequest,
  registry: Registry,
  answer: (images: ImageRepository, name: string) => LabAnswer,
): LabAnswer {
  const name = param(request, 'name');
  const images = registry.repositories?.[name];
  return images === undefined ? unknownName(name) : answer(images, name);
}

/** By name unless a time order is asked for. */
function ordered<T extends { readonly lastUpdateTime: string }>(
  request: LabRequest,
  items: readonly T[],
  nameOf: (item: T) => string,
): readonly T[] {
  const order = request.query.get('orderby');
  const sorted = items.toSorted((one, other) => {
    const byTime =
      order === 'timedesc' || order === 'timeasc'
        ? one.lastUpdateTime.localeCompare(other.lastUpdateTime)
        : 0;
    return byTime !== 0 ? byTime : nameOf(one) < nameOf(other) ? -1 : 1;
  });
  return order === 'timedesc' ? sorted.toReversed() : sorted;
}
