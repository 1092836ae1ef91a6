import { type } from 'arktype'
import { apiPath } from '#api.ts'
import { pageTags } from '#domain/page-tags.ts'
import { webAddress } from '#domain/web-address.ts'
import { answer, read } from '#requests/command.ts'
import { type KeptLoader, keptHandler } from '#requests/page-loader.ts'
import { address, addressOrPath } from '#wire/formats.ts'
import { badCursor, cursorSentence, pageLimit } from '#wire/list-query.ts'
import type { PartnersData } from '../partners-page.tsx'
import { listActivePartners } from './queries.ts'

/** Active partners as they are shown: an address that is no web address is no link. */
const loadPartners: KeptLoader<PartnersData> = async ({ services }) => {
  const partners = await listActivePartners(services.sql)
  return {
    kind: 'page',
    data: {
      partners: partners.map(({ id, name, url, logoUrl }) => ({
        id,
        name,
        url: url && webAddress(url),
        logoUrl: logoUrl && pictureAddress(logoUrl),
      })),
      demonstration: partners.some(({ isDemo }) => isDemo),
    },
    tags: [pageTags.partners],
  }
}

/** A picture of our own or one that is fetched over https; anything else is as good as none. */
function pictureAddress(text: string): string | null {
  return /^\/(?!\/)/.test(text) || text.startsWith('https://') ? text : null
}

export const partners = keptHandler({ load: loadPartners })

const partnersAnswer = type({
  id: 'string.uuid',
  name: 'string',
  url: address.or('null'),
  logoUrl: addressOrPath.or('null'),
  active: 'boolean',
  priority: 'number.integer',
}).array()

/** Most partners that one call answers, and how many it answers when not asked. */
const apiLimit = 500

/**
 * Only active partners are answered. A client that keeps the active ones and sorts them gets the same list, and an organisation
 * whose partnership has ended, or is not announced yet, is not published by the back door.
 */
export const listPartners = read({
  isOpen: true,
  permission: 'anyone',
  summary: 'Active partners',
  description: `In order of priority, lowest number first. Only active partners, at most ${apiLimit} at a time (also the default): the next page is in the \`Link\` header (rel="next").`,
  query: type({
    'limit?': pageLimit(apiLimit),
    'cursor?': type('string <= 100').configure({ sentence: cursorSentence }),
  }),
  answers: { 200: partnersAnswer },
  headers: ['Link', 'X-Total-Count', 'ETag'],
  failures: {},
  run: async ({ query: { limit = apiLimit, cursor }, services }) => {
    const partners = await listActivePartners(services.sql)
    const last = partners.findIndex(({ id }) => id === cursor)
    if (cursor && last < 0) return badCursor()
    const page = partners.slice(last + 1, last + 1 + limit)
    const headers: Record<string, string> = { 'x-total-count': String(partners.length) }
    if (last + 1 + limit < partners.length)
      headers.link = `<${apiPath('listPartners', {}, { limit, cursor: page.at(-1)!.id })}>; rel="next"`
    return answer(
      page.map(({ isDemo: _, ...partner }) => partner),
      { tags: [pageTags.partners], headers },
    )
  },
})
