import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { migrationNames } from '../../src/db/migrations-folder.ts';
import { diffToModels, newMigration } from '../../src/db/new-migration.ts';
import { setMigrationsStage } from './migrations-stage.ts';

const now = new Date('2026-11-21T12:34:56.789Z');

test('the migrations add up to schema.prisma', async () => {
  await using stage = await setMigrationsStage();
  expect(await diffToModels(stage.url)).toBeNull();
});

test('a new migration holds what the migrations lack, and then they lack nothing', async () => {
  await using stage = await setMigrationsStage();
  const written = await newMigration(stage.url, { name: 'The first tables!', now }, stage.folder);
  expect(written).toBe(path.join(stage.folder, 'migrations/20261121123456_the_first_tables'));
  const sql = await readFile(path.join(written!, 'migration.sql'), 'utf8');
  expect(sql).toContain('CREATE UNIQUE INDEX "bids_one_winner" ON "bids"("auction_id") WHERE (is_winning_bid);');
  expect(await newMigration(stage.url, { name: 'again', now }, stage.folder)).toBeNull();
  expect(await migrationNames(stage.folder)).toEqual(['20261121123456_the_first_tables']);
});

test('nothing of the comparison stays on the server', async () => {
  await using stage = await setMigrationsStage();
  await diffToModels(stage.url);
  expect(await stage.query(`select datname from pg_database where datname like 'prisma_migrate_shadow%'`)).toEqual([]);
  expect(await stage.query(`select relname from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([]);
});

test.each(['', '  ', '!?'])('a migration needs a name, and %j is none', async (name) => {
  await using stage = await setMigrationsStage();
  await expect(newMigration(stage.url, { name, now }, stage.folder)).rejects.toThrow('Name the migration');
});
