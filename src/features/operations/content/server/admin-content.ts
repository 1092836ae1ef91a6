import { type } from 'arktype'
import { adminHref } from '../../../../admin-pages.ts'
import { byPerson, recordChange } from '../../../../database/record-change.ts'
import { contentFlags } from '../../../../domain/content-flags.ts'
import type { Admin } from '../../../../domain/permissions.ts'
import type { PromotionPage } from '../../../../domain/promotion-date.ts'
import {
  type Action,
  handler,
  type Loader,
  type PageAnswer,
  type PageRequest,
} from '../../../../requests/page-loader.ts'
import { fieldFailures } from '../../../../wire/field-failures.ts'
import { dateSchema } from '../schema.ts'
import type { AdminContentData, DateState } from '../state.ts'
import { listDates, listFlags, setFlag } from './queries.ts'
import { isPast, setPromotionDate } from './set-promotion-date.ts'

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
  return { kind: 'page', status: refused ? 422 : 200, data: { flags, done: named('done'), dated: named('dated') } }
}

type Post = PageRequest & { form: Record<string, string> }

/** Takes the forms of the page: a switch, and the date of an event. */
const actAdminContent: Action<AdminContentData> = async (request) => {
  const admin = await request.visitor.admin()
  if (!admin) return { kind: 'not-found' }
  return request.form.page === undefined ? await switchFlag(request, admin) : await changeDate(request, admin)
}

/**
 * Sets one switch to what its button says, not to the opposite of what it is: when two editors press at once, both get what they
 * wanted, and the log has one line.
 */
async function switchFlag({ form, services }: Post, admin: Admin): Promise<PageAnswer<AdminContentData>> {
  const flag = contentFlags.find(({ name }) => name === form.flag)
  if (!flag || (form.to !== 'on' && form.to !== 'off')) return { kind: 'not-found' }
  const { name } = flag
  const isOn = form.to === 'on'
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
  return { kind: 'redirect', to: adminHref('adminContent', { done: name }), status: 303 }
}

async function changeDate(request: Post, admin: Admin): Promise<PageAnswer<AdminContentData>> {
  const { form, services } = request
  const { page, day = '', time = '', revision = '' } = form
  if (page !== 'boxing' && page !== 'webinar') return { kind: 'not-found' }
  const wish = dateSchema({ page, day, time })
  const problems =
    wish instanceof type.errors ? fieldFailures(wish) : await setPromotionDate(services, wish, revision, admin)
  if (problems.length > 0) return await contentPage(request, { page, typed: { day, time }, problems })
  return { kind: 'redirect', to: adminHref('adminContent', { dated: page }), status: 303 }
}

export const adminContent = handler({ load: loadAdminContent, act: actAdminContent })
