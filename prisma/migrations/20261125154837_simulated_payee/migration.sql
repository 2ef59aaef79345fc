-- AlterTable
ALTER TABLE "simulated_payments" ADD COLUMN     "payee" TEXT;
