/** The shape of our ids; anything else names nothing and must not reach the database. */
export function isUuid(text: string | null | undefined): text is string {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text ?? '')
}
