/** `http` or `https` with a dotted host and without a password; a bare host gets `https://`. Null for everything else. */
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
