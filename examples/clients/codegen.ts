import type { CodegenConfig } from '@graphql-codegen/cli';

/** The types of the operations of Apollo Client, urql and the page without a build; Relay has a compiler of its own. */
export default {
  schema: 'generated/schema.graphql',
  documents: ['shared/operations.ts', 'plain/main.js'],
  generates: {
    'generated/gql/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        useTypeImports: true,
        enumType: 'string-literal',
        strictScalars: true,
        scalars: { UUID: 'string', DateTime: 'string', UnixTimestamp: 'number', Cents: 'number' },
      },
    },
  },
} satisfies CodegenConfig;
