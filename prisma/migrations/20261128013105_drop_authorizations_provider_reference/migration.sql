-- DropIndex
DROP INDEX CONCURRENTLY "authorizations_provider_provider_reference_key";
