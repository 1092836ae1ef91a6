/** Whether a text has the shape of our ids; anything else names nothing and never reaches the database. */
export function isUuid(text: string | null | undefined): text is string {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text ?? '')
}
