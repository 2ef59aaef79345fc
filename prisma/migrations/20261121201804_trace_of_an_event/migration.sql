-- AlterTable
ALTER TABLE "webhook_events" ADD COLUMN     "traceparent" TEXT;
