DROP INDEX CONCURRENTLY "authorizations_by_browser";
