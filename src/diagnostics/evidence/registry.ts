// What the diagnosis reads of the Azure Container Registry's data plane. "Not there" is an answer, told with the
// registry's own code: TAG_UNKNOWN, NAME_UNKNOWN (repository) or MANIFEST_UNKNOWN.
import { z } from 'zod';
import { absent, time } from './schema.ts';

const attributes = {
  canDelete: absent(z.boolean()),
  canWrite: absent(z.boolean()),
  canRead: absent(z.boolean()),
  canList: absent(z.boolean()),
};

export const imageTagSchema = z.object({
  name: z.string(),
  digest: z.string(),
  createdTime: absent(time),
  lastUpdateTime: absent(time),
  ...attributes,
});
export type ImageTag = z.infer<typeof imageTagSchema>;

export const imageManifestSchema = z.object({
  digest: z.string(),
  mediaType: absent(z.string()),
  createdTime: absent(time),
  lastUpdateTime: absent(time),
  sizeBytes: absent(z.number()),
  /** Absent for an index: look at `references`. */
  architecture: absent(z.string()),
  os: absent(z.string()),
  tags: z.array(z.string()),
  references: absent(
    z.array(z.object({ digest: z.string(), architecture: absent(z.string()), os: absent(z.string()) })),
  ),
  ...attributes,
});
export type ImageManifest = z.infer<typeof imageManifestSchema>;

export const imageRepositorySchema = z.object({
  name: z.string(),
  createdTime: absent(time),
  lastUpdateTime: absent(time),
  tagCount: absent(z.number()),
  manifestCount: absent(z.number()),
  ...attributes,
});
export type ImageRepository = z.infer<typeof imageRepositorySchema>;

/** Not a code of the registry: no tag was known to ask for. */
export const NO_TAG = 'NO_TAG';

/** A look-up by name: found with its value, or absent with the registry's error code. */
export function lookup<T extends z.ZodTypeAny>(schema: T) {
  return z.union([
    z.object({ found: z.literal(true), value: schema }),
    z.object({ found: z.literal(false), code: z.string() }),
  ]);
}
export type Lookup<T> = { found: true; value: T } | { found: false; code: string };
