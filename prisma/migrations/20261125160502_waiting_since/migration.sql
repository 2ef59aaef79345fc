-- AlterTable
ALTER TABLE "authorizations" ADD COLUMN     "waiting_since" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "kept_cards" ADD COLUMN     "waiting_since" TIMESTAMPTZ(3);
