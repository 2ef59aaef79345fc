ALTER TABLE "seller_profiles" VALIDATE CONSTRAINT "seller_profiles_lots_page_known";
