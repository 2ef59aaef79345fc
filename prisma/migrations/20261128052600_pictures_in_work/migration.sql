-- AlterTable
ALTER TABLE "picture_files" ADD COLUMN     "jpeg" BYTEA;

-- AlterTable
ALTER TABLE "pictures" ADD COLUMN     "fault" TEXT;

-- CreateTable
CREATE TABLE "picture_originals" (
    "picture_id" UUID NOT NULL,
    "content" BYTEA NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "claimed_at" TIMESTAMPTZ(3),

    CONSTRAINT "picture_originals_pkey" PRIMARY KEY ("picture_id")
);

-- AddForeignKey
ALTER TABLE "picture_originals" ADD CONSTRAINT "picture_originals_picture_id_fkey" FOREIGN KEY ("picture_id") REFERENCES "pictures"("picture_id") ON DELETE CASCADE ON UPDATE CASCADE;
