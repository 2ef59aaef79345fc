ALTER TABLE "reversals" ADD COLUMN "seller_id" UUID;

-- The version before writes rows without a seller.
CREATE FUNCTION "seller_of_reversal"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW."seller_id" IS NULL THEN
        SELECT a."seller_id" INTO NEW."seller_id" FROM "authorizations" a WHERE a."authorization_id" = NEW."authorization_id";
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER "reversals_have_a_seller" BEFORE INSERT OR UPDATE ON "reversals"
    FOR EACH ROW EXECUTE FUNCTION "seller_of_reversal"();

-- Only open disputes are found by their seller; any other row gets its seller with its next change.
UPDATE "reversals" SET "seller_id" = NULL WHERE kind = 'dispute' AND (state = 'open' OR state = 'inquiry');
