import { redirect } from "next/navigation";
import { isSetUp } from "@/lib/identity/server/set-up";

/** The start: the systems, or the set-up while there is nobody to review them. */
export default async function StartPage() {
  redirect((await isSetUp()) ? "/systems" : "/setup");
}
