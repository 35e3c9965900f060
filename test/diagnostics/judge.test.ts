// The whole chain on few facts: where it stops, what is still told of the rest.
import { describe, expect, test } from '@jest/globals';
import { LINK_IDS } from '../../src/diagnostics/chain.ts';
import { judge, LINKS, type Judgement } from '../../src/diagnostics/judge.ts';
import {
  DELIVERED,
  evidenceOf,
  IMAGE,
  located,
  MISSING_TAG,
  OLD_TAG,
  REQUEST,
  TAG,
  written,
  desired,
  type Parts,
} from './change/delivery.ts';
import { COMMIT, commit } from './pipelines/objects.ts';
import { NAME, NOW, REGISTRY, waiting } from './kubernetes/objects.ts';

function judged(parts: Parts = {}): Judgement {
  return judge({ ...REQUEST, ...parts.request }, evidenceOf(parts), NOW);
}

const SKIPPED_CI: Parts = {
  values: {
    changeCommit: located(COMMIT, { commit: commit(COMMIT, 'Fix [skip ci]') }),
    run: null,
    timeline: null,
    runLogs: [],
    runs: (DELIVERED.runs ?? []).slice(1),
    imageTag: MISSING_TAG,
    desiredFiles: [desired(`image:\n  repository: ${IMAGE}\n  tag: "${OLD_TAG}"\n`)],
    history: [],
  },
};

test('the links are the eight of the chain, each with its own name and two kinds of keys', () => {
  expect(Object.keys(LINKS)).toEqual([...LINK_IDS]);
  for (const id of LINK_IDS) {
    const { id: own, title, reads, mayRead } = LINKS[id];
    expect({ own, titles: Object.keys(title).toSorted() }).toEqual({ own: id, titles: ['en', 'fr'] });
    expect(reads.filter((key) => mayRead.includes(key))).toEqual([]);
  }
});

describe('where the chain stops', () => {
  test('later links are skipped, and say what stopped the change', () => {
    const { outcome, link, finding, verdicts } = judged(SKIPPED_CI);
    expect([outcome, link, finding?.code]).toEqual(['broken', 'run', 'GT0201']);
    expect(LINK_IDS.map((id) => verdicts[id].status)).toEqual([
      'pass',
      'broken',
      ...Array<string>(6).fill('skipped'),
    ]);
    for (const id of LINK_IDS.slice(2)) expect(verdicts[id]).toMatchObject({ blockedBy: 'run' });
  });

  test('what nobody could read before a break does not hide it', () => {
    const { outcome, link, verdicts } = judged({
      ...SKIPPED_CI,
      refused: ['changePullRequests', 'mergeLineage'],
    });
    expect([outcome, link, verdicts.merge.status]).toEqual(['broken', 'run', 'pass']);
  });

  test('nothing was read at all', () => {
    const { outcome, link, finding, alsoSeen, verdicts } = judge(REQUEST, {}, NOW);
    expect([outcome, link, finding, alsoSeen]).toEqual(['undetermined', 'merge', null, []]);
    expect(LINK_IDS.every((id) => ['unknown', 'skipped'].includes(verdicts[id].status))).toBe(true);
  });
});

describe('what is also seen', () => {
  const worker = `${REGISTRY}/worker`;
  const both = (api: string, other: string): string =>
    `api:\n  image:\n    repository: ${IMAGE}\n    tag: "${api}"\nworker:\n  image:\n    repository: ${worker}\n    tag: "${other}"\n`;
  const pods = [waiting('worker-1', 'ImagePullBackOff', 'x', { image: `${worker}:${OLD_TAG}` })].map(
    (pod) => ({
      ...pod,
      spec: { ...pod.spec, containers: [{ name: NAME, image: `${worker}:${OLD_TAG}` }] },
    }),
  );

  test('a fault of what serves stands beside the break, not in its place', () => {
    const { values } = SKIPPED_CI;
    const served = {
      ...values,
      pods,
      desiredFiles: [desired(both(OLD_TAG, OLD_TAG))],
      history: [
        written('e0'.repeat(20), both(OLD_TAG, OLD_TAG), 900),
        written('d0'.repeat(20), both('729', '12'), 9000),
      ],
    };
    const { link, finding, alsoSeen } = judged({
      values: served,
      request: { tag: OLD_TAG, change: { kind: 'commit', value: COMMIT } },
    });
    const leaves = [finding?.leaf, ...alsoSeen.map((seen) => seen.finding.leaf)];
    expect(link).not.toBeNull();
    expect(new Set(leaves).size).toBe(leaves.length);
  });
});

test('the change of a judgement is the one of the evidence', () => {
  expect(judged().change).toMatchObject({ kind: 'image', tag: TAG, previousTag: OLD_TAG });
});
