-- CreateIndex
CREATE INDEX CONCURRENTLY "authorizations_captured_in_part" ON "authorizations"("captured_at") WHERE (captured_in_cents < value_in_cents);
