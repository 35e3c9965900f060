// Who may import whom, held by one table: architecture.json. The lint rules are built from the same table.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { ESLint, Linter } from 'eslint';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import picomatch from 'picomatch';
import ts from 'typescript';
import { z } from 'zod';

const root = fileURLToPath(new URL('../', import.meta.url));

const layerSchema = z
  .object({
    what: z.string(),
    files: z.array(z.string()),
    /** No clock, no environment, no chance. */
    core: z.boolean().default(false),
    imports: z.union([z.array(z.string()), z.literal('everything')]),
    packages: z.union([z.array(z.string()), z.literal('everything')]).default([]),
    node: z.boolean().default(false),
  })
  .strict();
const { layers, pureLibraries } = z
  .object({ pureLibraries: z.array(z.string()), layers: z.record(layerSchema) })
  .strict()
  .parse(JSON.parse(readFileSync(join(root, 'architecture.json'), 'utf8')));

/** A layer inside another one's folder is the more precise one: the longest pattern that matches. */
function layerOf(file: string): string | undefined {
  const matches = Object.entries(layers).flatMap(([name, { files }]) =>
    files.filter((pattern) => picomatch.isMatch(file, pattern)).map((pattern) => ({ name, pattern })),
  );
  return matches.sort((a, b) => b.pattern.length - a.pattern.length)[0]?.name;
}

/** Everything in one file that the table or the house rules forbid. */
function violations(file: string, text: string): readonly string[] {
  const name = layerOf(file);
  const layer = name === undefined ? undefined : layers[name];
  if (layer === undefined) return [`${file} belongs to no layer of architecture.json`];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const refuse = (node: ts.Node, why: string) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    found.push(`${file}:${line + 1} ${why}`);
  };

  const checkImport = (node: ts.Node, specifier: string) => {
    if (specifier.startsWith('.')) {
      const target = layerOf(join(dirname(file), specifier));
      if (target === undefined) {
        refuse(node, `imports ${specifier}, which is in no layer`);
        return;
      }
      if (layer.imports !== 'everything' && !layer.imports.includes(target)) {
        refuse(node, `${String(name)} may not import ${target}`);
      }
      return;
    }
    if (specifier.startsWith('node:')) {
      if (!layer.node) refuse(node, `${String(name)} may not import ${specifier}`);
      return;
    }
    const packageName = specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/');
    const allowed =
      layer.packages === 'everything' || [...pureLibraries, ...layer.packages].includes(packageName);
    if (!allowed) refuse(node, `${String(name)} may not import ${packageName}`);
  };

  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier))
      checkImport(node, node.moduleSpecifier.text);
    if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined)
      refuse(node, 'passes on exports of another file');
    if (
      ts.isImportTypeNode(node) &&
      ts.isLiteralTypeNode(node.argument) &&
      ts.isStringLiteral(node.argument.literal)
    ) {
      checkImport(node, node.argument.literal.text);
    }
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments;
      if (argument !== undefined && ts.isStringLiteral(argument)) checkImport(node, argument.text);
      else if (name !== 'lab') refuse(node, 'imports what is only known when it runs');
    }
    if (ts.isExportAssignment(node)) refuse(node, 'has a default export');
    if (
      ts.canHaveModifiers(node) &&
      ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)
    ) {
      refuse(node, 'has a default export');
    }
    if (node.kind === ts.SyntaxKind.AnyKeyword) refuse(node, 'has an any');
    if (ts.isEnumDeclaration(node)) refuse(node, 'has an enum');
    if (ts.isPropertyAccessExpression(node)) {
      const what = node.getText(source);
      if (what.startsWith('console.')) refuse(node, 'writes to the console');
      if (
        layer.core &&
        /^(?:Date\.now|Math\.random|performance\.now|process\.\w+|globalThis\.\w+)$/.test(what)
      ) {
        refuse(node, `is core and uses ${what}`);
      }
    }
    if (layer.core && ts.isNewExpression(node) && node.getText(source) === 'new Date()') {
      refuse(node, 'is core and reads the clock');
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => join('src', name));

test.each(files)('%s', (file) => {
  expect(violations(file, readFileSync(join(root, file), 'utf8'))).toEqual([]);
});

describe('the table', () => {
  test('names only layers it has', () => {
    const named = Object.values(layers).flatMap(({ imports }) => (imports === 'everything' ? [] : imports));

    expect(Object.keys(layers)).toEqual(expect.arrayContaining([...new Set(named)]));
  });

  test('names only packages that are installed for production', () => {
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      dependencies: object;
    };
    const named = Object.values(layers).flatMap(({ packages }) =>
      packages === 'everything' ? [] : packages,
    );

    expect(Object.keys(dependencies)).toEqual(
      expect.arrayContaining([...new Set([...named, ...pureLibraries])]),
    );
  });

  test('gives each SDK of Teams to one folder', () => {
    const owners = Object.entries(layers).filter(([, { packages }]) => packages.includes('botbuilder'));

    expect(owners.map(([name]) => name)).toEqual(['bot']);
  });
});

