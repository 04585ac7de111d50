import type { Answered, ClientProblem } from "@/lib/platform/http/browser";

/** Signs in through next-auth, whose own token keeps other sites from doing it. */
export async function sendSignIn(values: { email: string; password: string }): Promise<Answered<undefined>> {
  const fields = (["email", "password"] as const)
    .filter((name) => values[name].trim() === "")
    .map((name) => ({
      pointer: `/${name}`,
      message: name === "email" ? "Enter your e-mail address." : "Enter your password.",
    }));
  if (fields.length > 0) return refused({ status: 422, code: "invalid-input", detail: "", fields });
  try {
    const { csrfToken } = await (await fetch("/api/auth/csrf")).json();
    const response = await fetch("/api/auth/callback/credentials", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ ...values, csrfToken, callbackUrl: window.location.origin, json: "true" }),
    });
    if (response.ok) return { ok: true, value: undefined };
    const { url = "" } = await response.json();
    const detail = new URL(url, window.location.origin).searchParams.get("error");
    return refused({
      status: response.status,
      code: "unauthenticated",
      detail: detail ?? "Signing in did not work. Load the page again and try once more.",
    });
  } catch {
    return refused({ status: 0, code: "unreachable", detail: "Cordon cannot be reached. Try again." });
  }
}

const refused = (problem: ClientProblem): Answered<undefined> => ({ ok: false, problem });
