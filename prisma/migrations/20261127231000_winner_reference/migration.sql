-- AlterTable
ALTER TABLE "bids" ADD COLUMN     "winner_reference" TEXT;
