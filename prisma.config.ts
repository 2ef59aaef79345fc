import { defineConfig } from 'prisma-cli/config';

// `prisma generate` never runs the schema engine, but would download it unless it is told where one is.
if (process.argv.includes('generate')) process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ??= process.execPath;

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  // Absent for `generate`; `prisma migrate deploy` needs it.
  ...(process.env['DATABASE_URL'] === undefined ? {} : { datasource: { url: process.env['DATABASE_URL'] } }),
});
