-- AlterTable
ALTER TABLE "sellers" ADD COLUMN     "captures_stopped_at" TIMESTAMPTZ(3);
