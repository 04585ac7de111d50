import { notFound } from "next/navigation";
import { ProblemError } from "@/lib/kernel/errors";

/** What a page needs to be there at all: a refusal because it is not there becomes the page for that. */
export async function found<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === "not-found") notFound();
    throw error;
  }
}
