import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrationNames, prismaFolder } from '../../src/platform/db/migrations.ts';
import { unsafeInMigration } from './unsafe-in-migration.ts';

test('every migration after the baseline is safe beside processes of the version before', async () => {
  for (const name of (await migrationNames()).slice(1)) {
    const sql = await readFile(join(prismaFolder, 'migrations', name, 'migration.sql'), 'utf8');
    expect({ name, unsafe: unsafeInMigration(sql) }).toEqual({ name, unsafe: [] });
  }
});

test.each([
  'DROP TABLE "bids";',
  'ALTER TABLE "bids" DROP COLUMN "placed_at";',
  'ALTER TABLE "bids" RENAME COLUMN "placed_at" TO "at";',
  'ALTER TABLE "bids" RENAME TO "offers";',
  "ALTER TYPE \"auction_status\" RENAME VALUE 'ongoing' TO 'open';",
  'ALTER TABLE "bids" ALTER COLUMN "value_in_cents" SET DATA TYPE BIGINT;',
  'ALTER TABLE "bids" ALTER COLUMN "email" SET NOT NULL;',
  'ALTER TABLE "bids" ADD COLUMN "note" TEXT NOT NULL;',
  'ALTER TABLE "bids" ADD COLUMN "a" TEXT, ADD COLUMN "b" TEXT NOT NULL;',
  'ALTER TABLE "bids" ADD COLUMN "seen_at" TIMESTAMPTZ DEFAULT clock_timestamp();',
  '-- CreateIndex\nCREATE INDEX "x" ON "bids"("note");',
  'CREATE UNIQUE INDEX "x" ON "bids"("note");',
  'DROP INDEX "x";',
  'ALTER TABLE "bids" ADD CONSTRAINT "x" FOREIGN KEY ("a") REFERENCES "auctions"("auction_id");',
  'ALTER TABLE "bids" ADD CONSTRAINT "x" CHECK (a > 0);',
  'ALTER TABLE "bids" ADD CONSTRAINT "x" UNIQUE ("a");',
  'UPDATE "bids" SET "note" = \'\';',
  'delete from bids where note is null;',
  'TRUNCATE "bids";',
  'CREATE INDEX CONCURRENTLY "x" ON "bids"("note");\nALTER TABLE "bids" ADD COLUMN "b" TEXT;',
  'CREATE TRIGGER "t" AFTER UPDATE ON "auctions" FOR EACH ROW EXECUTE FUNCTION f();\nINSERT INTO "notes" SELECT "auction_id" FROM "auctions";',
  'INSERT INTO "notes" SELECT "auction_id" FROM "auctions";\nALTER TABLE "auctions" ADD COLUMN "note" TEXT;',
  'CREATE TRIGGER "t" AFTER UPDATE ON "auctions" FOR EACH ROW EXECUTE FUNCTION f();\nDO $$ begin perform f(); end $$;',
  'ALTER TABLE "auctions" ADD COLUMN "note" TEXT;\nALTER TABLE "bids" ADD COLUMN "note" TEXT;\nALTER TABLE "sellers" ADD COLUMN "note" TEXT;\nCREATE TRIGGER "t" AFTER UPDATE ON "authorizations" FOR EACH ROW EXECUTE FUNCTION f();',
  "SET lock_timeout = '10s';",
  '-- Safe: no version has read it since 0.3.\nALTER TABLE "bids" DROP COLUMN "note";',
])('%s is refused', (sql) => {
  expect(unsafeInMigration(sql)).toHaveLength(1);
});

test.each([
  'CREATE TABLE "notes" ("note_id" UUID NOT NULL);\nCREATE INDEX "x" ON "notes"("note_id");\nALTER TABLE "notes" ADD CONSTRAINT "y" FOREIGN KEY ("note_id") REFERENCES "bids"("bid_id");',
  'ALTER TABLE "bids" ADD COLUMN "note" TEXT;',
  'ALTER TABLE "bids" ADD COLUMN "is_odd" BOOLEAN NOT NULL DEFAULT false;',
  'ALTER TABLE "bids" ADD COLUMN "is_odd" BOOLEAN DEFAULT false NOT NULL;',
  'CREATE INDEX CONCURRENTLY "x" ON "bids"("note");',
  'DROP INDEX CONCURRENTLY "x";',
  'ALTER TABLE "bids" ADD CONSTRAINT "x" CHECK (a > 0) NOT VALID;',
  'ALTER TABLE "bids" VALIDATE CONSTRAINT "x";',
  'ALTER TABLE "bids" ADD CONSTRAINT "x" UNIQUE USING INDEX "y";',
  'ALTER TYPE "auction_status" ADD VALUE \'paused\';',
  'create function f() returns trigger language plpgsql as $$ begin update bids set a = 1; delete from bids; end $$;',
  '-- Safe: no version has read it since 0.3.\nALTER TABLE "bids" DROP COLUMN "note";\nINSERT INTO "oldest_readers" ("version") VALUES (\'0.3.0\');',
  'INSERT INTO "notes" SELECT "auction_id" FROM "auctions";',
  'CREATE TRIGGER "t" AFTER UPDATE ON "auctions" FOR EACH ROW EXECUTE FUNCTION f();',
  'CREATE TABLE "notes" ("note_id" UUID NOT NULL);\nCREATE TRIGGER "t" AFTER UPDATE ON "notes" FOR EACH ROW EXECUTE FUNCTION f();\nINSERT INTO "notes" SELECT "auction_id" FROM "auctions";',
  'ALTER TABLE "bids" ADD COLUMN "note" TEXT;\nINSERT INTO "kinds" VALUES (1);',
])('%s is let pass', (sql) => {
  expect(unsafeInMigration(sql)).toEqual([]);
});
