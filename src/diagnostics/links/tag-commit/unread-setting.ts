// Settings that no template reads: dotted keys taken literally (`image.tag: "4812"` is one key for Helm), and values of a
// wrapper chart that stand beside its dependency instead of under its name (facts/kubernetes.md T2).
import { isMap, isScalar } from 'yaml';
import { valueKeyTypo, valueKeyTypoSetting } from '../../catalogue/tag-commit/content.ts';
import type { Application } from '../../evidence/argocd.ts';
import type { SourceFile } from '../../evidence/evidence.ts';
import { valueOf } from '../../evidence/observed.ts';
import { chartDependencies } from '../../gitops/source-files.ts';
import { yamlDocument, yamlValue } from '../../gitops/yaml-document.ts';
import type { LinkInput } from '../../link.ts';
import type { Verdict } from '../../verdict.ts';
import { proof, shortId } from '../verdicts.ts';
import { isRead } from './template-keys.ts';

/** A tag under a key with dots, in the Application's own values or in a value file. */
export function dottedKey({ evidence, change }: LinkInput, live: readonly string[]): Verdict | null {
  if (change.tag === null || live.includes(change.tag)) return null;
  const application = valueOf(evidence.application);
  const inline =
    application == null
      ? []
      : inlineValues(application).map((content) => ({
          name: 'spec.source.helm',
          content,
          from: 'application' as const,
        }));
  const files = (valueOf(evidence.desiredFiles) ?? []).map(({ path, content }) => ({
    name: path,
    content: content ?? '',
    from: 'desiredFiles' as const,
  }));
  for (const { name, content, from } of [...inline, ...files]) {
    const key = dottedKeyOf(content, change.tag);
    if (key === null) continue;
    const found = live[0] ?? '?';
    return {
      status: 'broken',
      findings: [valueKeyTypo({ tag: change.tag, file: name, key: `"${key}"`, found })],
      proof: [proof(from, 'key', `"${key}": ${change.tag}`), proof('workloads', 'liveImage', found)],
    };
  }
  return null;
}

function inlineValues(application: Application): string[] {
  const { source, sources } = application.spec;
  return [...(sources ?? []), ...(source === undefined ? [] : [source])].flatMap(({ helm }) => [
    ...(helm?.values === undefined ? [] : [helm.values]),
    ...(helm?.valuesObject === undefined ? [] : [JSON.stringify(helm.valuesObject)]),
  ]);
}

/** A top-level key such as `image.tag` that holds the tag. */
function dottedKeyOf(content: string, tag: string): string | null {
  const { contents } = yamlDocument(content);
  if (!isMap(contents)) return null;
  for (const { key, value } of contents.items) {
    if (!isScalar(key) || !isScalar(value) || typeof key.value !== 'string') continue;
    const text = typeof value.value === 'string' ? value.value : value.source;
    if (/\.(?:tag|imageTag|newTag)$/.test(key.value) && text === tag) return key.value;
  }
  return null;
}

/** A change of configuration whose every changed value stands where no chart of the source reads it. */
export function unreadSetting({ evidence, change }: LinkInput): Verdict | null {
  const located = valueOf(evidence.changeCommit);
  const files = valueOf(evidence.desiredFiles) ?? [];
  const charts = valueOf(evidence.chartFiles) ?? [];
  if (change.kind !== 'configuration' || located?.commit.id !== change.tagCommit?.id || located == null)
    return null;
  for (const { path, after, before } of located.files) {
    const file = files.find((candidate) => candidate.path === path);
    const root = path.slice(0, path.lastIndexOf('/'));
    const chart = files.find((candidate) => candidate.path === `${root}/Chart.yaml`);
    if (file === undefined || chart === undefined || after === null) continue;
    // What a later commit took away or moved is no longer this commit's fault.
    const now = leaves(file.content ?? '');
    const changed = changedPaths(after, before ?? '').filter(({ keys, value }) =>
      now.some((leaf) => leaf.value === value && leaf.keys.join('\u0000') === keys.join('\u0000')),
    );
    const moved = changed.some(({ keys, value }) =>
      now.some(
        (leaf) =>
          leaf.value === value && leaf.keys.at(-1) === keys.at(-1) && isUsed(leaf.keys, root, chart, charts),
      ),
    );
    if (moved) continue;
    const unread = changed.filter(({ keys }) => !isUsed(keys, root, chart, charts));
    const first = unread[0];
    if (first === undefined || unread.length < changed.length) continue;
    const key = first.keys.join('.');
    return {
      status: 'broken',
      findings: [
        valueKeyTypoSetting({ commit: shortId(located.commit.id), key, value: first.value, file: path }),
      ],
      proof: [
        proof('changeCommit', 'tagCommit', `${shortId(located.commit.id)} ${located.commit.message}`, {
          url: located.commit.url,
        }),
        proof('desiredFiles', 'file', `${path} ${key}: ${first.value}`),
        proof(
          'desiredFiles',
          'key',
          `dependencies: ${
            chartDependencies(chart.content)
              .map(({ alias, name }) => alias ?? name)
              .join(', ') || '-'
          }`,
        ),
      ],
    };
  }
  return null;
}

/** Read by a template of the chart itself, or handed to a dependency by its name. */
function isUsed(
  keys: readonly string[],
  root: string,
  chart: SourceFile,
  charts: readonly SourceFile[],
): boolean {
  const [first = ''] = keys;
  if (first === 'global') return true;
  const dependencies = chartDependencies(chart.content);
  // Without a dependency the chart's templates may be written in ways that are not followed here.
  if (dependencies.length === 0) return true;
  if (dependencies.some(({ name, alias }) => first === (alias ?? name))) return true;
  const own = charts.filter(({ path }) => path.startsWith(`${root}/templates/`));
  return isRead(keys, own);
}

function changedPaths(after: string, before: string): { keys: string[]; value: string }[] {
  const old = new Map(leaves(before).map(({ keys, value }) => [keys.join('\u0000'), value]));
  return leaves(after).filter(({ keys, value }) => old.get(keys.join('\u0000')) !== value);
}

function leaves(content: string): { keys: string[]; value: string }[] {
  const found: { keys: string[]; value: string }[] = [];
  const walk = (value: unknown, keys: string[]): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [key, child] of Object.entries(value)) walk(child, [...keys, key]);
    } else {
      found.push({ keys, value: String(value) });
    }
  };
  const value = yamlValue(content);
  if (value !== undefined) walk(value, []);
  return found;
}
