-- A hold that no worker has tried is found by next_attempt_at.
CREATE INDEX CONCURRENTLY "authorizations_tried" ON "authorizations"("waiting_since") WHERE (waiting_since is not null and tries_in_state > 0);
