import type { MigrationList, SchemaEngine, SchemaFilter } from '@prisma/schema-engine-wasm/schema_engine_bg';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { allTables, withSchemaEngine } from '../../prisma/schema-engine.ts';
import { CannotStart } from '../../src/core/cannot-start.ts';
import { connectDatabase } from '../../src/platform/db/connect-database.ts';
import { applyMigrations } from '../../src/platform/db/migrate.ts';
import { migrationNames, pendingMigrations } from '../../src/platform/db/migrations.ts';
import { type MigrationsStage, setMigrationsStage } from './migrations-stage.ts';

const functionOfTwoStatements = `
  create function two() returns int language sql as $$ select 1; select 2; $$;
  create table kept (note text default 'a;b');`;

test('every migration is applied once, oldest first', async () => {
  await using stage = await setMigrationsStage();
  expect(await applyMigrations(stage.url)).toEqual(await migrationNames());
  expect(await applyMigrations(stage.url)).toEqual([]);
});

test('processes that start together apply each migration once', async () => {
  await using stage = await setMigrationsStage();
  const applied = await Promise.all([1, 2, 3].map(() => applyMigrations(stage.url)));
  expect(applied.flat()).toEqual(await migrationNames());
});

test("Prisma's engine and the service take over from each other", async () => {
  await using stage = await setMigrationsStage();
  await stage.write('1_first', 'create table first ();');
  expect(await withPrisma(stage, (engine, list) => engine.applyMigrations(list))).toEqual({
    appliedMigrationNames: ['1_first'],
  });
  await stage.write('2_second', 'create table second ();');
  expect(await applyMigrations(stage.url, stage.folder)).toEqual(['2_second']);
  expect(await withPrisma(stage, (engine, list) => engine.applyMigrations(list))).toEqual({
    appliedMigrationNames: [],
  });
  const found = await withPrisma(stage, (engine, list) =>
    engine.diagnoseMigrationHistory({ ...list, optInToShadowDatabase: false }),
  );
  // No history means that nothing is missing on either side.
  expect(found).toMatchObject({ editedMigrationNames: [], failedMigrationNames: [], history: null });
});

test('the record of a migration has the columns and the values that Prisma gives it', async () => {
  await using prismas = await setMigrationsStage();
  await using ours = await setMigrationsStage();
  for (const stage of [prismas, ours]) await stage.write('1_first', 'create table first ();');
  await withPrisma(prismas, (engine, list) => engine.applyMigrations(list));
  await applyMigrations(ours.url, ours.folder);
  const definition = `
    select column_name, data_type, character_maximum_length, is_nullable, column_default from information_schema.columns
    where table_name = '_prisma_migrations' order by ordinal_position`;
  const record = `
    select length(id) as id, checksum, finished_at >= started_at as "isFinished", migration_name, logs, rolled_back_at,
      applied_steps_count from _prisma_migrations`;
  for (const query of [definition, record]) expect(await ours.query(query)).toEqual(await prismas.query(query));
});

test('a database with tables of another program is refused', async () => {
  await using stage = await setMigrationsStage();
  await stage.query('create table theirs ()');
  const failure = await applyMigrations(stage.url, stage.folder).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(CannotStart);
  expect((failure as Error).message).toContain('theirs');
});

test('the migrations that a database lacks are named', async () => {
  await using stage = await setMigrationsStage();
  await using db = await connectDatabase(stage.url, { connections: 1 });
  const names = await migrationNames();
  expect(await pendingMigrations(db)).toEqual(names);
  await applyMigrations(stage.url);
  expect(await pendingMigrations(db)).toEqual([]);
  await stage.query(`delete from _prisma_migrations where migration_name = '${names.at(-1)}'`);
  expect(await pendingMigrations(db)).toEqual([names.at(-1)]);
});

test('a semicolon inside a function or a text does not end a statement', async () => {
  await using stage = await setMigrationsStage();
  await stage.write('1_function', functionOfTwoStatements);
  expect(await applyMigrations(stage.url, stage.folder)).toEqual(['1_function']);
  await stage.query('insert into kept default values');
  expect(await stage.query('select two(), note from kept')).toEqual([{ two: 2, note: 'a;b' }]);
});

test('a failed migration leaves nothing, tells the reason, and can be corrected', async () => {
  await using stage = await setMigrationsStage();
  await stage.write('1_first', 'create table first ();');
  await stage.write('2_second', 'create table second (); create table third (a no_such_type);');
  const failure = await applyMigrations(stage.url, stage.folder).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(CannotStart);
  expect((failure as Error).message).toMatch(/2_second failed .* type "no_such_type" does not exist \(42704\)/);
  expect(await stage.query(`select to_regclass('first') as first, to_regclass('second') as second`)).toEqual([
    { first: 'first', second: null },
  ]);
  await stage.write('2_second', 'create table second ();');
  expect(await applyMigrations(stage.url, stage.folder)).toEqual(['2_second']);
});

test('a migration whose process died is applied by the next', async () => {
  await using stage = await setMigrationsStage();
  await stage.write('1_first', 'create table first ();');
  await applyMigrations(stage.url, stage.folder);
  await stage.write('2_second', 'create table second ();');
  // What Prisma writes before it begins.
  await stage.query(
    `insert into _prisma_migrations (id, checksum, migration_name) values (gen_random_uuid(), 'x', '2_second')`,
  );
  expect(await applyMigrations(stage.url, stage.folder)).toEqual(['2_second']);
});

test('a migration that changes after its run stays in its first form', async () => {
  await using stage = await setMigrationsStage();
  await stage.write('1_first', 'create table first (); insert into first default values;');
  await applyMigrations(stage.url, stage.folder);
  await stage.write('1_first', 'create table first ();');
  await stage.write('2_second', 'create table second ();');
  expect(await applyMigrations(stage.url, stage.folder)).toEqual(['2_second']);
  expect(await stage.query('select from first')).toHaveLength(1);
});

async function withPrisma<Result>(
  { url, folder }: MigrationsStage,
  work: (engine: SchemaEngine, list: { migrationsList: MigrationList; filters: SchemaFilter }) => Promise<Result>,
): Promise<Result> {
  const baseDir = path.join(folder, 'migrations');
  const read = (file: string) => readFile(path.join(baseDir, file), 'utf8');
  const migrationsList: MigrationList = {
    baseDir,
    lockfile: { path: 'migration_lock.toml', content: await read('migration_lock.toml') },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      (await migrationNames(folder)).map(async (name) => ({
        path: name,
        migrationFile: {
          path: 'migration.sql',
          content: { tag: 'ok' as const, value: await read(`${name}/migration.sql`) },
        },
      })),
    ),
  };
  const models = await readFile(path.join(folder, 'schema.prisma'), 'utf8');
  return withSchemaEngine(url, models, (engine) => work(engine, { migrationsList, filters: allTables }));
}
