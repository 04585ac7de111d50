import { apiHandler } from "@/lib/platform/http/router";
import { serve } from "@/lib/platform/http/serve";
import { routes } from "./api/v1/routes";

// The serving process: the API answered by ourselves, everything else by Next.
serve(apiHandler(routes));
