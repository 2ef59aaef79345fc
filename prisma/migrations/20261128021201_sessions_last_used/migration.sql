-- AlterTable
ALTER TABLE "admin_sessions" ADD COLUMN     "address" TEXT,
ADD COLUMN     "browser" TEXT,
ADD COLUMN     "last_used_at" TIMESTAMPTZ(3);
