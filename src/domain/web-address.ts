/**
 * The address of a website as it is kept: absolute, `http` or `https`, without a name and password.
 *
 * A bare host as people type it (`example.org/fair`) gets `https://`.
 *
 * @returns null for everything else: other schemes, script addresses, hosts without a dot.
 */
export function webAddress(typed: string): string | null {
  const hasScheme = /^https?:\/\//i.test(typed)
  if (!hasScheme && !/^[a-z\d-]+(\.[a-z\d-]+)+([/?#:]|$)/i.test(typed)) return null
  const address = hasScheme ? typed : `https://${typed}`
  const url = /\s/.test(address) ? null : parse(address)
  return url && !url.username && !url.password && url.hostname.includes('.') ? address : null
}

function parse(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
