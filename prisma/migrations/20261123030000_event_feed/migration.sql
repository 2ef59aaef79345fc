-- The transaction is the same for every row that is there, so PostgreSQL stores this default once and rewrites nothing.
-- AlterTable
ALTER TABLE "webhook_events" ADD COLUMN     "transaction_id" BIGINT NOT NULL DEFAULT (pg_current_xact_id()::text)::bigint;
