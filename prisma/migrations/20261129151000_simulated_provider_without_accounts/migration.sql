-- AlterTable
-- Safe: no version reads it, as 0.1.0 is not released.
ALTER TABLE "simulated_payments" DROP COLUMN "stumbles";

-- DropTable
-- Safe: no version reads it, as 0.1.0 is not released.
DROP TABLE "simulated_accounts";

INSERT INTO "oldest_readers" ("version") VALUES ('0.1.0') ON CONFLICT DO NOTHING;
