import { pageTags } from '#domain/page-tags.ts'
import { linkLimit, tidyNumber, typedLimit } from '#domain/typed-number.ts'
import { href } from '#pages.ts'
import { keptHandler } from '#requests/page-loader.ts'
import type { VerifyData } from '../verify-page.tsx'

/** The form that asks for a number or a link; with either, on to what the register says of it, and with words on to what it finds for them. */
export const verify = keptHandler<VerifyData>({
  load: async ({ query, services: { env } }) => {
    const { publicUrl } = env
    const typed = query.get('number')?.trim().slice(0, linkLimit)
    if (!typed) return { kind: 'page', data: { publicUrl, elsewhere: null }, tags: [pageTags.fixed] }
    const to = readLink(typed, publicUrl) ?? readTyped(typed.slice(0, typedLimit))
    if (typeof to === 'object') {
      const headers = { 'x-robots-tag': 'noindex' }
      return { kind: 'page', data: { publicUrl, elsewhere: to.elsewhere }, tags: [], headers }
    }
    return { kind: 'redirect', to, status: 303 }
  },
})

/** Words without a digit are no number that was mistyped: the register is searched for them. */
function readTyped(typed: string): string {
  const number = tidyNumber(typed)
  return number || /\d/.test(typed) ? href('verification', { number: number ?? typed }) : href('listings', { q: typed })
}

/** Where the links of this site stand that name an entry by its number. */
const numberPath = /^\/(?:verify|badge|log\/entries|log\/proof|credentials|api\/certificates)\/([\w-]{1,60})(?:\.\w+)?$/
const eventPath = /^\/events\/([a-z\d-]{1,120})(?:\.\w+)?$/

/** Where a link leads; null for what is no link. One without its scheme, as it is printed, is one too. */
function readLink(typed: string, publicUrl: string): string | { elsewhere: string } | null {
  const own = new URL(publicUrl)
  const text = /^https?:\/\//i.test(typed) ? typed : typed.startsWith(`${own.host}/`) ? `${own.protocol}//${typed}` : ''
  if (!URL.canParse(text)) return null
  const { host, pathname, searchParams } = new URL(text)
  if (host !== own.host) return { elsewhere: host }
  const [, number] = numberPath.exec(pathname) ?? []
  if (number) return readTyped(number)
  const [, slug] = eventPath.exec(pathname) ?? []
  if (slug) return href('event', { slug })
  return readTyped(searchParams.get('number') ?? '')
}
