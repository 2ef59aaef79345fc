-- AlterTable
ALTER TABLE "sellers" ADD COLUMN     "clock_offset_ms" BIGINT NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "sellers_with_advanced_clock" ON "sellers"("seller_id") WHERE (clock_offset_ms > 0);

-- Time is real for real money, and never goes back.
ALTER TABLE "sellers" ADD CONSTRAINT "sellers_clock_offset"
    CHECK ("clock_offset_ms" = 0 OR ("clock_offset_ms" > 0 AND "mode" = 'test'));
