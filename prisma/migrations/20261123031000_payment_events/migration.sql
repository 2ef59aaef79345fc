-- AlterEnum
ALTER TYPE "webhook_event_type" ADD VALUE 'payment_refunded' BEFORE 'test';
ALTER TYPE "webhook_event_type" ADD VALUE 'payment_disputed' BEFORE 'test';
