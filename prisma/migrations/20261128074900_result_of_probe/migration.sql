-- AlterTable
ALTER TABLE "probe_marks" ADD COLUMN     "result" TEXT;
