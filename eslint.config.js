import { readFileSync } from 'node:fs';
import tseslint from 'typescript-eslint';

const { layers, pureLibraries } = JSON.parse(
  readFileSync(new URL('architecture.json', import.meta.url), 'utf8'),
);

/**
 * One block per layer of architecture.json. A specifier tells the folder it goes to, not the layer: what lies in one folder
 * with its neighbour (`bot/cards` and `bot`) is only told apart by test/architecture.test.ts.
 */
const layerRules = Object.entries(layers).map(([name, { files, imports, packages = [], node = false }]) => ({
  files,
  // A layer inside the folder of this one has its own block.
  ignores: Object.entries(layers)
    .filter(([other]) => other !== name)
    .flatMap(([, layer]) => layer.files)
    .filter((inner) =>
      files.some((outer) => inner !== outer && inner.startsWith(outer.replace(/\*\*$/, ''))),
    ),
  rules: {
    'no-restricted-imports': ['error', { patterns: restrictedPatterns(name, imports, packages, node) }],
  },
}));

function restrictedPatterns(name, imports, packages, node) {
  const patterns = [];
  if (packages !== 'everything') {
    const allowed = [...pureLibraries, ...packages].map((text) => text.replace('/', '\\/')).join('|');
    patterns.push({
      regex: `^(?!\\.|node:|(?:${allowed})(?:\\/|$))`,
      message: `${name} may not import this package (architecture.json).`,
    });
  }
  if (!node)
    patterns.push({ regex: '^node:', message: `${name} may not import node modules (architecture.json).` });
  if (imports !== 'everything') {
    const folders = Object.entries(layers)
      .filter(([other]) => other !== name && !imports.includes(other))
      .flatMap(([, layer]) => layer.files)
      .map((pattern) => pattern.replace(/^src\//, '').replace(/\/?\*\*$/, ''))
      // The folder this layer lives in, or one that holds layers it may import.
      .filter(
        (folder) =>
          ![name, ...imports].some((own) =>
            layers[own].files.some((file) => file.startsWith(`src/${folder}/`)),
          ),
      )
      .map((folder) => folder.split('/').at(-1).replace('.', '\\.'));
    if (folders.length > 0) {
      patterns.push({
        regex: `^\\.{1,2}\\/(?:.*\\/)?(?:${folders.join('|')})(?:\\/|$)`,
        message: `${name} may not import this folder (architecture.json).`,
      });
    }
  }
  return patterns;
}

export default tseslint.config(
  { ignores: ['dist', 'node_modules', 'test/cases', '.state'] },
  {
    files: ['src/**/*.ts', 'test/**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'no-console': 'error',
      // `== null` asks for both kinds of nothing at once.
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  ...layerRules,
);
