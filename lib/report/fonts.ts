/**
 * The fonts of the report, each a directory of an npm package: Inter in three weights, one
 * typewriter face, and what Inter does not hold: Arabic, Hebrew, Chinese with kana, emoji.
 */
export const REPORT_FONTS = [
  "inter/400Regular",
  "inter/500Medium",
  "inter/600SemiBold",
  "jetbrains-mono/400Regular",
  "noto-sans-arabic/400Regular",
  "noto-sans-hebrew/400Regular",
  "noto-sans-sc/400Regular",
  "noto-emoji/400Regular",
].map((directory) => `node_modules/@expo-google-fonts/${directory}`);
