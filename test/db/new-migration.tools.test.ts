import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { migrationNames } from '../../src/platform/db/migrations.ts';
import { diffToModels, writeMigration } from '../../prisma/write-migration.ts';
import { setMigrationsStage } from './migrations-stage.ts';

const now = new Date('2026-11-21T12:34:56.789Z');

test('the migrations add up to schema.prisma', async () => {
  await using stage = await setMigrationsStage();
  expect(await diffToModels(stage.url)).toBeNull();
});

test('a new migration holds what the migrations lack, and then they lack nothing', async () => {
  await using stage = await setMigrationsStage();
  const written = await writeMigration(stage.url, { name: 'The first tables!', now }, stage.folder);
  expect(written).toBe(path.join(stage.folder, 'migrations/20261121123456_the_first_tables'));
  const sql = await readFile(path.join(written!, 'migration.sql'), 'utf8');
  expect(sql).toContain('CREATE UNIQUE INDEX "bids_one_winner" ON "bids"("auction_id") WHERE (is_winning_bid);');
  expect(await writeMigration(stage.url, { name: 'again', now }, stage.folder)).toBeNull();
  expect(await migrationNames(stage.folder)).toEqual(['20261121123456_the_first_tables']);
});

test('nothing of the comparison stays on the server', async () => {
  await using stage = await setMigrationsStage();
  await diffToModels(stage.url);
  expect(await stage.query(`select datname from pg_database where datname like 'migrate_new_%'`)).toEqual([]);
  expect(await stage.query(`select relname from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([]);
});

test.each(['', '  ', '!?'])('a migration needs a name, and %j is refused', async (name) => {
  await using stage = await setMigrationsStage();
  await expect(writeMigration(stage.url, { name, now }, stage.folder)).rejects.toThrow('Name the migration');
});
