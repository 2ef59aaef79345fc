-- AlterEnum
ALTER TYPE "authorization_state" ADD VALUE 'captured_outside';
