// Repaired twins are valid cases in which everything agrees: Git, run, registry, Application, workload, pods, routes.
import { describe, expect, test } from '@jest/globals';
import { at, listAt, textAt, type CaseDocument } from '../cases/tools/document.ts';
import { givenCases, REPORTS } from '../cases/tools/given.ts';
import { repairedTwin } from '../cases/tools/repaired-twin.ts';
import { ruleProblems } from '../cases/tools/rules.ts';
import { schemaProblems } from './validity.ts';

describe.each(givenCases(REPORTS).map((one) => [one.id, one] as const))('%s', (_, { document: load }) => {
  const document = load();
  const before = JSON.stringify(document);
  const twin = repairedTwin(document);

  test('is a valid case, and the original is untouched', () => {
    expect(schemaProblems(twin)).toEqual([]);
    expect(ruleProblems(twin)).toEqual([]);
    expect(JSON.stringify(document)).toBe(before);
    expect(repairedTwin(document)).toEqual(twin);
  });

  test('asks the same of a later world', () => {
    const later = Date.parse(String(twin['now'])) - Date.parse(String(document['now']));

    expect(later).toBeGreaterThanOrEqual(30 * 60_000);
    expect(later).toBeLessThan(60 * 60_000);
    for (const field of ['service', 'application', 'commit', 'tag']) {
      expect(at(twin, 'question', field)).toBe(at(document, 'question', field));
    }
    expect(at(twin, 'expected', 'outcome')).toBe('live');
  });

  test('refuses nothing, warns of nothing and holds nothing back', () => {
    const clusters = listAt(twin, 'estate', 'kubernetes', 'clusters');
    const objects = clusters.flatMap((cluster) => listAt(cluster, 'objects'));
    const { metadata, spec, status } = applicationOf(twin);

    expect(clusters.map((cluster) => at(cluster, 'forbidden'))).toEqual(clusters.map(() => undefined));
    expect(at(twin, 'estate', 'azureDevOps', 'errors')).toBeUndefined();
    expect(at(twin, 'estate', 'registry', 'error')).toBeUndefined();
    expect(objects.filter((one) => textAt(one, 'type') === 'Warning')).toEqual([]);
    expect(
      objects.filter(
        (one) => at(one, 'spec', 'paused') === true || at(one, 'spec', 'syncWindows') !== undefined,
      ),
    ).toEqual([]);
    expect(at(metadata, 'annotations', 'argocd.argoproj.io/skip-reconcile')).toBeUndefined();
    expect(at(spec, 'syncPolicy', 'automated')).toBeDefined();
    expect(at(spec, 'syncPolicy', 'automated', 'enabled')).toBeUndefined();
    expect(at(status, 'conditions')).toBeUndefined();
  });

  test('is Synced and Healthy at the tip of what it follows', () => {
    const { spec, status } = applicationOf(twin);
    const shown = [...listAt(status, 'sync', 'revisions'), at(status, 'sync', 'revision')].filter(
      (one) => one !== undefined,
    );
    const tips = new Set(
      listAt(twin, 'estate', 'azureDevOps', 'repositories').flatMap((one) =>
        Object.values(at(one, 'refs') as Record<string, string>),
      ),
    );

    expect(textAt(status, 'sync', 'status')).toBe('Synced');
    expect(textAt(status, 'health', 'status')).toBe('Healthy');
    expect(textAt(status, 'operationState', 'phase')).toBe('Succeeded');
    expect(shown).toHaveLength(Math.max(1, listAt(spec, 'sources').length));
    expect(
      shown.filter((one) => typeof one === 'string' && /^[0-9a-f]{40}$/.test(one) && !tips.has(one)),
    ).toEqual([]);
    expect(listAt(status, 'resources').filter((one) => textAt(one, 'status') !== 'Synced')).toEqual([]);
  });

  test('runs one version, in ready pods, with the bytes of the registry', () => {
    const tag = tagOf(twin);
    const { cluster, namespace } = placeOf(twin);
    const pods = listAt(cluster, 'objects').filter(
      (one) => textAt(one, 'kind') === 'Pod' && textAt(one, 'metadata', 'namespace') === namespace,
    );
    const running = pods.flatMap((pod) => listAt(pod, 'status', 'containerStatuses'));
    // The status of a container may name another tag of the same digest: the spec of the pod has its image.
    const own = pods.flatMap((pod) =>
      listAt(pod, 'spec', 'containers')
        .filter((one) => textAt(one, 'image')?.endsWith(`:${tag}`) === true)
        .map((one) => ({ image: textAt(one, 'image') ?? '', id: imageIdOf(pod, textAt(one, 'name') ?? '') })),
    );

    expect(own.length).toBeGreaterThan(0);
    expect(running.filter((one) => at(one, 'ready') !== true)).toEqual([]);
    for (const { image, id } of own) expect(id).toContain(digestOf(twin, image));
  });

  test('names its tag where Argo CD looks', () => {
    const tag = tagOf(twin);
    const { spec } = applicationOf(twin);
    const trees = listAt(twin, 'estate', 'azureDevOps', 'repositories').map((one) =>
      JSON.stringify(at(one, 'commits')),
    );

    expect([JSON.stringify(spec), ...trees].some((text) => text.includes(tag))).toBe(true);
  });

  test('shows the run that pushed the bytes the registry has', () => {
    const tag = tagOf(twin);
    const lines = listAt(twin, 'estate', 'azureDevOps', 'builds').flatMap((build) =>
      Object.values(at(build, 'logs') as Record<string, string[]>).flat(),
    );
    const pushed = lines.flatMap((line) =>
      line.includes(` ${tag}: digest: `) ? (/sha256:[0-9a-f]{64}/.exec(line)?.[0] ?? []) : [],
    );
    const known = Object.values(at(twin, 'estate', 'registry', 'repositories') as object)
      .flatMap((one) => listAt(one, 'tags'))
      .filter((one) => textAt(one, 'name') === tag)
      .map((one) => textAt(one, 'digest'));

    expect(known).not.toEqual([]);
    // A tag that is pushed again and again has older digests in older logs.
    if (pushed.length > 0) expect(pushed.some((digest) => known.includes(digest))).toBe(true);
  });
});

