-- CreateTable
CREATE TABLE "transcript_lines" (
    "auction_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "line" TEXT NOT NULL,
    "standing_of" UUID,

    CONSTRAINT "transcript_lines_pkey" PRIMARY KEY ("auction_id","position")
);

-- CreateIndex
CREATE INDEX "transcript_lines_standing" ON "transcript_lines"("auction_id", "standing_of", "position") WHERE standing_of is not null;

-- AlterTable
ALTER TABLE "bids" ADD COLUMN     "transcript_salt" UUID;

ALTER TABLE "bids" ALTER COLUMN "transcript_salt" SET DEFAULT gen_random_uuid();

-- The transcript of an auction: packages/verify-transcript/README.md documents its lines to the byte, and verify.js computes them again. Triggers write
-- them, so a line and its fact are committed together, also by processes of the version before. Every statement that fires one of them
-- holds the lock of the auction's row; without it, two lines would have one position, and the second writer fails.

CREATE FUNCTION "transcript_instant"("instant" TIMESTAMPTZ) RETURNS TEXT LANGUAGE sql STABLE
RETURN to_char("instant" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- Adds a line. Its keys are in the order of RFC 8785: the names of all facts are between "at" and "kind". Without an instant, or with one
-- before that of the last line, a line that is no bid has the instant of the last line.
CREATE FUNCTION "append_to_transcript"("of_auction" UUID, "kind" TEXT, "facts" TEXT, "happened_at" TIMESTAMPTZ, "standing_of" UUID DEFAULT NULL)
RETURNS VOID LANGUAGE plpgsql AS $$
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
END
$$;

-- The head: the position of the last line, and its hash.
CREATE FUNCTION "transcript_head"("of_auction" UUID) RETURNS JSONB LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    RETURN (SELECT jsonb_build_object('position', l."position", 'hash', encode(sha256(convert_to(l."line", 'UTF8')), 'hex'))
        FROM "transcript_lines" l WHERE l."auction_id" = "of_auction" ORDER BY l."position" DESC LIMIT 1);
END
$$;

CREATE FUNCTION "is_void_in_transcript"("of_auction" UUID, "bid" UUID) RETURNS BOOLEAN LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    RETURN coalesce((SELECT l."line" LIKE '%"kind":"void"%' FROM "transcript_lines" l
        WHERE l."auction_id" = "of_auction" AND l."standing_of" = "bid" ORDER BY l."position" DESC LIMIT 1), false);
END
$$;

-- Records that a bid can no longer pay, and why; or that it can again. Nothing is written where the last line about it says the same.
CREATE FUNCTION "stand_in_transcript"("of_auction" UUID, "bid" UUID, "is_void" BOOLEAN, "happened_at" TIMESTAMPTZ DEFAULT NULL)
RETURNS VOID LANGUAGE plpgsql AS $$
DECLARE
    "now" TIMESTAMPTZ;
    "cause" TEXT;
BEGIN
    IF "is_void_in_transcript"("of_auction", "bid") = "is_void" THEN
        RETURN;
    END IF;
    SELECT coalesce("happened_at", clock_timestamp() + s."clock_offset_ms" * interval '1 millisecond') INTO "now"
    FROM "auctions" a JOIN "sellers" s USING ("seller_id") WHERE a."auction_id" = "of_auction";
    IF "is_void" THEN
        SELECT CASE
            WHEN a."failure_code" IN ('raised', 'voided') THEN a."failure_code"
            WHEN a."state" = 'captured_outside' THEN 'refunded'
            WHEN a."state" = 'expired' OR a."capture_before" <= "now" THEN 'lapsed'
            WHEN a."failure_code" IS NOT NULL THEN 'not_paid'
            ELSE 'passed_over' END
        INTO "cause" FROM "bids" b LEFT JOIN "authorizations" a ON a."authorization_id" = b."authorization_id" WHERE b."bid_id" = "bid";
        PERFORM "append_to_transcript"("of_auction", 'void', format('"bidId":"%s","cause":"%s",', "bid", "cause"), "now", "bid");
    ELSE
        PERFORM "append_to_transcript"("of_auction", 'restored', format('"bidId":"%s",', "bid"), "now", "bid");
    END IF;
END
$$;

-- Records what follows from a decision that a bid leads or wins, or that none does: the higher bids cannot pay. That of a hold which lapses is known
-- by no write before.
CREATE FUNCTION "lead_in_transcript"("of_auction" UUID, "leading_bid" UUID, "happened_at" TIMESTAMPTZ) RETURNS VOID LANGUAGE plpgsql AS $$
DECLARE
    "leader" RECORD;
    "higher" RECORD;
BEGIN
    SELECT b."bid_value_in_cents" AS "value", b."placed_at", b."bid_id" INTO "leader" FROM "bids" b WHERE b."bid_id" = "leading_bid";
    FOR "higher" IN
        SELECT b."bid_id" FROM "bids" b
        WHERE b."auction_id" = "of_auction" AND b."bid_value_in_cents" >= coalesce("leader"."value", 0)
            AND ("leader"."bid_id" IS NULL OR b."bid_value_in_cents" > "leader"."value"
                OR (b."placed_at", b."bid_id") < ("leader"."placed_at", "leader"."bid_id"))
        ORDER BY b."bid_value_in_cents" DESC, b."placed_at", b."bid_id"
    LOOP
        PERFORM "stand_in_transcript"("of_auction", "higher"."bid_id", true, "happened_at");
    END LOOP;
    IF "leader"."bid_id" IS NOT NULL THEN
        PERFORM "stand_in_transcript"("of_auction", "leader"."bid_id", false, "happened_at");
    END IF;
END
$$;

-- Before the row is written, so that the statement that writes it reads the new head.
CREATE FUNCTION "bid_in_transcript"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM "append_to_transcript"(NEW."auction_id", 'bid',
        '"bidId":"' || NEW."bid_id" || '","bidValueInCents":' || NEW."bid_value_in_cents" || ',"bidder":' || coalesce(NEW."bidder_number"::text, 'null')
            || ',"commitment":"' || encode(sha256(convert_to(NEW."transcript_salt" || ' ' || NEW."bidder_id", 'UTF8')), 'hex') || '",',
        NEW."placed_at");
    RETURN NEW;
END
$$;

-- A purchase ends the bidding in the millisecond after its bid, and no other bid can pay then.
CREATE FUNCTION "end_in_transcript"() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE FUNCTION "hold_in_transcript"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Nothing follows the result.
    IF EXISTS (SELECT FROM "auctions" a WHERE a."auction_id" = NEW."auction_id" AND a."status" <> 'completed') THEN
        PERFORM "stand_in_transcript"(NEW."auction_id", NEW."bid_id", NEW."state" IN ('releasing', 'expired'));
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER "bid_in_transcript" BEFORE INSERT ON "bids" FOR EACH ROW EXECUTE FUNCTION "bid_in_transcript"();

CREATE TRIGGER "end_in_transcript" AFTER UPDATE OF "bidding_period_ends_at", "status" ON "auctions" FOR EACH ROW
    WHEN (OLD."status" <> 'completed' AND (NEW."status" = 'completed' OR NEW."bidding_period_ends_at" <> OLD."bidding_period_ends_at"
        OR NEW."purchase_bid_id" IS DISTINCT FROM OLD."purchase_bid_id"))
    EXECUTE FUNCTION "end_in_transcript"();

-- A raise, a void and a refused capture; a renewal that takes the place of a lapsed hold, and a hold that somebody captures at its provider.
CREATE TRIGGER "hold_in_transcript" AFTER UPDATE OF "bid_id", "state" ON "authorizations" FOR EACH ROW
    WHEN (NEW."bid_id" IS NOT NULL AND (
        NEW."state" = 'releasing' AND OLD."state" = 'authorized' AND NEW."failure_code" IN ('raised', 'voided')
        OR OLD."state" = 'capturing' AND NEW."state" IN ('releasing', 'expired')
        OR OLD."bid_id" IS NULL AND NEW."replaces_authorization_id" IS NOT NULL
        OR NEW."state" = 'captured_outside' AND OLD."state" <> 'captured_outside' AND NEW."failure_code" IS DISTINCT FROM 'voided'))
    EXECUTE FUNCTION "hold_in_transcript"();
