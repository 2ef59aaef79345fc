-- AlterTable
-- Safe: no version reads it, as 0.1.0 is not released.
ALTER TABLE "auction_presentations" DROP COLUMN "rendered";

-- AlterTable
-- Safe: no version reads it, as 0.1.0 is not released.
ALTER TABLE "seller_profiles" DROP COLUMN "rendered";

INSERT INTO "oldest_readers" ("version") VALUES ('0.1.0');
