import { type } from 'arktype'
import { apiPath } from '#api.ts'
import { type CamelSql, camel } from '#database/camel.ts'
import { pageTags } from '#domain/page-tags.ts'
import { webAddress } from '#domain/web-address.ts'
import { page } from '#page/page.ts'
import { answer, read } from '#requests/command.ts'
import { address, addressOrPath } from '#wire/formats.ts'
import { badCursor, cursorSentence, pageLimit } from '#wire/list-query.ts'

export type Partner = {
  id: string
  name: string
  url: string | null
  logoUrl: string | null
  active: boolean
  /** The smallest is shown first. */
  priority: number
  /** For the demonstration. */
  isDemo: boolean
}

/** @param which `locked`: all of them, until the transaction ends. */
export const readPartners = (sql: CamelSql, which: 'active' | 'all' | 'locked') => sql<Partner[]>`
  select id, name, url, logo_url, active, priority, is_demo from partners
  ${which === 'active' ? sql`where active` : sql``}
  order by priority, lower(name), id
  ${which === 'locked' ? sql`for update` : sql``}`

/** An address that is no web address is no link. */
export const partners = page('partners', {
  tags: [pageTags.partners],
  load: async ({ sql }) => {
    const partners = await readPartners(sql, 'active')
    return {
      partners: partners.map(({ id, name, url, logoUrl }) => ({
        id,
        name,
        url: url && webAddress(url),
        logoUrl: logoUrl && pictureAddress(logoUrl),
      })),
      demonstration: partners.some(({ isDemo }) => isDemo),
    }
  },
})

/** Ours, or fetched over https. */
function pictureAddress(text: string): string | null {
  return /^\/(?!\/)/.test(text) || text.startsWith('https://') ? text : null
}

const partnersAnswer = type({
  id: 'string.uuid',
  name: 'string',
  url: address.or('null'),
  logoUrl: addressOrPath.or('null'),
  active: 'boolean',
  priority: 'number.integer',
}).array()

/** Also how many a call without a limit answers. */
const apiLimit = 500

/** An organisation whose partnership has ended, or is not announced yet, is not published by the API either. */
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
    const partners = await readPartners(camel(services.sql), 'active')
    const last = partners.findIndex(({ id }) => id === cursor)
    if (cursor && last < 0) return badCursor()
    const shown = partners.slice(last + 1, last + 1 + limit)
    const headers: Record<string, string> = { 'x-total-count': String(partners.length) }
    if (last + 1 + limit < partners.length)
      headers.link = `<${apiPath('listPartners', {}, { limit, cursor: shown.at(-1)!.id })}>; rel="next"`
    return answer(
      shown.map(({ isDemo: _, ...partner }) => partner),
      { tags: [pageTags.partners], headers },
    )
  },
})
