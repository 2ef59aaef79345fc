-- AlterTable
ALTER TABLE "seller_profiles" ADD COLUMN     "email" TEXT;

-- AlterTable
ALTER TABLE "authorizations" ADD COLUMN     "language" TEXT,
ADD COLUMN     "time_zone" TEXT;
