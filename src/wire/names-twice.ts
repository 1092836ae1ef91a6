/** Programs differ in which of two equal names counts (RFC 8259, 4), so a checked value could be read differently. @param text valid JSON. */
export function namesTwice(text: string, value: unknown): boolean {
  let written = 0
  for (const [, colon] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g)) if (colon) written++
  return written !== countNames(value)
}

function countNames(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const names = Array.isArray(value) ? 0 : Object.keys(value).length
  return Object.values(value).reduce<number>((sum, item) => sum + countNames(item), names)
}
