-- AlterTable
ALTER TABLE "configuration" ADD COLUMN     "claim" JSONB;
