-- AlterTable
ALTER TABLE "webhook_attempts" ADD COLUMN     "event_id" UUID;
