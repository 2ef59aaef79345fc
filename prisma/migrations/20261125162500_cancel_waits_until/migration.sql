-- AlterTable
ALTER TABLE "auctions" ADD COLUMN     "cancel_waits_until" TIMESTAMPTZ(3);
