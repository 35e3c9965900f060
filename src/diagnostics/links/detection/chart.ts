// A chart that Argo CD fetches by version: a change of its content is seen only under a new one (facts/argocd.md section 6).
import semver from 'semver';
import { z } from 'zod';
import { shownRevisions } from '../../argocd/revisions.ts';
import { cleanPath } from '../../argocd/source-path.ts';
import { chartVersionNotBumped } from '../../catalogue/detection/render.ts';
import { pinnedRevision } from '../../catalogue/detection/source.ts';
import type { Application } from '../../evidence/argocd.ts';
import { specSources } from '../../argocd/effective-source.ts';
import { yamlValue } from '../../gitops/yaml-document.ts';
import { proof, shortId } from '../verdicts.ts';
import type { Cause } from '../../argocd/cause.ts';
import type { Located } from '../../argocd/tag-commit.ts';

export type ChartChange =
  /** The commit does not touch a chart that the Application fetches. */
  | { readonly kind: 'none' }
  | { readonly kind: 'shown'; readonly version: string }
  | { readonly kind: 'missed'; readonly cause: Cause };

const chartSchema = z.object({
  name: z.string().nullish(),
  version: z.union([z.string(), z.number()]).transform(String),
});

/** Did the commit change the chart, and does the Application take the version that holds the change? */
export function chartChange(application: Application, located: Located | undefined): ChartChange {
  if (located === undefined) return { kind: 'none' };
  for (const [index, source] of specSources(application).entries()) {
    const { chart } = source;
    if (chart === undefined) continue;
    const folder = chartFolder(located, chart.split('/').at(-1) ?? chart);
    if (folder === null) continue;
    const version = shownRevisions(application)[index] ?? source.targetRevision ?? '?';
    const written = versionsAt(located, `${folder}/Chart.yaml`);
    const proofs = [
      proof(located.key, 'tagCommit', `${shortId(located.value.commit.id)} ${folder}`, {
        url: located.value.commit.url,
        at: located.value.commit.committer.date,
      }),
      proof('application', 'revision', `chart ${chart} ${version}`),
    ];
    // A later commit bumped the version, and that one is shown: it holds this commit too.
    if (written?.after != null && isNewer(version, written.after)) return { kind: 'shown', version };
    if (written === null || written.after === written.before) {
      const finding = chartVersionNotBumped({ application: application.metadata.name, chart, version });
      return { kind: 'missed', cause: { finding, proof: proofs } };
    }
    if (written.after === version) return { kind: 'shown', version };
    const wanted = source.targetRevision ?? '*';
    if (
      written.after !== null &&
      semver.valid(written.after) !== null &&
      !semver.satisfies(written.after, wanted)
    ) {
      const commit = shortId(located.value.commit.id);
      const finding = pinnedRevision({
        application: application.metadata.name,
        targetRevision: wanted,
        commit,
      });
      return { kind: 'missed', cause: { finding, proof: proofs } };
    }
  }
  return { kind: 'none' };
}

function isNewer(shown: string, written: string): boolean {
  return semver.valid(shown) !== null && semver.valid(written) !== null && semver.gt(shown, written);
}

/** The folder of the chart among the changed paths: it has the chart's name, wherever it is in the repository. */
function chartFolder(located: Located, chart: string): string | null {
  const paths = [...(located.value.changes ?? []), ...located.value.files].map(
    ({ path }) => cleanPath(path) ?? '',
  );
  for (const path of paths) {
    const steps = path.split('/');
    const at = steps.indexOf(chart);
    if (at >= 0 && at < steps.length - 1) return steps.slice(0, at + 1).join('/');
  }
  return null;
}

/** Null: the commit leaves Chart.yaml alone. */
function versionsAt(located: Located, path: string): { before: string | null; after: string | null } | null {
  const file = located.value.files.find((candidate) => cleanPath(candidate.path) === path);
  if (file === undefined) return null;
  return { before: versionOf(file.before), after: versionOf(file.after) };
}

function versionOf(content: string | null): string | null {
  const parsed = chartSchema.safeParse(yamlValue(content ?? ''));
  return parsed.success ? parsed.data.version : null;
}
