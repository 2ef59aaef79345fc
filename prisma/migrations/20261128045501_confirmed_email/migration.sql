-- AlterTable
ALTER TABLE "seller_profiles" ADD COLUMN "confirmed_email" TEXT;
