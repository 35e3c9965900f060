import { describe, expect, test } from '@jest/globals';
import { FLOWCHART, flowchartPath, flowchartSteps } from '../../src/diagnostics/flowchart.ts';
import { LEAF_NAMES, leafFacts, type FlowchartNode, type Leaf } from '../../src/diagnostics/leaves.ts';
import type { Outcome } from '../../src/diagnostics/verdict.ts';

const NODES = Object.keys(FLOWCHART) as FlowchartNode[];

describe('the flowchart', () => {
  test('has the nodes of the document, each reached from one box, A from none', () => {
    expect(NODES).toEqual([
      'A',
      'B',
      'B1',
      'C',
      'C1',
      'D',
      'D1',
      'D2',
      'D3',
      'E',
      'E1',
      'F',
      'F1',
      'F2',
      'F3',
    ]);
    const reached = NODES.flatMap((node) => FLOWCHART[node].answers.map(({ to }) => to));
    expect([...reached].sort()).toEqual(NODES.filter((node) => node !== 'A'));
  });

  test.each([
    ['A', ['B']],
    ['B', ['B1', 'C']],
    ['C', ['C1', 'D']],
    ['D', ['D1', 'E']],
    ['D1', ['D2', 'D3']],
    ['E', ['E1', 'F']],
    ['F', ['F1', 'F2', 'F3']],
    ['F3', []],
  ] as const)('%s leads to %j', (node, next) => {
    expect(FLOWCHART[node].answers.map(({ to }) => to)).toEqual(next);
  });

  test.each(NODES)('%s is a question exactly when it has answers', (node) => {
    const { text, answers } = FLOWCHART[node];
    const isQuestion = answers.length > 1;
    expect([text.en.endsWith('?'), text.fr.endsWith('?')]).toEqual([isQuestion, isQuestion]);
  });
});

describe('the path of an outcome', () => {
  test.each<[Leaf | null, Outcome, string]>([
    ['wrong_branch', 'broken', 'A B B1'],
    ['poll_delay', 'waiting', 'A B C C1'],
    ['rolling_sync_waiting', 'waiting', 'A B C D D1'],
    ['manual_sync_expected', 'broken', 'A B C D D1 D2'],
    ['admission_denied', 'broken', 'A B C D D1 D3'],
    ['same_tag_reused', 'broken', 'A B C D E E1'],
    ['quota', 'broken', 'A B C D E F F1'],
    ['image_pull_401', 'broken', 'A B C D E F F2'],
    ['healthy_browser_cache', 'live', 'A B C D E F F3'],
    ['build_failed', 'broken', ''],
    [null, 'live', 'A B C D E F F3'],
    [null, 'undetermined', ''],
  ])('%s, %s: %s', (leaf, outcome, path) => {
    expect(flowchartPath(leaf, outcome).join(' ')).toBe(path);
  });

  test.each(LEAF_NAMES)('%s ends in its own node', (leaf) => {
    const path = flowchartPath(leaf, leafFacts(leaf).outcome);
    expect(path.at(-1) ?? null).toBe(leafFacts(leaf).flowchart);
    expect(path[0] ?? 'A').toBe('A');
  });

  test('a path is told as questions and answers', () => {
    const steps = flowchartSteps(flowchartPath('manual_sync_expected', 'broken'));
    expect(steps.map(({ node, answer }) => [node, answer?.en ?? null])).toEqual([
      ['A', null],
      ['B', 'Yes'],
      ['C', 'Yes'],
      ['D', 'OutOfSync'],
      ['D1', 'No'],
      ['D2', null],
    ]);
    expect(steps[1]?.answer?.fr).toBe('Oui');
  });
});
