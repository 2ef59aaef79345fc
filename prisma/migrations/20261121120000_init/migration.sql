-- CreateEnum
CREATE TYPE "seller_mode" AS ENUM ('live', 'test');

-- CreateEnum
CREATE TYPE "auction_type" AS ENUM ('asynchronous', 'repeated');

-- CreateEnum
CREATE TYPE "auction_status" AS ENUM ('upcoming', 'ongoing', 'completed');

-- CreateEnum
CREATE TYPE "auction_outcome" AS ENUM ('SOLD', 'UNSOLD', 'CANCELLED');

-- CreateTable
CREATE TABLE "sellers" (
    "seller_id" UUID NOT NULL DEFAULT uuidv7(),
    "name" TEXT NOT NULL,
    "mode" "seller_mode" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "sellers_pkey" PRIMARY KEY ("seller_id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "api_key_id" UUID NOT NULL DEFAULT uuidv7(),
    "seller_id" UUID NOT NULL,
    "prefix" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("api_key_id")
);

-- CreateTable
CREATE TABLE "auctions" (
    "auction_id" UUID NOT NULL DEFAULT uuidv7(),
    "seller_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "bidding_period_starts_at" TIMESTAMPTZ(3) NOT NULL,
    "bidding_period_ends_at" TIMESTAMPTZ(3) NOT NULL,
    "type" "auction_type" NOT NULL,
    "title" TEXT NOT NULL,
    "minimum_bid_value_in_cents" INTEGER NOT NULL,
    "status" "auction_status" NOT NULL DEFAULT 'upcoming',
    "outcome" "auction_outcome",
    "completed_at" TIMESTAMPTZ(3),
    "cancelled_at" TIMESTAMPTZ(3),
    "first_bid_attempt_at" TIMESTAMPTZ(3),
    "capture_requested_at" TIMESTAMPTZ(3),

    CONSTRAINT "auctions_pkey" PRIMARY KEY ("auction_id")
);

-- CreateTable
CREATE TABLE "bids" (
    "bid_id" UUID NOT NULL DEFAULT uuidv7(),
    "auction_id" UUID NOT NULL,
    "seller_id" UUID NOT NULL,
    "bidder_id" TEXT NOT NULL,
    "placed_at" TIMESTAMPTZ(3) NOT NULL,
    "bid_value_in_cents" INTEGER NOT NULL,
    "is_winning_bid" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "bids_pkey" PRIMARY KEY ("bid_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "sellers_name_mode_key" ON "sellers"("name", "mode");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_digest_key" ON "api_keys"("digest");

-- CreateIndex
CREATE INDEX "api_keys_seller_id_idx" ON "api_keys"("seller_id");

-- CreateIndex
CREATE INDEX "api_keys_prefix_idx" ON "api_keys"("prefix");

-- CreateIndex
CREATE INDEX "auctions_seller_id_created_at_auction_id_idx" ON "auctions"("seller_id", "created_at" DESC, "auction_id" DESC);

-- CreateIndex
CREATE INDEX "auctions_seller_id_status_created_at_auction_id_idx" ON "auctions"("seller_id", "status", "created_at" DESC, "auction_id" DESC);

-- CreateIndex
CREATE INDEX "auctions_due_to_open" ON "auctions"("bidding_period_starts_at") WHERE (status = 'upcoming');

-- CreateIndex
CREATE INDEX "auctions_due_to_close" ON "auctions"("bidding_period_ends_at") WHERE (status <> 'completed');

-- CreateIndex
CREATE INDEX "bids_seller_id_placed_at_bid_id_idx" ON "bids"("seller_id", "placed_at" DESC, "bid_id" DESC);

-- CreateIndex
CREATE INDEX "bids_seller_id_bidder_id_placed_at_bid_id_idx" ON "bids"("seller_id", "bidder_id", "placed_at" DESC, "bid_id" DESC);

-- CreateIndex
CREATE INDEX "bids_auction_id_bidder_id_placed_at_bid_id_idx" ON "bids"("auction_id", "bidder_id", "placed_at" DESC, "bid_id" DESC);

-- CreateIndex
CREATE INDEX "bids_auction_id_placed_at_bid_id_idx" ON "bids"("auction_id", "placed_at" DESC, "bid_id" DESC);

-- CreateIndex
CREATE INDEX "bids_by_rank" ON "bids"("auction_id", "bid_value_in_cents" DESC, "placed_at", "bid_id");

-- CreateIndex
CREATE UNIQUE INDEX "bids_one_winner" ON "bids"("auction_id") WHERE (is_winning_bid);

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_seller_id_fkey" FOREIGN KEY ("seller_id") REFERENCES "sellers"("seller_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "auctions" ADD CONSTRAINT "auctions_seller_id_fkey" FOREIGN KEY ("seller_id") REFERENCES "sellers"("seller_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bids" ADD CONSTRAINT "bids_auction_id_fkey" FOREIGN KEY ("auction_id") REFERENCES "auctions"("auction_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bids" ADD CONSTRAINT "bids_seller_id_fkey" FOREIGN KEY ("seller_id") REFERENCES "sellers"("seller_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the tables keep true by themselves, whatever the code above them does.

ALTER TABLE "sellers"
    ADD CONSTRAINT "sellers_name_length" CHECK (char_length("name") BETWEEN 1 AND 200);

ALTER TABLE "api_keys"
    ADD CONSTRAINT "api_keys_digest_is_sha256" CHECK (octet_length("digest") = 32),
    ADD CONSTRAINT "api_keys_expires_after_creation" CHECK ("expires_at" > "created_at"),
    -- Prisma leaves a list column nullable.
    ADD CONSTRAINT "api_keys_scopes_known" CHECK (
        "scopes" IS NOT NULL
        AND cardinality("scopes") > 0
        AND "scopes" <@ ARRAY['auctions:read', 'auctions:write', 'bids:read', 'webhooks:write', 'admin']
    );

ALTER TABLE "auctions"
    -- At least an hour also means that the end is after the start.
    ADD CONSTRAINT "auctions_bidding_period_length" CHECK (
        "bidding_period_ends_at" - "bidding_period_starts_at" BETWEEN INTERVAL '1 hour' AND INTERVAL '7 days'
    ),
    ADD CONSTRAINT "auctions_minimum_within_limits" CHECK ("minimum_bid_value_in_cents" BETWEEN 0 AND 49999999),
    ADD CONSTRAINT "auctions_title_length" CHECK (char_length("title") BETWEEN 3 AND 150),
    ADD CONSTRAINT "auctions_type_supported" CHECK ("type" = 'asynchronous'),
    -- Completed means final: when, and how, are known at once.
    ADD CONSTRAINT "auctions_completed_is_final" CHECK (
        ("status" = 'completed') = ("completed_at" IS NOT NULL)
        AND ("status" = 'completed') = ("outcome" IS NOT NULL)
    ),
    ADD CONSTRAINT "auctions_cancelled_outcome" CHECK (
        ("cancelled_at" IS NOT NULL) = ("outcome" IS NOT DISTINCT FROM 'CANCELLED')
    );

ALTER TABLE "bids"
    ADD CONSTRAINT "bids_value_positive" CHECK ("bid_value_in_cents" > 0),
    ADD CONSTRAINT "bids_bidder_id_length" CHECK (char_length("bidder_id") BETWEEN 1 AND 200);
