/**
 * What a person typed into an address, as one line that the database can hold: no control characters (PostgreSQL refuses NUL),
 * no half of a surrogate pair, trimmed, at most 100 characters.
 */
export function cleanText(text: string | null | undefined): string {
  return [
    ...(text ?? '')
      .toWellFormed()
      .replace(/\p{Cc}/gu, ' ')
      .trim(),
  ]
    .slice(0, 100)
    .join('')
    .trim()
}
