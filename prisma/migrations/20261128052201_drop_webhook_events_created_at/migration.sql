-- Safe: only the retention of events read it, whose ids begin with the same instant.
DROP INDEX CONCURRENTLY "webhook_events_created_at_idx";
