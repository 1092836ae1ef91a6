/** Our addresses that name an entry by its number. */
const numberPath = /^\/(?:verify|badge|log\/entries|log\/proof|credentials|api\/certificates)\/([\w-]{1,60})(?:\.\w+)?$/
const eventPath = /^\/events\/([a-z\d-]{1,120})(?:\.\w+)?$/

/** The number is as typed. Null when it is no link; printed links have no scheme. */
export function readOwnLink(
  typed: string,
  publicUrl: string,
): { number: string } | { slug: string } | { elsewhere: string } | null {
  const own = new URL(publicUrl)
  const text = /^https?:\/\//i.test(typed) ? typed : typed.startsWith(`${own.host}/`) ? `${own.protocol}//${typed}` : ''
  if (!URL.canParse(text)) return null
  const { host, pathname, searchParams } = new URL(text)
  if (host !== own.host) return { elsewhere: host }
  const [, number] = numberPath.exec(pathname) ?? []
  if (number) return { number }
  const [, slug] = eventPath.exec(pathname) ?? []
  return slug ? { slug } : { number: searchParams.get('number') ?? '' }
}
