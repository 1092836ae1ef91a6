/**
 * Where to go after sign-in: a path of this site, the desk for anything else. Browsers read a backslash as a slash and drop
 * control characters, so neither gets through.
 */
export function safeNext(next: string | null | undefined, desk: string): string {
  if (!next || next.length > 500 || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next)) return desk
  const base = 'http://here.invalid'
  let url: URL
  try {
    url = new URL(next, base)
  } catch {
    return desk
  }
  if (url.origin !== base || url.pathname.startsWith('//')) return desk
  return url.pathname + url.search
}
