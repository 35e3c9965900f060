// Image references: registry, repository, tag and digest of `acr.example.io/team/api:4812@sha256:…`.
import type { ImageName } from '../change.types.ts';

export interface ImageReference extends ImageName {
  readonly tag: string | null;
  readonly digest: string | null;
}

const DIGEST = /@(sha256:[0-9a-f]{64})$/;

/** The first part is a registry when it has a dot, a port, or is localhost: the rule of every container runtime. */
export function parseImage(reference: string): ImageReference {
  const digest = DIGEST.exec(reference)?.[1] ?? null;
  const withoutDigest = reference.replace(DIGEST, '');
  const lastSlash = withoutDigest.lastIndexOf('/');
  const colon = withoutDigest.indexOf(':', lastSlash + 1);
  const name = colon < 0 ? withoutDigest : withoutDigest.slice(0, colon);
  const tag = colon < 0 ? null : withoutDigest.slice(colon + 1);
  const slash = name.indexOf('/');
  const first = slash < 0 ? '' : name.slice(0, slash);
  const isRegistry = first.includes('.') || first.includes(':') || first === 'localhost';
  return {
    registry: isRegistry ? first.toLowerCase() : '',
    repository: isRegistry ? name.slice(slash + 1) : name,
    tag,
    digest,
  };
}

/** Same image, whatever the tag. A name without a registry matches the same repository in any registry. */
export function sameImage(a: ImageName, b: ImageName): boolean {
  if (a.repository !== b.repository) return false;
  return a.registry === '' || b.registry === '' || a.registry === b.registry;
}

export function imageText(image: ImageName): string {
  return image.registry === '' ? image.repository : `${image.registry}/${image.repository}`;
}

/** `sha256:…` of an imageID or repo digest, whatever repository name stands before it (facts/kubernetes.md F10). */
export function digestOf(imageId: string | undefined): string | null {
  return imageId === undefined ? null : (/sha256:[0-9a-f]{64}/.exec(imageId)?.[0] ?? null);
}
