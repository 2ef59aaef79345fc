-- AlterTable
ALTER TABLE "picture_files" ADD COLUMN     "avif" BYTEA;

-- AlterTable
ALTER TABLE "pictures" ADD COLUMN     "folder" UUID;

-- CreateTable
CREATE TABLE "picture_folders" (
    "folder" UUID NOT NULL,
    "picture_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "picture_folders_pkey" PRIMARY KEY ("folder")
);
