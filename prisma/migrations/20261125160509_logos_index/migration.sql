-- CreateIndex
CREATE INDEX CONCURRENTLY "seller_profiles_with_logo" ON "seller_profiles"("logo_picture_id") WHERE (logo_picture_id is not null);
