-- CreateIndex
CREATE INDEX CONCURRENTLY "authorizations_reversed" ON "authorizations"("reversals_due_at") WHERE (reversals_due_at is not null and (state = 'captured' or state = 'captured_outside'));
