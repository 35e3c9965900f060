// The registry holds the image of the tag, for every platform of the cluster's nodes.
import { seededDigest } from '../seeded.ts';
import type { Cluster, Manifest, Pod, Registry } from './model.ts';
import { clustersOf, iso, objectsIn, type World } from './world.ts';

const ALLOWED = { deleteEnabled: true, writeEnabled: true, readEnabled: true, listEnabled: true };
const INDEX = 'application/vnd.oci.image.index.v1+json';
const PLAIN = 'application/vnd.docker.distribution.manifest.v2+json';

type ImageRepository = NonNullable<Registry['repositories']>[string];

export interface WantedImage {
  readonly repository: string;
  readonly tag: string;
  /** When it was pushed, if it has to be. */
  readonly at: number;
  readonly architectures: readonly string[];
  readonly alsoTagged: readonly string[];
  /** What the log of its run says. */
  readonly pushedDigest: string | null;
}

export function architecturesOf(cluster: Cluster): string[] {
  const found = objectsIn(cluster, 'Node').map(
    ({ metadata, status }) =>
      metadata.labels?.['kubernetes.io/arch'] ??
      (status['nodeInfo'] as { architecture?: string } | undefined)?.architecture ??
      'amd64',
  );
  return found.length === 0 ? ['amd64'] : [...new Set(found)].toSorted();
}

/** Does the registry have the tag, with bytes for those platforms? */
function hasImage(world: World, repository: string, tag: string, architectures: readonly string[]): boolean {
  const images = world.document.estate.registry.repositories?.[repository];
  const digest = images?.tags.find(({ name }) => name === tag)?.digest;
  const manifest = images?.manifests.find((one) => one.digest === digest);
  if (manifest === undefined || digest === undefined) return false;
  const offered = manifest.references?.flatMap(({ architecture }) => architecture ?? []) ?? [
    manifest.architecture ?? architectures[0] ?? 'amd64',
  ];
  return architectures.every((one) => offered.includes(one));
}

/** The digest of the tag; an image that is missing, or lacks a platform, is put there under the digest its run reported. */
export function ensureImage(world: World, wanted: WantedImage): string {
  const { registry } = world.document.estate;
  const repositories = (registry.repositories ??= {});
  const images = (repositories[wanted.repository] ??= { manifests: [], tags: [] });
  const tag = images.tags.find(({ name }) => name === wanted.tag);
  if (tag !== undefined && hasImage(world, wanted.repository, wanted.tag, wanted.architectures)) {
    for (const one of [tag, ...images.manifests.filter(({ digest }) => digest === tag.digest)])
      one.changeableAttributes = { ...ALLOWED };
    return tag.digest;
  }
  const digest =
    tag?.digest ??
    wanted.pushedDigest ??
    seededDigest(world.seed, `${world.document.id}/${wanted.repository}:${wanted.tag}`);
  const old = images.manifests.find((one) => one.digest === digest);
  const same = images.tags.filter((one) => one.digest === digest).map(({ name }) => name);
  const names = [...new Set([wanted.tag, ...same, ...wanted.alsoTagged])];
  const at = old === undefined ? wanted.at : Date.parse(old.createdTime);
  images.manifests = images.manifests.filter((one) => one.digest !== digest);
  for (const name of names) untag(images, name);
  push(images, digest, names, { ...wanted, at });
  return digest;
}

function untag(images: ImageRepository, name: string): void {
  images.tags = images.tags.filter((tag) => tag.name !== name);
  for (const manifest of images.manifests) manifest.tags = manifest.tags.filter((tag) => tag !== name);
}

function push(
  images: ImageRepository,
  digest: string,
  names: readonly string[],
  { at, architectures }: WantedImage,
): void {
  const time = iso(at);
  const manifest = (one: Partial<Manifest> & { digest: string }): Manifest => ({
    mediaType: PLAIN,
    createdTime: time,
    lastUpdateTime: time,
    architecture: architectures[0] ?? 'amd64',
    os: 'linux',
    tags: [],
    imageSize: 79_081_437,
    changeableAttributes: { ...ALLOWED },
    ...one,
  });
  if (architectures.length > 1) {
    const parts = architectures.map((architecture) =>
      manifest({ digest: seededDigest(digest, architecture), architecture }),
    );
    const references = parts.map(({ digest: part, architecture }) => ({
      digest: part,
      architecture: architecture ?? 'amd64',
      os: 'linux',
    }));
    const index = manifest({ digest, mediaType: INDEX, tags: [...names], references });
    delete index.architecture;
    delete index.os;
    images.manifests.push(index, ...parts);
  } else {
    images.manifests.push(manifest({ digest, tags: [...names] }));
  }
  images.tags.push(
    ...names.map((name) => ({
      name,
      digest,
      createdTime: time,
      lastUpdateTime: time,
      signed: false,
      changeableAttributes: { ...ALLOWED },
    })),
  );
}

/** The registry answers again: it has at least what the pods of all clusters run. */
export function answerAgain(world: World): void {
  const { registry } = world.document.estate;
  const isSilent = registry.repositories === undefined;
  delete registry.error;
  if (!isSilent) return;
  registry.repositories = {};
  for (const cluster of clustersOf(world)) {
    for (const pod of objectsIn(cluster, 'Pod') as Pod[]) {
      for (const { image, imageID } of pod.status.containerStatuses ?? [])
        addRunning(registry, image, imageID, pod.metadata.creationTimestamp);
    }
  }
}

function addRunning(registry: Registry, image: string, imageId: string, time: string): void {
  const prefix = `${registry.loginServer}/`;
  const digest = /sha256:[0-9a-f]{64}/.exec(imageId)?.[0];
  if (!image.startsWith(prefix) || digest === undefined) return;
  const [repository = '', tag = 'latest'] = image.slice(prefix.length).split(':');
  const repositories = (registry.repositories ??= {});
  const images = (repositories[repository] ??= { manifests: [], tags: [] });
  if (images.tags.some(({ name }) => name === tag)) return;
  const wanted: WantedImage = {
    repository,
    tag,
    at: Date.parse(time) - 600_000,
    architectures: ['amd64'],
    alsoTagged: [],
    pushedDigest: digest,
  };
  if (images.manifests.some((one) => one.digest === digest)) return;
  push(images, digest, [tag], wanted);
}

/** The digest a container of the image has. */
export function digestOf(world: World, image: string): string | undefined {
  const { registry } = world.document.estate;
  const prefix = `${registry.loginServer}/`;
  const pinned = /@(sha256:[0-9a-f]{64})$/.exec(image)?.[1];
  if (pinned !== undefined || !image.startsWith(prefix)) return pinned;
  const [repository = '', tag = ''] = image.slice(prefix.length).split(':');
  return registry.repositories?.[repository]?.tags.find(({ name }) => name === tag)?.digest;
}
