/** The row that a page of a log begins behind, from its address; null for the first page and for anything made up. */
export function readBefore(text: string | null): number | null {
  return /^\d{1,15}$/.test(text ?? '') ? Number(text) : null
}
