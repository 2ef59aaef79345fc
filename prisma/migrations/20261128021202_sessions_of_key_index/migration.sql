-- CreateIndex
CREATE INDEX CONCURRENTLY "admin_sessions_api_key_id_idx" ON "admin_sessions"("api_key_id");
