alter table "seller_profiles" add column "language" text;
