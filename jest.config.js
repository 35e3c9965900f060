/** Jest runs the TypeScript sources as native ES modules; swc strips the types, `npm run types` checks them. */
export default {
  testEnvironment: 'node',
  // Jest leaves one core free by default: on two cores that is half the machine.
  maxWorkers: '100%',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
  },
  setupFilesAfterEnv: ['<rootDir>/test/setup.ts'],
};
