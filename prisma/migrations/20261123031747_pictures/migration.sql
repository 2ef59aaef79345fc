-- AlterTable
ALTER TABLE "seller_profiles" ADD COLUMN     "logo_picture_id" UUID;

-- CreateTable
CREATE TABLE "pictures" (
    "picture_id" UUID NOT NULL DEFAULT uuidv7(),
    "seller_id" UUID NOT NULL,
    "upload_digest" BYTEA NOT NULL,
    "upload_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "uploaded_at" TIMESTAMPTZ(3),
    "width" INTEGER,
    "height" INTEGER,

    CONSTRAINT "pictures_pkey" PRIMARY KEY ("picture_id")
);

-- CreateTable
CREATE TABLE "picture_files" (
    "picture_id" UUID NOT NULL,
    "size" SMALLINT NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "picture_files_pkey" PRIMARY KEY ("picture_id","size")
);

-- CreateTable
CREATE TABLE "auction_pictures" (
    "auction_id" UUID NOT NULL,
    "position" SMALLINT NOT NULL,
    "picture_id" UUID NOT NULL,
    "alternative_text" TEXT NOT NULL,

    CONSTRAINT "auction_pictures_pkey" PRIMARY KEY ("auction_id","position")
);

-- CreateIndex
CREATE INDEX "pictures_seller_id_created_at_idx" ON "pictures"("seller_id", "created_at");

-- CreateIndex
CREATE INDEX "auction_pictures_picture_id_idx" ON "auction_pictures"("picture_id");

-- AddForeignKey
ALTER TABLE "seller_profiles" ADD CONSTRAINT "seller_profiles_logo_picture_id_fkey" FOREIGN KEY ("logo_picture_id") REFERENCES "pictures"("picture_id") ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;

-- AddForeignKey
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_seller_id_fkey" FOREIGN KEY ("seller_id") REFERENCES "sellers"("seller_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "picture_files" ADD CONSTRAINT "picture_files_picture_id_fkey" FOREIGN KEY ("picture_id") REFERENCES "pictures"("picture_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "auction_pictures" ADD CONSTRAINT "auction_pictures_auction_id_fkey" FOREIGN KEY ("auction_id") REFERENCES "auctions"("auction_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "auction_pictures" ADD CONSTRAINT "auction_pictures_picture_id_fkey" FOREIGN KEY ("picture_id") REFERENCES "pictures"("picture_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A picture's size is bounded wherever it comes from; a picture that is there has its dimensions.
ALTER TABLE "picture_files" ADD CONSTRAINT "picture_files_content_check" CHECK (octet_length(content) <= 8388608);
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_uploaded_check"
  CHECK ((uploaded_at IS NULL) = (width IS NULL) AND (width IS NULL) = (height IS NULL));
ALTER TABLE "auction_pictures" ADD CONSTRAINT "auction_pictures_position_check" CHECK (position BETWEEN 1 AND 10);
