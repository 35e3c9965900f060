import { describe, expect, test } from '@jest/globals';
import { CATALOGUE } from '../../../src/diagnostics/catalogue/all.ts';
import { fillCommand } from '../../../src/diagnostics/catalogue/command.ts';
import { placesOf } from '../../../src/diagnostics/catalogue/places.ts';

/** Commands that only read, by their first words. */
const READ_ONLY = [
  'az acr check-health',
  'az acr manifest show',
  'az acr manifest show-metadata',
  'az acr private-endpoint-connection list',
  'az acr repository list',
  'az acr show',
  'az afd endpoint list',
  'az aks list',
  'az devops service-endpoint list',
  'az network private-dns zone list',
  'az pipelines pool list',
  'az pipelines runs list',
  'az pipelines runs show',
  'az pipelines show',
  'az repos list',
  'az repos policy list',
  'az repos pr list',
  'az repos pr policy list',
  'az repos pr reviewer list',
  'az repos pr show',
  'az repos ref list',
  'az repos show',
  'argocd app diff',
  'argocd app get',
  'argocd app history',
  'argocd app list',
  'argocd app manifests',
  'argocd app resources',
  'argocd appset get',
  'argocd cluster get',
  'argocd cluster list',
  'argocd proj get',
  'argocd proj windows list',
  'argocd repo get',
  'git branch --remotes --contains',
  'git grep',
  'git log',
  'git ls-remote',
  'git show',
  'git tag --contains',
  'kubectl describe',
  'kubectl get',
  'kubectl logs',
  'kubectl rollout history',
  'kubectl rollout status',
  'kubectl top pod',
];

const COMMANDS = CATALOGUE.flatMap(({ code, commands }) =>
  commands.map((command) => [code, command] as const),
);

function breaking(isWrong: (command: string) => boolean): string[] {
  return COMMANDS.filter(([, command]) => isWrong(command)).map(([code, command]) => `${code}: ${command}`);
}

describe('the commands of the catalogue', () => {
  test('only read', () => {
    const isAllowed = (command: string) =>
      READ_ONLY.some((start) => command === start || command.startsWith(`${start} `));
    expect(breaking((command) => !isAllowed(command))).toEqual([]);
    expect(breaking((command) => /--(hard-)?refresh|--watch(?!=false)|--force/.test(command))).toEqual([]);
  });

  test('every start that is allowed is used', () => {
    expect(READ_ONLY.filter((start) => !COMMANDS.some(([, command]) => command.startsWith(start)))).toEqual(
      [],
    );
  });

  test('are one command each, whose places stand outside quotes', () => {
    const outside = (command: string) => command.replace(/'[^']*'|"[^"]*"/g, '');
    expect(breaking((command) => /[;|&<>`$*]/.test(outside(command)))).toEqual([]);
    expect(breaking((command) => placesOf(outside(command)).length !== placesOf(command).length)).toEqual([]);
  });

  test('are at most three for a finding, and at least one for a cause', () => {
    expect(CATALOGUE.filter(({ commands }) => commands.length > 3)).toEqual([]);
    expect(CATALOGUE.filter(({ leaf, commands }) => leaf !== null && commands.length === 0)).toEqual([]);
  });
});

describe('fillCommand', () => {
  test.each([
    ['main', 'git log origin/main'],
    ['feature/new-page_2', 'git log origin/feature/new-page_2'],
    ['a b', "git log origin/'a b'"],
    ['$(reboot)', "git log origin/'$(reboot)'"],
    ['x;reboot', "git log origin/'x;reboot'"],
    ["it's", String.raw`git log origin/'it'\''s'`],
    ['', "git log origin/''"],
    ['a\nb', "git log origin/'a\nb'"],
  ])('%j', (branch, command) => {
    expect(fillCommand('git log origin/{branch}', { branch })).toBe(command);
  });

  test('numbers and missing facts', () => {
    expect(fillCommand('az pipelines runs show --id {run}', { run: 4812 })).toBe(
      'az pipelines runs show --id 4812',
    );
    expect(fillCommand('az pipelines runs show --id {run}', {})).toBe('az pipelines runs show --id {run}');
  });
});
