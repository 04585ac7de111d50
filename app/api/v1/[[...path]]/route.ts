import { apiHandler } from "@/lib/platform/http/router";
import { routes } from "../routes";

const handler = apiHandler(routes);

export { handler as DELETE, handler as GET, handler as PATCH, handler as POST, handler as PUT };
