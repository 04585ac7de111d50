import "@fontsource-variable/inter/index.css";
import "@fontsource-variable/jetbrains-mono/index.css";
import "./globals.css";
import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { THEME_COOKIE, themeFromCookie } from "@/components/ui/theme";
import { ToastRegion } from "@/components/ui/toast";

export const metadata: Metadata = {
  title: { default: "Cordon", template: "%s · Cordon" },
  description: "Reviews the trust boundary of systems that run code they did not write.",
  robots: { index: false, follow: false },
};

export const viewport: Viewport = { width: "device-width", initialScale: 1, colorScheme: "light dark" };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = themeFromCookie((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <html lang="en" data-theme={theme === "system" ? undefined : theme} suppressHydrationWarning>
      <body>
        <NuqsAdapter>{children}</NuqsAdapter>
        <ToastRegion />
      </body>
    </html>
  );
}
