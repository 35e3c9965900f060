// Our health against Argo CD's own test data, where MAILLON_PEER_DATA names the folder that holds it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { argocdHealth } from '../../../src/diagnostics/kubernetes/health.ts';

const peers = join(process.env['MAILLON_PEER_DATA'] ?? '', 'argocd-health');
const isThere = process.env['MAILLON_PEER_DATA'] !== undefined && existsSync(peers);

function object(file: string): unknown {
  // One of the files has a duplicated key: the last one wins, as in Argo CD.
  return parse(readFileSync(file, 'utf8'), { uniqueKeys: false });
}

function builtin(): [string, unknown][] {
  if (!isThere) return [];
  const expected: unknown = JSON.parse(readFileSync(join(peers, 'builtin-expected.json'), 'utf8'));
  return Object.entries(expected as Record<string, unknown>);
}

interface Suite {
  readonly tests: readonly {
    readonly inputPath: string;
    readonly healthStatus: { readonly status: string };
  }[];
}

function customized(): [string, string, string][] {
  if (!isThere) return [];
  const root = join(peers, 'customizations');
  return readdirSync(root).flatMap((group) =>
    readdirSync(join(root, group)).flatMap((kind) => {
      const folder = join(root, group, kind);
      const suite = parse(readFileSync(join(folder, 'health_test.yaml'), 'utf8')) as Suite;
      return (
        suite.tests
          // Some inputs lie one folder deeper than here; the file's name is enough.
          .map((one) => [
            one.inputPath,
            join(folder, 'testdata', one.inputPath.split('/').at(-1) ?? ''),
            one.healthStatus.status,
          ])
          .filter((row): row is [string, string, string] => existsSync(row[1] ?? ''))
          .map(([path, file, status]): [string, string, string] => [`${group}/${kind}/${path}`, file, status])
      );
    }),
  );
}

const describeData = isThere ? describe : describe.skip;

describeData('Argo CD health on the data of its own tests', () => {
  test('the data is there', () => {
    expect(builtin().length).toBeGreaterThan(40);
    expect(customized().length).toBeGreaterThan(40);
  });

  for (const [file, status] of builtin()) {
    test(`built-in ${file}`, () => {
      expect(argocdHealth(object(join(peers, 'builtin', file)))).toBe(status);
    });
  }

  for (const [name, file, status] of customized()) {
    test(name, () => {
      expect(argocdHealth(object(file))).toBe(status);
    });
  }
});
