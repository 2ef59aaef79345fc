import { defineConfig } from 'oxlint';

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'node', 'promise', 'vitest'],
  jsPlugins: ['./lint/house-rules.ts'],
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: [
    'bench/peers/**',
    'examples/clients/**',
    'src/platform/db/generated',
    'packages/client/v1.d.ts',
    'packages/client/dist',
    'examples/front-end/gql',
  ],
  rules: {
    'house/imports-go-down': 'error',
    // A circle of types alone makes it as hard to say which file comes first.
    'import/no-cycle': ['error', { ignoreTypes: false }],

    // A promise or a case that was forgotten.
    'typescript/no-misused-promises': 'error',
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],

    // What the types do not know.
    'typescript/no-explicit-any': 'error',
    'typescript/no-unsafe-argument': 'error',
    'typescript/no-unsafe-assignment': 'error',
    'typescript/no-unsafe-call': 'error',
    'typescript/no-unsafe-member-access': 'error',
    'typescript/no-unsafe-return': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/prefer-promise-reject-errors': 'error',
    'typescript/no-deprecated': 'error',
    'typescript/ban-ts-comment': 'error',

    'eslint/eqeqeq': ['error', 'always', { null: 'ignore' }],
    'eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    'unicorn/prefer-node-protocol': 'error',
    'typescript/consistent-type-imports': 'error',

    // Characters of a text are meant to be counted in code points here.
    'typescript/no-misused-spread': ['error', { allow: [{ from: 'lib', name: 'string' }] }],
    // A test may leave the expecting to a function that is named for it.
    'vitest/expect-expect': [
      'error',
      { assertFunctionNames: ['expect', 'expect*', 'waitFor*', 'expectTypeOf', 'fc.assert'] },
    ],
    'vitest/no-standalone-expect': [
      'error',
      { additionalTestBlockFunctions: ['testWith', 'testInBrowser', 'testWithRedis'] },
    ],
    // The second argument says what was expected.
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    // A test of many cases, made up or enumerated, expects of each what suits it.
    'vitest/no-conditional-expect': 'off',
    // Interfaces are written with method syntax, and nothing of ours uses `this`.
    'typescript/unbound-method': 'off',
    // Casts stand where rows and JSON come in; the tests meet the real database.
    'typescript/no-unsafe-type-assertion': 'off',
    // `import pg from 'pg'` and `import Stripe from 'stripe'` are the documented ways.
    'import/no-named-as-default': 'off',
    'import/no-named-as-default-member': 'off',
    // The compiler says it better: it knows when a switch is exhaustive.
    'typescript/consistent-return': 'off',
    'eslint/no-underscore-dangle': 'off',
    'eslint/no-shadow': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/no-array-reverse': 'off',
    'unicorn/consistent-function-scoping': 'off',
  },
  overrides: [
    {
      // Tests of the callers, under the names that these give.
      files: ['test/support/describe-with.ts'],
      rules: {
        'vitest/expect-expect': 'off',
        'vitest/no-conditional-tests': 'off',
        'vitest/no-disabled-tests': 'off',
        'vitest/valid-describe-callback': 'off',
        'vitest/valid-title': 'off',
      },
    },
    {
      files: ['src/**'],
      rules: {
        'eslint/no-console': 'error',
        // Where programs are found is the machine's business, not a setting of the service.
        'node/no-process-env': ['error', { allowedVariables: ['PATH'] }],
        'unicorn/no-process-exit': 'error',
        'house/only-entries-act': 'error',
        'house/words-in-catalogues': 'error',
      },
    },
    {
      files: ['src/{auctions,payments,settlement}/**'],
      rules: { 'house/one-clock': 'error' },
    },
    {
      // A comparison with a provider may begin a moment earlier or later.
      files: ['src/settlement/books/**'],
      rules: { 'house/one-clock': 'off' },
    },
    {
      // Importing a noun's file is what adds it to the schema.
      files: ['src/api/graphql/**'],
      rules: { 'house/only-entries-act': 'off', 'import/no-unassigned-import': 'off' },
    },
    {
      // The programs and the commands, and the room that brings the service up, speak to a person and end the process.
      files: ['src/*.{ts,mjs}', 'src/operations/commands/**', 'src/operations/start/**'],
      rules: { 'eslint/no-console': 'off', 'unicorn/no-process-exit': 'off' },
    },
    {
      // They hand the environment to config.ts.
      files: ['src/*.{ts,mjs}', 'src/operations/commands/**'],
      rules: { 'node/no-process-env': 'off' },
    },
    {
      files: ['src/operations/start/app.ts'],
      rules: { 'eslint/no-console': 'error', 'node/no-process-env': 'error', 'unicorn/no-process-exit': 'error' },
    },
    {
      // Any Node of the host runs these, before there is a package that they could import or a type to check.
      files: ['**/*.mjs', 'packages/verify-transcript/verify.js'],
      rules: {
        'typescript/no-unsafe-argument': 'off',
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-call': 'off',
        'typescript/no-unsafe-member-access': 'off',
        'typescript/no-unsafe-return': 'off',
      },
    },
    {
      // Scripts for a browser: loaded as they are, so they are untyped and act at once.
      files: ['src/**/browser/**/*.js'],
      rules: {
        'house/only-entries-act': 'off',
        'typescript/no-unsafe-argument': 'off',
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-call': 'off',
        'typescript/no-unsafe-member-access': 'off',
        'typescript/no-unsafe-return': 'off',
      },
    },
    {
      files: ['test/**'],
      rules: { 'house/seeded-input': 'error', 'house/plain-test-names': 'error' },
    },
    {
      // Tests read answers whose shape is what they test.
      files: ['test/**', 'bench/**'],
      rules: {
        'typescript/no-explicit-any': 'off',
        'typescript/no-unsafe-argument': 'off',
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-call': 'off',
        'typescript/no-unsafe-member-access': 'off',
        'typescript/no-unsafe-return': 'off',
      },
    },
  ],
});