/** Files that must be refused: without them a checker that sees nothing would be green. */
const FORBIDDEN: readonly [string, string, string, string][] = [
  [
    'a node module in the core',
    'src/diagnostics/x.ts',
    "import { readFileSync } from 'node:fs';",
    'diagnostics may not import node:fs',
  ],
  [
    'an SDK in the core',
    'src/diagnostics/links/x.ts',
    "import type { V1Pod } from '@kubernetes/client-node';",
    'diagnostics may not import @kubernetes/client-node',
  ],
  [
    'a client in a link',
    'src/diagnostics/links/x.ts',
    "import { a } from '../clients/http.ts';",
    'diagnostics may not import clients',
  ],
  [
    'a client called late',
    'src/diagnostics/trace.ts',
    "const a = await import('./clients/http.ts');",
    'diagnostics may not import clients',
  ],
  [
    'a link in a client',
    'src/diagnostics/clients/x.ts',
    "import { a } from '../links/merge.ts';",
    'clients may not import diagnostics',
  ],
  [
    'the SDK of Teams in a card',
    'src/bot/cards/x.ts',
    "import { CardFactory } from 'botbuilder';",
    'cards may not import botbuilder',
  ],
  ['the bot in a card', 'src/bot/cards/x.ts', "import { a } from '../turn.ts';", 'cards may not import bot'],
  [
    'the SDK of Teams outside the bot',
    'src/compose.ts',
    "import { TeamsAdapter } from '@microsoft/teams-ai';",
    'compose may not import @microsoft/teams-ai',
  ],
  [
    'the lab in the service',
    'src/main.ts',
    "import { startLab } from './lab/server.ts';",
    'main may not import lab',
  ],
  [
    'the lab in the composition',
    'src/compose.ts',
    "import { startLab } from './lab/server.ts';",
    'compose may not import lab',
  ],
  [
    'a client built by the bot',
    'src/bot/x.ts',
    "import { a } from '../diagnostics/clients/http.ts';",
    'bot may not import clients',
  ],
  [
    'the writer in a dialog',
    'src/dialogs/x.ts',
    "import { a } from '../rollback/revert.ts';",
    'dialogs may not import rollback',
  ],
  [
    'an SDK on the command line',
    'src/cli/x.ts',
    "import { a } from '@azure/identity';",
    'cli may not import @azure/identity',
  ],
];

describe('what is refused', () => {
  test.each(FORBIDDEN)('%s', (_, file, text, expected) => {
    expect(violations(file, text)).toEqual([`${file}:1 ${expected}`]);
  });

  test.each([
    ['src/diagnostics/x.ts', 'const now = new Date();', 'is core and reads the clock'],
    ['src/diagnostics/x.ts', 'const now = Date.now();', 'is core and uses Date.now'],
    ['src/dialogs/x.ts', 'const home = process.env;', 'is core and uses process.env'],
    ['src/bot/x.ts', 'export default 1;', 'has a default export'],
    ['src/bot/x.ts', 'export default function f() {}', 'has a default export'],
    ['src/bot/x.ts', "export * from './turn.ts';", 'passes on exports of another file'],
    ['src/bot/x.ts', 'const a: any = 1;', 'has an any'],
    ['src/bot/x.ts', "console.log('a');", 'writes to the console'],
  ])('%s: %s', (file, text, expected) => {
    expect(violations(file, text)).toEqual([`${file}:1 ${expected}`]);
  });

  test('a file of no layer', () => {
    expect(violations('src/helpers/x.ts', '')).toEqual([
      'src/helpers/x.ts belongs to no layer of architecture.json',
    ]);
  });

  test.each([
    ['src/diagnostics/x.ts', "import { z } from 'zod';\nconst at = new Date(0);"],
    [
      'src/compose.ts',
      "import { a } from './diagnostics/clients/http.ts';\nimport { b } from './bot/turn.ts';",
    ],
    ['src/cli/lab.ts', "const { startLab } = await import('../lab/server.ts');"],
  ])('but not %s: %s', (file, text) => {
    expect(violations(file, text)).toEqual([]);
  });
});

describe('the lint rules', () => {
  const eslint = new ESLint({ cwd: root });
  const linter = new Linter();
  let ruleOf: (file: string) => Promise<Linter.RuleEntry | undefined>;

  beforeAll(() => {
    ruleOf = async (file) => {
      const config = (await eslint.calculateConfigForFile(join(root, file))) as Linter.Config;
      return config.rules?.['no-restricted-imports'];
    };
  });

  async function messages(file: string, text: string): Promise<readonly string[]> {
    const rule = await ruleOf(file);
    const javascript = text.replace('import type', 'import');
    return linter
      .verify(javascript, rule === undefined ? {} : { rules: { 'no-restricted-imports': rule } })
      .map(({ ruleId }) => String(ruleId));
  }

  // A specifier does not tell neighbours in one folder apart, and a dynamic import is not seen: the test above holds these.
  const unseen = [
    'a client called late',
    'a link in a client',
    'the bot in a card',
    'the writer in a dialog',
  ];
  const seen = FORBIDDEN.filter(([title]) => !unseen.includes(title));
  test.each(seen)('refuse %s', async (_, file, text) => {
    expect(await messages(file, text)).toEqual(['no-restricted-imports']);
  });

  test.each([
    ['src/diagnostics/x.ts', "import { z } from 'zod';"],
    ['src/diagnostics/links/x.ts', "import { a } from '../evidence/observed.ts';"],
    ['src/compose.ts', "import { a } from './diagnostics/clients/http.ts';"],
    ['src/cli/lab.ts', "import { a } from '../lab/server.ts';"],
    ['src/lab/x.ts', "import { a } from '../diagnostics/clients/http.ts';"],
  ])('let %s %s', async (file, text) => {
    expect(await messages(file, text)).toEqual([]);
  });
});
