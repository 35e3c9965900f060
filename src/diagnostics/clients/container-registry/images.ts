// From the objects of @azure/container-registry to the evidence types, checked: the SDK does not check what it was sent.
import type {
  ArtifactManifestProperties,
  ArtifactTagProperties,
  ContainerRepositoryProperties,
} from '@azure/container-registry';
import { z } from 'zod';
import {
  imageManifestSchema,
  imageRepositorySchema,
  imageTagSchema,
  type ImageManifest,
  type ImageRepository,
  type ImageTag,
} from '../../evidence/registry.ts';
import { ReadFailure } from '../http.ts';

export function tagOf(tag: ArtifactTagProperties, what: string): ImageTag {
  return check(imageTagSchema, { ...common(tag), name: tag.name, digest: tag.digest }, what, 'tag');
}

export function manifestOf(
  manifest: ArtifactManifestProperties,
  mediaType: string | undefined,
  what: string,
): ImageManifest {
  // A list of platforms has neither architecture nor os of its own (facts/azure-devops-and-acr.md 4.2).
  const references = manifest.relatedArtifacts.map(({ digest, architecture, operatingSystem }) => ({
    digest,
    architecture,
    os: operatingSystem,
  }));
  const value = {
    ...common(manifest),
    digest: manifest.digest,
    mediaType,
    sizeBytes: manifest.sizeInBytes,
    architecture: manifest.architecture,
    os: manifest.operatingSystem,
    tags: manifest.tags,
    references: references.length === 0 ? undefined : references,
  };
  return check(imageManifestSchema, value, what, 'manifest');
}

export function repositoryOf(repository: ContainerRepositoryProperties, what: string): ImageRepository {
  const { name, tagCount, manifestCount } = repository;
  const value = { ...common(repository), name, tagCount, manifestCount };
  return check(imageRepositorySchema, value, what, 'repository');
}

const mediaTypeSchema = z.object({ manifest: z.object({ mediaType: z.string() }) });

/** The SDK drops the media type: it is taken from the body. */
export function mediaTypeOf(body: string | null | undefined): string | undefined {
  try {
    return mediaTypeSchema.safeParse(JSON.parse(body ?? '')).data?.manifest.mediaType;
  } catch {
    return undefined;
  }
}

interface Common {
  readonly createdOn: Date | undefined;
  readonly lastUpdatedOn: Date | undefined;
  readonly canDelete?: boolean | undefined;
  readonly canWrite?: boolean | undefined;
  readonly canRead?: boolean | undefined;
  readonly canList?: boolean | undefined;
}

function common({ createdOn, lastUpdatedOn, canDelete, canWrite, canRead, canList }: Common) {
  return {
    // toJSON is null for what is no date: not set.
    createdTime: createdOn?.toJSON(),
    lastUpdateTime: lastUpdatedOn?.toJSON(),
    canDelete,
    canWrite,
    canRead,
    canList,
  };
}

function check<T>(
  schema: z.ZodType<T, z.ZodTypeDef, unknown>,
  value: unknown,
  what: string,
  root: string,
): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const path = [root, ...(issue?.path ?? [])].join('.');
  throw new ReadFailure({ kind: 'malformed', what, path, detail: issue?.message });
}
