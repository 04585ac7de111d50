-- AlterTable
ALTER TABLE "configuration" ADD COLUMN     "capture" JSONB;