function applicationOf(document: CaseDocument): { metadata: unknown; spec: unknown; status: unknown } {
  const objects = listAt(document, 'estate', 'kubernetes', 'clusters').flatMap((cluster) =>
    listAt(cluster, 'objects'),
  );
  const name = textAt(document, 'question', 'application');
  const found = objects.find(
    (one) => textAt(one, 'kind') === 'Application' && textAt(one, 'metadata', 'name') === name,
  );
  return { metadata: at(found, 'metadata'), spec: at(found, 'spec'), status: at(found, 'status') };
}

function placeOf(document: CaseDocument): { cluster: unknown; namespace: string } {
  const { spec } = applicationOf(document);
  const [server, name] = [textAt(spec, 'destination', 'server'), textAt(spec, 'destination', 'name')];
  const cluster = listAt(document, 'estate', 'kubernetes', 'clusters').find((one) =>
    server === undefined ? textAt(one, 'name') === name : textAt(one, 'server') === server,
  );
  return { cluster, namespace: textAt(spec, 'destination', 'namespace') ?? '' };
}

/** The tag the twin says it delivered. */
function tagOf(document: CaseDocument): string {
  return /run (\S+)\.$/.exec(textAt(document, 'expected', 'cause') ?? '')?.[1] ?? '';
}

function imageIdOf(pod: unknown, container: string): string {
  const status = listAt(pod, 'status', 'containerStatuses').find((one) => textAt(one, 'name') === container);
  return textAt(status, 'imageID') ?? '';
}

function digestOf(document: CaseDocument, image: string): string {
  const [repository = '', tag = ''] = image.slice(image.indexOf('/') + 1).split(':');
  const tags = listAt(document, 'estate', 'registry', 'repositories', repository, 'tags');
  return (
    textAt(
      tags.find((one) => textAt(one, 'name') === tag),
      'digest',
    ) ?? 'no such tag'
  );
}
