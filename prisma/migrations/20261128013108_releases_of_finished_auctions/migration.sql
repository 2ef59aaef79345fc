-- AlterTable
ALTER TABLE "authorizations" ADD COLUMN     "auction_is_over" BOOLEAN NOT NULL DEFAULT false;
