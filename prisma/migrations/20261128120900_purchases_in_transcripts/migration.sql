-- A purchase ends the bidding in the millisecond after its bid, and no other bid can pay then.
CREATE OR REPLACE FUNCTION "end_in_transcript"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "winner" UUID;
BEGIN
    IF NEW."status" <> 'completed' THEN
        -- Before the first line, the seller sets the period.
        IF NOT EXISTS (SELECT FROM "transcript_lines" l WHERE l."auction_id" = NEW."auction_id" AND l."position" = 1) THEN
            RETURN NULL;
        END IF;
        IF NEW."purchase_bid_id" IS DISTINCT FROM OLD."purchase_bid_id" THEN
            PERFORM "stand_in_transcript"(NEW."auction_id", b."bid_id", true) FROM "bids" b
            WHERE b."auction_id" = NEW."auction_id" AND b."bid_id" <> NEW."purchase_bid_id"
            ORDER BY b."bid_value_in_cents" DESC, b."placed_at", b."bid_id";
        ELSIF NEW."bidding_period_ends_at" > OLD."bidding_period_ends_at" THEN
            PERFORM "lead_in_transcript"(NEW."auction_id", b."bid_id", b."placed_at") FROM "bids" b
            WHERE b."auction_id" = NEW."auction_id" ORDER BY b."placed_at" DESC, b."bid_id" DESC LIMIT 1;
        END IF;
        -- The instant is that of the last line: of the bid that has moved the end.
        PERFORM "append_to_transcript"(NEW."auction_id",
            CASE WHEN NEW."bidding_period_ends_at" > OLD."bidding_period_ends_at" THEN 'extended' ELSE 'ended' END,
            format('"endsAt":"%s",', "transcript_instant"(NEW."bidding_period_ends_at")), OLD."bidding_period_starts_at");
    ELSIF NEW."cancelled_at" IS NOT NULL THEN
        PERFORM "append_to_transcript"(NEW."auction_id", 'cancelled', '', NEW."cancelled_at");
    ELSE
        SELECT b."bid_id" INTO "winner" FROM "bids" b WHERE b."auction_id" = NEW."auction_id" AND b."is_winning_bid";
        PERFORM "lead_in_transcript"(NEW."auction_id", "winner", NEW."completed_at");
        PERFORM "append_to_transcript"(NEW."auction_id", CASE WHEN "winner" IS NULL THEN 'unsold' ELSE 'sold' END,
            CASE WHEN "winner" IS NULL THEN '' ELSE format('"bidId":"%s",', "winner") END, coalesce(NEW."completed_at", clock_timestamp()));
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER "end_in_transcript" AFTER UPDATE OF "bidding_period_ends_at", "status" ON "auctions" FOR EACH ROW
    WHEN (OLD."status" <> 'completed' AND (NEW."status" = 'completed' OR NEW."bidding_period_ends_at" <> OLD."bidding_period_ends_at"
        OR NEW."purchase_bid_id" IS DISTINCT FROM OLD."purchase_bid_id"))
    EXECUTE FUNCTION "end_in_transcript"();
