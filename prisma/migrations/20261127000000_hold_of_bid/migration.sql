ALTER TABLE "bids" ADD COLUMN "authorization_id" UUID;

-- A bid points to the hold that backs it: the first one, then each renewal that has taken its place, and again a hold that had been replaced
-- when somebody captures it at its provider. Also serves processes of the version before, which do not know the column.
CREATE FUNCTION "point_to_hold"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "bids" SET "authorization_id" = NEW."authorization_id"
    WHERE "bid_id" = NEW."bid_id" AND "authorization_id" IS DISTINCT FROM NEW."authorization_id";
    RETURN NULL;
END
$$;

CREATE TRIGGER "point_to_hold" AFTER INSERT ON "authorizations" FOR EACH ROW
    WHEN (NEW."bid_id" IS NOT NULL) EXECUTE FUNCTION "point_to_hold"();

CREATE TRIGGER "point_to_hold_anew" AFTER UPDATE OF "bid_id", "state" ON "authorizations" FOR EACH ROW
    WHEN (NEW."bid_id" IS NOT NULL AND (OLD."bid_id" IS NULL OR NEW."state" = 'captured_outside' AND OLD."state" <> 'captured_outside'))
    EXECUTE FUNCTION "point_to_hold"();
