// The commit changes the Application itself, not its workload (facts/argocd.md 5 A7): whoever makes the Application has to
// bring the new spec first, and a parent that is not up to date does not.
import { z } from 'zod';
import { parentAppStale, parentAppStaleApplicationSet } from '../../catalogue/detection/source.ts';
import { conditionOf } from '../../argocd/conditions.ts';
import { shown } from '../../argocd/messages/message.ts';
import type { Application } from '../../evidence/argocd.ts';
import type { ObservedEvidence } from '../../evidence/evidence.ts';
import { valueOf } from '../../evidence/observed.ts';
import { absent } from '../../evidence/schema.ts';
import { valueOfDocument, yamlDocuments } from '../../gitops/yaml-document.ts';
import { proof } from '../verdicts.ts';
import type { Cause } from '../../argocd/cause.ts';
import type { Located } from '../../argocd/tag-commit.ts';

const text = absent(z.union([z.string(), z.number()]).transform(String));
const manifestSchema = z.object({
  kind: z.enum(['Application', 'ApplicationSet']),
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    source: absent(z.object({ targetRevision: text, path: text, repoURL: text })),
  }),
});

export type OwnManifest = 'none' | 'applied' | 'pending';

/** Does the commit write this Application, and is what it writes the live spec? */
export function ownManifest(application: Application, located: Located | undefined): OwnManifest {
  for (const { after } of located?.value.files ?? []) {
    for (const document of documents(after)) {
      const parsed = manifestSchema.safeParse(document);
      if (!parsed.success || !isOwn(parsed.data, application)) continue;
      const written = parsed.data.spec.source;
      const live = application.spec.source;
      if (parsed.data.kind === 'ApplicationSet' || written === undefined || live === undefined)
        return 'applied';
      const same = (['targetRevision', 'path', 'repoURL'] as const).every(
        (field) => written[field] === undefined || written[field] === live[field],
      );
      return same ? 'applied' : 'pending';
    }
  }
  return 'none';
}

/** The parent or the ApplicationSet that makes the Application, when it is not up to date or fails. */
export function staleParent(application: Application, evidence: ObservedEvidence): Cause | null {
  const name = application.metadata.name;
  const set = valueOf(evidence.applicationSet) ?? null;
  const error = set?.status?.conditions?.find(
    ({ type, status }) => type === 'ErrorOccurred' && status === 'True',
  );
  if (set !== null && error !== undefined) {
    const message = shown(error.message ?? error.reason ?? 'ErrorOccurred');
    return {
      finding: parentAppStaleApplicationSet({ application: name, parent: set.metadata.name, message }),
      proof: [
        proof('applicationSet', 'condition', `ErrorOccurred: ${message}`, { at: error.lastTransitionTime }),
      ],
    };
  }
  const parent = valueOf(evidence.parentApplication) ?? null;
  if (parent === null) return null;
  const row = parent.status?.resources?.find(
    (resource) => resource.kind === 'Application' && resource.name === name,
  );
  const status = parent.status?.sync?.status ?? 'Unknown';
  const failing = conditionOf(parent, 'ComparisonError') ?? conditionOf(parent, 'InvalidSpecError');
  if (status === 'Synced' || (status === 'OutOfSync' && row?.status === 'Synced')) return null;
  return {
    finding: parentAppStale({ application: name, parent: parent.metadata.name }),
    proof: [
      proof(
        'parentApplication',
        'syncStatus',
        `${parent.metadata.name}: ${status}, Application/${name}: ${row?.status ?? '—'}`,
      ),
      ...(failing === undefined
        ? []
        : [
            proof('parentApplication', 'condition', `${failing.type}: ${shown(failing.message)}`, {
              at: failing.lastTransitionTime,
            }),
          ]),
    ],
  };
}

function isOwn(manifest: z.infer<typeof manifestSchema>, application: Application): boolean {
  if (manifest.kind === 'Application') return manifest.metadata.name === application.metadata.name;
  return (application.metadata.ownerReferences ?? []).some(
    ({ kind, name }) => kind === 'ApplicationSet' && name === manifest.metadata.name,
  );
}

function documents(content: string | null): unknown[] {
  if (content === null || !/kind:\s*["']?Application/.test(content)) return [];
  return yamlDocuments(content).map(valueOfDocument);
}
