-- Reads the tables while they are in use; no row can break the constraints.
ALTER TABLE "authorizations"
    VALIDATE CONSTRAINT "authorizations_fee_within_value",
    VALIDATE CONSTRAINT "authorizations_fee_of_account";
ALTER TABLE "api_keys" VALIDATE CONSTRAINT "api_keys_scopes_known";
