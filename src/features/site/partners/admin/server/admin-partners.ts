import { type } from 'arktype'
import { adminHref } from '../../../../../admin-pages.ts'
import { byPerson, recordChange } from '../../../../../database/record-change.ts'
import { isUuid } from '../../../../../domain/is-uuid.ts'
import type { Admin } from '../../../../../domain/permissions.ts'
import { checkPicture } from '../../../../../providers/pictures/check-picture.ts'
import {
  type Action,
  handler,
  type Loader,
  type PageAnswer,
  type PageRequest,
} from '../../../../../requests/page-loader.ts'
import type { FieldFailure } from '../../../../../wire/failure.ts'
import { fieldFailures } from '../../../../../wire/field-failures.ts'
import type { Partner } from '../../server/queries.ts'
import { partnerSchema } from '../schema.ts'
import type { AdminPartnersData, TypedPartner } from '../state.ts'
import { addPartner, changePartner, listPartners, lockPartners, orderPartners } from './queries.ts'

/** Feeds the admin area's list of partners. */
const loadAdminPartners: Loader<AdminPartnersData> = async (request) => await partnersPage(request)

/** The page as it stands, or after a post, with what was typed. */
async function partnersPage(
  { query, services }: PageRequest,
  more: { status?: number; typed?: TypedPartner; problems?: FieldFailure[]; seen?: string; notice?: 'conflict' } = {},
): Promise<{ kind: 'page'; status: number; data: AdminPartnersData }> {
  const partners = await listPartners(services.sql)
  const edited = partners.find(({ id }) => id === query.get('edit'))
  const done = query.get('done')
  return {
    kind: 'page',
    status: more.status ?? 200,
    data: {
      partners,
      editing: edited?.id ?? null,
      typed: more.typed ?? {
        name: edited?.name ?? '',
        url: edited?.url ?? '',
        logoUrl: edited?.logoUrl ?? '',
        active: !edited || edited.active ? '1' : '',
      },
      problems: more.problems ?? [],
      seen: more.seen ?? (edited ? seenOf(edited) : crypto.randomUUID()),
      notice: more.notice ?? (done === 'added' || done === 'saved' || done === 'moved' ? done : null),
    },
  }
}

/** What an editor can change of a partner, as one text: it tells whether somebody else has. */
function seenOf({ name, url, logoUrl, active }: Partner): string {
  return JSON.stringify([name, url, logoUrl, active])
}

type Post = PageRequest & { form: Record<string, string> }

/** Takes the forms of the partners' page: one added or changed, one moved up or down. */
const actAdminPartners: Action<AdminPartnersData> = async (request) => {
  const admin = await request.visitor.admin()
  if (!admin) return { kind: 'not-found' }
  if (request.form.intent === 'move') return await move(request, admin)
  return await save(request, admin)
}

async function save(request: Post, admin: Admin): Promise<PageAnswer<AdminPartnersData>> {
  const { form, query, services } = request
  const { name = '', url = '', logoUrl = '', active = '', seen = '' } = form
  const typed = { name, url, logoUrl, active }
  const partner = partnerSchema(typed)
  if (partner instanceof type.errors) {
    return await partnersPage(request, { status: 422, typed, seen, problems: fieldFailures(partner) })
  }
  const id = query.get('edit')
  const known = (await listPartners(services.sql)).find((stored) => stored.id === id)
  if (id && !known) return { kind: 'not-found' }
  if (partner.logoUrl && partner.logoUrl !== known?.logoUrl) {
    const message = await checkPicture(partner.logoUrl)
    if (message) {
      return await partnersPage(request, { status: 422, typed, seen, problems: [{ field: 'logoUrl', message }] })
    }
  }
  const isSaved = await services.sql.begin(async (tx) => {
    if (!known) {
      const insert = (newId: string) =>
        addPartner(tx, {
          id: newId,
          name: partner.name,
          url: partner.url,
          logoUrl: partner.logoUrl,
          active: partner.active,
        })
      let [added] = await insert(isUuid(seen) ? seen : crypto.randomUUID())
      if (!added) {
        const same = (await listPartners(tx)).find((stored) => stored.id === seen)
        if (same && seenOf(same) === seenOf({ ...same, ...partner })) return true
        // Somebody has gone back to the form and typed another partner.
        const another = await insert(crypto.randomUUID())
        added = another[0]
      }
      const subject = { kind: 'partner', id: added!.id }
      await recordChange(tx, { actor: byPerson(admin), subject, action: 'added', after: partner })
      return true
    }
    const stored = (await lockPartners(tx)).find((row) => row.id === known.id)!
    // The same form, sent twice, has nothing left to change.
    if (seenOf(stored) === seenOf({ ...stored, ...partner })) return true
    if (seenOf(stored) !== seen) return false
    await changePartner(tx, {
      id: known.id,
      name: partner.name,
      url: partner.url,
      logoUrl: partner.logoUrl,
      active: partner.active,
    })
    const before = { name: stored.name, url: stored.url, logoUrl: stored.logoUrl, active: stored.active }
    const subject = { kind: 'partner', id: known.id }
    await recordChange(tx, { actor: byPerson(admin), subject, action: 'changed', before, after: partner })
    return true
  })
  if (!isSaved) return await partnersPage(request, { status: 409, typed, notice: 'conflict' })
  return { kind: 'redirect', to: adminHref('adminPartners', { done: known ? 'saved' : 'added' }), status: 303 }
}

async function move({ form, services }: Post, admin: Admin): Promise<PageAnswer<AdminPartnersData>> {
  const by = form.by === 'up' ? -1 : 1
  await services.sql.begin(async (tx) => {
    const ids = (await lockPartners(tx)).map(({ id }) => id)
    const at = ids.indexOf(form.partner ?? '')
    const to = at + by
    if (at === -1 || to < 0 || to >= ids.length) return
    ;[ids[at], ids[to]] = [ids[to]!, ids[at]!]
    await orderPartners(tx, { ids })
    await recordChange(tx, {
      actor: byPerson(admin),
      subject: { kind: 'partner', id: ids[to]! },
      action: 'moved',
      before: { place: at + 1 },
      after: { place: to + 1 },
    })
  })
  return { kind: 'redirect', to: adminHref('adminPartners', { done: 'moved' }), status: 303 }
}

export const adminPartners = handler({ load: loadAdminPartners, act: actAdminPartners })
