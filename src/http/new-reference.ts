/** Ten characters that a person can read out; they find a request in the log. */
export function newReference(): string {
  return Bun.randomUUIDv7().replaceAll('-', '').slice(-10).toUpperCase()
}
