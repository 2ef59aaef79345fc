-- AlterEnum
ALTER TYPE "webhook_event_type" ADD VALUE 'delivery_details_given' BEFORE 'endpoint_disabled';
