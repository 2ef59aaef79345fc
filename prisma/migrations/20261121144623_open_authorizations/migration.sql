-- DropIndex
DROP INDEX "authorizations_that_lapse";

-- CreateIndex
CREATE INDEX "authorizations_open" ON "authorizations"("state") WHERE (closed_at is null);
