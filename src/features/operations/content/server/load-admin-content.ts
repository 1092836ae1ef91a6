import { contentFlags } from '../../../../domain/content-flags.ts'
import type { PromotionPage } from '../../../../domain/promotion-date.ts'
import type { Loader, PageAnswer, PageRequest } from '../../../../page-loader.ts'
import type { AdminContentData, DateState } from '../state.ts'
import { listDates, listFlags } from './queries.ts'
import { isPast } from './set-promotion-date.ts'

/** Feeds the admin's page of the switches and dates of the public pages. */
export const loadAdminContent: Loader<AdminContentData> = async (request) => await contentPage(request)

/** The page as it stands; with the date of one event as it was typed and refused. */
export async function contentPage(
  { query, services: { sql, now } }: Pick<PageRequest, 'query' | 'services'>,
  refused?: { page: PromotionPage } & Pick<DateState, 'typed' | 'problems'>,
): Promise<PageAnswer<AdminContentData>> {
  const [rows, dates] = await Promise.all([listFlags(sql), listDates(sql)])
  const dateOf = (name: string): DateState | null => {
    const row = dates.find(({ page }) => page === name)
    if (!row) return null
    const { page, firstDay: _, ...date } = row
    const { typed, problems } = refused?.page === page ? refused : { typed: null, problems: [] }
    return { ...date, isPast: isPast(page, row, now()), typed, problems }
  }
  const flags = contentFlags.map(({ name }) => {
    const { isOn = true, changedAt = null, changedBy = null } = rows.find((row) => row.name === name) ?? {}
    return { name, isOn, changedAt, changedBy, date: dateOf(name) }
  })
  const named = (part: string) => contentFlags.find(({ name }) => name === query.get(part))?.name ?? null
  return { kind: 'page', status: refused ? 422 : 200, data: { flags, done: named('done'), dated: named('dated') } }
}
