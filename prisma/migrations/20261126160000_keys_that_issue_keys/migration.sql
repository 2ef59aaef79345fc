-- A key may let its seller issue and revoke keys. The next migration validates the constraint.
ALTER TABLE "api_keys"
    DROP CONSTRAINT "api_keys_scopes_known",
    ADD CONSTRAINT "api_keys_scopes_known" CHECK (
        "scopes" IS NOT NULL
        AND cardinality("scopes") > 0
        AND "scopes" <@ ARRAY['auctions:read', 'auctions:write', 'bids:read', 'webhooks:write', 'payments:write', 'keys:write',
            'admin']
    ) NOT VALID;
