-- AlterTable
ALTER TABLE "auctions" ADD COLUMN     "updated_at" TIMESTAMPTZ(3);

-- A trigger writes it, so processes of the version before do, too. Two changes never have the same instant: it names one state of the auction.
CREATE FUNCTION "date_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT greatest(clock_timestamp() + s."clock_offset_ms" * interval '1 millisecond',
        coalesce(OLD."updated_at", OLD."created_at") + interval '1 millisecond')
    INTO NEW."updated_at" FROM "sellers" s WHERE s."seller_id" = NEW."seller_id";
    RETURN NEW;
END
$$;

-- The start is no change: everybody knows its instant before. It writes the status alone, and settlement writes the steps to a capture by themselves.
CREATE TRIGGER "date_change" BEFORE UPDATE OF "bidding_period_starts_at", "bidding_period_ends_at", "type", "title", "reference",
    "minimum_bid_value_in_cents", "outcome", "soft_close_window_seconds", "bid_steps", "buy_now_price_in_cents" ON "auctions"
    FOR EACH ROW WHEN (NEW.* IS DISTINCT FROM OLD.*) EXECUTE FUNCTION "date_change"();
