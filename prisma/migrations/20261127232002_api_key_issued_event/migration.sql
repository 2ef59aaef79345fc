-- AlterEnum
ALTER TYPE "webhook_event_type" ADD VALUE 'api_key_issued' BEFORE 'test';
