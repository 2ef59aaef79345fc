-- AlterTable
ALTER TABLE "authorizations" ADD COLUMN     "moved_at" TIMESTAMPTZ(3);
