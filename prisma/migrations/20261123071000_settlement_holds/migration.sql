-- CreateTable
CREATE TABLE "settlement_holds" (
    "hold_id" UUID NOT NULL DEFAULT uuidv7(),
    "reason" TEXT NOT NULL,
    "auction_id" UUID,
    "authorization_id" UUID,
    "provider" "payment_provider",
    "provider_reference" TEXT,
    "amount_in_cents" INTEGER,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "lost_since" TIMESTAMPTZ(3),
    "cleared_at" TIMESTAMPTZ(3),
    "cleared_because" TEXT,

    CONSTRAINT "settlement_holds_pkey" PRIMARY KEY ("hold_id")
);

-- CreateTable
CREATE TABLE "database_marks" (
    "mark_id" INTEGER NOT NULL DEFAULT 1,
    "identity" TEXT,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "database_marks_pkey" PRIMARY KEY ("mark_id")
);

-- CreateTable
CREATE TABLE "reconciliations" (
    "provider" "payment_provider" NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "is_under_way" BOOLEAN NOT NULL DEFAULT false,
    "next_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "began_at" TIMESTAMPTZ(3),
    "continues_after" TEXT,
    "found" JSONB NOT NULL DEFAULT '{}',
    "finished_at" TIMESTAMPTZ(3),
    "differences" JSONB NOT NULL DEFAULT '{}',
    "failure" TEXT,

    CONSTRAINT "reconciliations_pkey" PRIMARY KEY ("provider")
);

-- CreateTable
CREATE TABLE "unbalanced_auctions" (
    "auction_id" UUID NOT NULL,

    CONSTRAINT "unbalanced_auctions_pkey" PRIMARY KEY ("auction_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "settlement_holds_of_all" ON "settlement_holds"("reason") WHERE (auction_id is null and cleared_at is null);

-- CreateIndex
CREATE INDEX "settlement_holds_open" ON "settlement_holds"("auction_id") WHERE (cleared_at is null);

-- CreateIndex
CREATE UNIQUE INDEX "settlement_holds_auction_id_provider_reference_key" ON "settlement_holds"("auction_id", "provider_reference");

ALTER TABLE "settlement_holds"
    ADD CONSTRAINT "settlement_holds_subject" CHECK (("auction_id" IS NULL) = ("provider_reference" IS NULL)),
    ADD CONSTRAINT "settlement_holds_cleared" CHECK (("cleared_at" IS NULL) = ("cleared_because" IS NULL));
ALTER TABLE "database_marks" ADD CONSTRAINT "database_marks_one" CHECK ("mark_id" = 1);

-- Names this database on this server and its timeline: a copy, a database restored from a dump or to an instant, and a promoted
-- standby have another name. NULL where the server does not let us ask.
CREATE FUNCTION "database_identity"() RETURNS text LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    RETURN (SELECT system_identifier::text FROM pg_control_system())
        || '/' || (SELECT oid::text FROM pg_database WHERE datname = current_database())
        || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8);
EXCEPTION WHEN OTHERS THEN
    RETURN NULL;
END
$$;

-- Every auction that could have held money is balanced once it is at rest. The trigger also serves processes of older versions.
CREATE FUNCTION "await_balance"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "unbalanced_auctions" ("auction_id") VALUES (NEW."auction_id") ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;

CREATE TRIGGER "await_balance" AFTER UPDATE OF "status" ON "auctions" FOR EACH ROW
    WHEN (NEW."status" = 'completed' AND OLD."status" <> 'completed' AND NEW."first_bid_attempt_at" IS NOT NULL)
    EXECUTE FUNCTION "await_balance"();
