-- AlterTable
ALTER TABLE "authorizations" ADD COLUMN     "erased_at" TIMESTAMPTZ(3);
