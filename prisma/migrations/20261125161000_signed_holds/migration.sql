-- AlterTable
ALTER TABLE "authorizations" ADD COLUMN     "is_signed" BOOLEAN NOT NULL DEFAULT false;
