/** In this order: most browsers call themselves by the names of others too. */
const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'a Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Enough for people to know their own browser ("Firefox on Windows"), and no more. */
export function browserName(userAgent: string | null): string {
  const text = (userAgent ?? '').slice(0, 500)
  const nameIn = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(text))?.[1]
  const browser = nameIn(browsers) ?? 'An unknown browser'
  const system = nameIn(systems)
  return system ? `${browser} on ${system}` : browser
}
