-- Most changes of a hold have no consequence for its bid: PostgreSQL then does not call the function, which took 5 % of the time of a sale. The
-- function decides, so the conditions are short: PostgreSQL parses them for each statement.
DROP TRIGGER "follow_hold" ON "authorizations";

CREATE TRIGGER "follow_new_hold" AFTER INSERT ON "authorizations" FOR EACH ROW
    WHEN (NEW."bid_id" IS NOT NULL) EXECUTE FUNCTION "follow_hold"();

-- Whoever raises or voids a bid, or gives a capture up, records why.
CREATE TRIGGER "follow_hold" AFTER UPDATE OF "bid_id", "state" ON "authorizations" FOR EACH ROW
    WHEN (NEW."failure_code" IS NOT NULL OR NEW."state" = 'captured_outside' OR NEW."replaces_authorization_id" IS NOT NULL)
    EXECUTE FUNCTION "follow_hold"();
