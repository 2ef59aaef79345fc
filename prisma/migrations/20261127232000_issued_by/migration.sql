-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "issued_by" UUID;
