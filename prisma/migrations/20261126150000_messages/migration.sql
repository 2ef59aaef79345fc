-- CreateEnum
CREATE TYPE "message_state" AS ENUM ('pending', 'sent', 'dropped', 'failed');

-- The column first, the default then: events of before have no follow-up, and those that an older process records have one.
ALTER TABLE "webhook_events" ADD COLUMN     "follow_up_at" TIMESTAMPTZ(3);
ALTER TABLE "webhook_events" ALTER COLUMN "follow_up_at" SET DEFAULT clock_timestamp();

-- CreateTable
CREATE TABLE "messages" (
    "event_id" UUID NOT NULL,
    "seller_id" UUID NOT NULL,
    "address" TEXT NOT NULL,
    "is_to_seller" BOOLEAN NOT NULL,
    "state" "message_state" NOT NULL DEFAULT 'pending',
    "reason" TEXT,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) DEFAULT clock_timestamp(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "messages_pkey" PRIMARY KEY ("event_id"),
    CONSTRAINT "messages_pending_is_due" CHECK ((state = 'pending') = (next_attempt_at IS NOT NULL) AND (state = 'pending') = (closed_at IS NULL))
);

-- CreateTable
CREATE TABLE "mail_addresses" (
    "seller_id" UUID NOT NULL,
    "address" TEXT NOT NULL,
    "first_event_id" UUID,
    "confirmed_at" TIMESTAMPTZ(3),
    "unsubscribed_at" TIMESTAMPTZ(3),
    "bounced_at" TIMESTAMPTZ(3),

    CONSTRAINT "mail_addresses_pkey" PRIMARY KEY ("seller_id","address")
);

-- CreateIndex
CREATE INDEX "messages_unfinished" ON "messages"("next_attempt_at") WHERE (next_attempt_at is not null);

-- CreateIndex
CREATE INDEX "messages_seller_id_address_event_id_idx" ON "messages"("seller_id", "address", "event_id");

-- CreateIndex
CREATE INDEX "messages_seller_id_event_id_idx" ON "messages"("seller_id", "event_id" DESC);

-- CreateIndex
CREATE INDEX "mail_addresses_address_idx" ON "mail_addresses"("address");

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "webhook_events"("event_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_seller_id_fkey" FOREIGN KEY ("seller_id") REFERENCES "sellers"("seller_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mail_addresses" ADD CONSTRAINT "mail_addresses_seller_id_fkey" FOREIGN KEY ("seller_id") REFERENCES "sellers"("seller_id") ON DELETE RESTRICT ON UPDATE CASCADE;
