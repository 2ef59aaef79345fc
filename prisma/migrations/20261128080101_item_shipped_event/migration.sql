-- AlterEnum
ALTER TYPE "webhook_event_type" ADD VALUE 'item_shipped' BEFORE 'endpoint_disabled';
