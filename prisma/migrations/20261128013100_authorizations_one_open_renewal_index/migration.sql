-- As authorizations_one_renewal, without an entry for each hold that renews none.
CREATE UNIQUE INDEX CONCURRENTLY "authorizations_one_open_renewal" ON "authorizations"("replaces_authorization_id") WHERE (replaces_authorization_id is not null and state <> 'released' and state <> 'expired' and state <> 'failed');
