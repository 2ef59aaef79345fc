-- AlterEnum
ALTER TYPE "webhook_event_type" ADD VALUE 'seller_email_given' BEFORE 'test';
