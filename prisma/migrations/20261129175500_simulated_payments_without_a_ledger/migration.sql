-- Nothing but tests has read the ledger of the simulated provider. They keep one of their own (`test/support/migrate-with-ledger.ts`).

-- DropTable
-- Safe: no version reads it, as 0.1.0 is not released.
DROP TABLE "simulated_ledger";

-- Safe: only the trigger of that table has called it.
DROP FUNCTION "refuse_to_rewrite_ledger";

-- DropEnum
-- Safe: only that table has had it.
DROP TYPE "simulated_effect";

-- Payments of sellers that were reset, which waited for a sweep.
-- Safe: nobody refers to them any more.
DELETE FROM "simulated_reversals" WHERE "reference" IN (SELECT "reference" FROM "simulated_payments" WHERE starts_with("account", 'former:'));
-- Safe: nobody refers to them any more.
DELETE FROM "simulated_payments" WHERE starts_with("account", 'former:');

INSERT INTO "oldest_readers" ("version") VALUES ('0.1.0') ON CONFLICT DO NOTHING;
