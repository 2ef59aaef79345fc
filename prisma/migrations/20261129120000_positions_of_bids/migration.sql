-- The line of a bid, as one statement may write several bids on an auction.
ALTER TABLE "bids" ADD COLUMN     "transcript_position" INTEGER;

-- Safe: the function has the same name and parameters, and nothing of the version before reads what it returns.
DROP FUNCTION "append_to_transcript"(UUID, TEXT, TEXT, TIMESTAMPTZ, UUID);

CREATE FUNCTION "append_to_transcript"("of_auction" UUID, "kind" TEXT, "facts" TEXT, "happened_at" TIMESTAMPTZ, "standing_of" UUID DEFAULT NULL)
RETURNS INTEGER LANGUAGE plpgsql AS $$
DECLARE
    "last" RECORD;
    "at" TEXT := "transcript_instant"("happened_at");
BEGIN
    SELECT l."position", l."line" INTO "last" FROM "transcript_lines" l WHERE l."auction_id" = "of_auction" ORDER BY l."position" DESC LIMIT 1;
    IF NOT FOUND THEN
        INSERT INTO "transcript_lines" ("auction_id", "position", "line")
        SELECT "of_auction", 1, format(
            '{"at":"%s","auctionId":"%s","beginsAt":"%s","earlierBids":%s,"endsAt":"%s","extendsAtMostBySeconds":%s,"extendsBySeconds":%s,"firstEndsAt":"%s","kind":"opened","position":1,"previous":"%s"}',
            "at", a."auction_id", "transcript_instant"(a."bidding_period_starts_at"),
            (SELECT count(*) FROM "bids" b WHERE b."auction_id" = a."auction_id"),
            "transcript_instant"(a."bidding_period_ends_at"), coalesce(a."soft_close_maximum_seconds", 0), coalesce(a."soft_close_window_seconds", 0),
            "transcript_instant"(coalesce(a."scheduled_ends_at", a."bidding_period_ends_at")), repeat('0', 64))
        FROM "auctions" a WHERE a."auction_id" = "of_auction"
        RETURNING "transcript_lines"."position", "transcript_lines"."line" INTO "last";
    END IF;
    IF "kind" <> 'bid' THEN
        "at" := greatest("at" COLLATE "C", substr("last"."line", 8, 24));
    END IF;
    INSERT INTO "transcript_lines" ("auction_id", "position", "line", "standing_of")
    VALUES ("of_auction", "last"."position" + 1,
        '{"at":"' || "at" || '",' || "facts" || '"kind":"' || "kind" || '","position":' || "last"."position" + 1
            || ',"previous":"' || encode(sha256(convert_to("last"."line", 'UTF8')), 'hex') || '"}',
        "append_to_transcript"."standing_of");
    RETURN "last"."position" + 1;
END
$$;

CREATE OR REPLACE FUNCTION "bid_in_transcript"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW."transcript_position" := "append_to_transcript"(NEW."auction_id", 'bid',
        '"bidId":"' || NEW."bid_id" || '","bidValueInCents":' || NEW."bid_value_in_cents" || ',"bidder":' || coalesce(NEW."bidder_number"::text, 'null')
            || ',"commitment":"' || encode(sha256(convert_to(NEW."transcript_salt" || ' ' || NEW."bidder_id", 'UTF8')), 'hex') || '",',
        NEW."placed_at");
    RETURN NEW;
END
$$;

-- Safe: the function has the same name, and a process of the version before calls it without a position.
DROP FUNCTION "transcript_head"(UUID);

-- The head at a line, by default at the last one: its position and its hash.
CREATE FUNCTION "transcript_head"("of_auction" UUID, "at_position" INTEGER DEFAULT NULL) RETURNS JSONB LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    RETURN (SELECT jsonb_build_object('position', l."position", 'hash', encode(sha256(convert_to(l."line", 'UTF8')), 'hex'))
        FROM "transcript_lines" l
        WHERE l."auction_id" = "of_auction"
            AND l."position" = coalesce("at_position", (SELECT max(o."position") FROM "transcript_lines" o WHERE o."auction_id" = "of_auction")));
END
$$;
