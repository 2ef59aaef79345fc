-- AlterTable
ALTER TABLE "auctions" ADD COLUMN     "reference" TEXT;
