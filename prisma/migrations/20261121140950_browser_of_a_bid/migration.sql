-- AlterTable
ALTER TABLE "authorizations" ADD COLUMN     "browser_id" UUID;

-- CreateIndex
CREATE INDEX "authorizations_by_browser" ON "authorizations"("auction_id", "browser_id") WHERE (browser_id is not null);
