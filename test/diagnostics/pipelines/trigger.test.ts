// Would a push start the pipeline: the filters of the YAML trigger, of the editor, and the marks that skip a run.
import { describe, expect, test } from '@jest/globals';
import {
  skipMark,
  triggerOf,
  triggerVerdict,
  yamlTrigger,
  type TriggerVerdict,
} from '../../../src/diagnostics/pipelines/trigger.ts';
import { definition } from './objects.ts';

type Case = [string, string, TriggerVerdict];

describe('branches', () => {
  const cases: Case[] = [
    ['pool: x', 'main', 'matches'],
    ['trigger:', 'main', 'matches'],
    ['', 'main', 'matches'],
    ['trigger: none', 'main', 'off'],
    ["trigger: 'none'", 'main', 'off'],
    ['trigger: [none]', 'main', 'off'],
    ['trigger: main', 'main', 'matches'],
    ['trigger: main', 'develop', 'branch'],
    ['trigger: [main, release/*]', 'release/1', 'matches'],
    ['trigger: [main, release/*]', 'release/1/2', 'matches'],
    ['trigger: [main, release/*]', 'releases/1', 'branch'],
    ['trigger: [releases/**]', 'releases/1/2', 'matches'],
    ['trigger: [refs/heads/main]', 'main', 'matches'],
    ['trigger: [main]', 'Main', 'branch'],
    ['trigger: ["feature/?"]', 'feature/a', 'matches'],
    ['trigger: ["feature/?"]', 'feature/ab', 'branch'],
    ['trigger: [release.1]', 'releasex1', 'branch'],
    ['trigger: { branches: { include: [main] } }', 'main', 'matches'],
    ['trigger: { branches: { include: main } }', 'main', 'matches'],
    ['trigger: { branches: [main] }', 'develop', 'branch'],
    ['trigger: { branches: { include: ["*"], exclude: [main] } }', 'main', 'branch'],
    ['trigger: { branches: { exclude: [develop] } }', 'main', 'matches'],
    ['trigger: { branches: { exclude: ["feature/*"] } }', 'feature/a/b', 'branch'],
    ['trigger: { batch: true }', 'main', 'matches'],
    ['trigger: 3', 'main', 'unreadable'],
    ['trigger: { branches: 3 }', 'main', 'unreadable'],
    ['trigger: [main', 'main', 'unreadable'],
  ];

  test.each(cases)('%j, push to %s: %s', (yaml, branch, verdict) => {
    expect(triggerVerdict(yamlTrigger(yaml), branch, ['/src/a'])).toBe(verdict);
  });
});

describe('paths', () => {
  const cases: [string, string[] | null, TriggerVerdict][] = [
    ['{ include: [src] }', ['/src/a/b.ts'], 'matches'],
    ['{ include: [src/] }', ['/docs/a.md', '/src/b.ts'], 'matches'],
    ['{ include: [/src] }', ['/src/b.ts'], 'matches'],
    ['[src]', ['/src/b.ts'], 'matches'],
    ['{ include: [src] }', ['/srcx/a.ts'], 'paths'],
    ['{ include: [src] }', ['/Src/a.ts'], 'paths'],
    ['{ include: [src/a.ts] }', ['/src/a.ts'], 'matches'],
    ['{ include: ["src/*.ts"] }', ['/src/a.ts'], 'matches'],
    ['{ include: ["src/**/x.ts"] }', ['/src/a/b/x.ts'], 'matches'],
    ['{ include: ["*"] }', ['/README.md'], 'matches'],
    ['{ include: ["/"] }', ['/README.md'], 'matches'],
    ['{ exclude: [docs] }', ['/docs/a.md'], 'paths'],
    ['{ exclude: [docs/*] }', ['/docs/a/b.md'], 'paths'],
    ['{ exclude: [docs] }', ['/docs/a.md', '/src/a.ts'], 'matches'],
    ['{ include: ["*"], exclude: ["*.md"] }', ['/README.md'], 'paths'],
    ['{ include: [src], exclude: [src/docs] }', ['/src/docs/a.md'], 'paths'],
    ['{ include: [src] }', null, 'matches'],
  ];

  test.each(cases)('paths: %s with %j: %s', (filter, paths, verdict) => {
    expect(
      triggerVerdict(yamlTrigger(`trigger:\n  branches: [main]\n  paths: ${filter}\n`), 'main', paths),
    ).toBe(verdict);
  });

  test('the branch is asked first', () => {
    expect(
      triggerVerdict(yamlTrigger('trigger:\n  branches: [main]\n  paths: [src]\n'), 'develop', ['/docs/a']),
    ).toBe('branch');
  });
});

describe('the words of a trigger', () => {
  test.each([
    ['pool: x', '*', false],
    ['trigger: none', 'none', false],
    ['trigger: [main, release/*]', 'branches: main, release/*', false],
    [
      'trigger: { batch: true, branches: { include: [main], exclude: [old] }, paths: { include: [src] } }',
      'branches: main not old; paths: src',
      true,
    ],
    ['trigger: { paths: { exclude: [docs] } }', 'paths: * not docs', false],
  ])('%s', (yaml, text, batch) => {
    expect(yamlTrigger(yaml)).toMatchObject({ text, batch });
  });
});

describe('the editor of the pipeline', () => {
  const edited = (more: Record<string, unknown> = {}) =>
    definition({
      triggers: [
        {
          triggerType: 'continuousIntegration',
          settingsSourceType: 1,
          branchFilters: ['+refs/heads/main', '-refs/heads/old'],
          ...more,
        },
      ],
    });

  test('its own filters win over the file', () => {
    const trigger = triggerOf(
      edited({ pathFilters: ['+/src', '-/src/docs'], batchChanges: true }),
      'trigger: none',
    );
    expect(trigger).toMatchObject({
      off: false,
      batch: true,
      text: 'branches: main not old; paths: /src not /src/docs',
    });
    expect(triggerVerdict(trigger, 'main', ['/src/a'])).toBe('matches');
    expect(triggerVerdict(trigger, 'main', ['/src/docs/a'])).toBe('paths');
    expect(triggerVerdict(trigger, 'old', null)).toBe('branch');
  });

  test('without filters every push counts', () => {
    expect(triggerVerdict(triggerOf(edited({ branchFilters: [] }), 'trigger: none'), 'any', null)).toBe(
      'matches',
    );
  });

  test.each([
    ['taken from the file', { settingsSourceType: 2 }],
    ['another kind of trigger', { triggerType: 'schedule' }],
  ])('%s: the file decides', (_, more) => {
    expect(triggerVerdict(triggerOf(edited(more), 'trigger: none'), 'main', null)).toBe('off');
  });
});

describe('skipMark (facts/azure-devops-and-acr.md 3.2)', () => {
  test.each([
    '[skip ci]',
    '[ci skip]',
    'skip-checks: true',
    'skip-checks:true',
    '[skip azurepipelines]',
    '[azurepipelines skip]',
    '[skip azpipelines]',
    '[azpipelines skip]',
    '[skip azp]',
    '[azp skip]',
    '***NO_CI***',
  ])('%s', (mark) => {
    expect(skipMark(`Fix the greeting\n\n${mark} for now`)).toBe(mark);
  });

  test.each(['Fix the greeting', 'skip ci', '[skip cd]', 'skip-checks: false', 'NO_CI', ''])(
    'none in %j',
    (message) => {
      expect(skipMark(message)).toBeNull();
    },
  );
});
