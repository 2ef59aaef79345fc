-- DropIndex
DROP INDEX CONCURRENTLY "webhook_deliveries_failed";
