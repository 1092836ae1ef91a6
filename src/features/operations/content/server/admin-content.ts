import { type } from 'arktype'
import { adminHref } from '#admin-pages.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import { contentFlags } from '#domain/content-flags.ts'
import type { PromotionPage } from '#domain/promotion-date.ts'
import { isPast } from '#domain/promotion-date.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { handler, type Loader, type PageAnswer, type PageRequest } from '#requests/page-loader.ts'
import type { AdminContentData, DateState } from '../state.ts'
import { listDates, listFlags, setFlag } from './queries.ts'
import { setPromotionDate } from './set-promotion-date.ts'

/** Feeds the admin's page of the switches and dates of the public pages. */
const loadAdminContent: Loader<AdminContentData> = async (request) => await contentPage(request)

/** The page as it stands; with the date of one event as it was typed and refused. */
async function contentPage(
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
  return { kind: 'page', data: { flags, done: named('done'), dated: named('dated') } }
}

/**
 * Sets one switch to what its button says, not to the opposite of what it is: when two editors press at once, both get what they
 * wanted, and the log has one line.
 */
const switchFlag = formCommand({
  permission: 'register',
  schema: type({ flag: type.enumerated(...contentFlags.map(({ name }) => name)), to: "'on' | 'off'" }),
  run: async ({ input: { flag: name, to }, admin, services }) => {
    const isOn = to === 'on'
    await services.sql.begin(async (tx) => {
      const [changed] = await setFlag(tx, { name, isOn, changedBy: admin.id })
      if (!changed) return
      await recordChange(tx, {
        actor: byPerson(admin),
        subject: { kind: 'content', id: name },
        action: isOn ? 'switched-on' : 'switched-off',
        before: { on: !isOn },
        after: { on: isOn },
      })
    })
    return answer(name)
  },
})

const switches = formPost<AdminContentData, typeof switchFlag>(switchFlag, {
  done: (done) => adminHref('adminContent', { done }),
  again: () => ({ kind: 'not-found' }),
})
const dates = formPost<AdminContentData, typeof setPromotionDate>(setPromotionDate, {
  done: (dated) => adminHref('adminContent', { dated }),
  again: (request, { typed: { page, day = '', time = '' }, problems }) =>
    page === 'boxing' || page === 'webinar'
      ? contentPage(request, { page, typed: { day, time }, problems })
      : { kind: 'not-found' },
})

/** The switches of the public pages, and the dates of their events. */
export const adminContent = handler({
  load: loadAdminContent,
  act: async (request) => await (request.form.page === undefined ? switches : dates)(request),
})
