-- Constant defaults change no row.
ALTER TABLE "seller_profiles"
    ADD COLUMN "news" TEXT[] NOT NULL DEFAULT ARRAY['DELIVERY_DETAILS', 'FIRST_BID', 'ENDS_TOMORROW', 'ENDPOINT_DISABLED']::TEXT[],
    ADD COLUMN "time_zone" TEXT;
