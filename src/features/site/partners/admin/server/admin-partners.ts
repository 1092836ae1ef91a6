import { type } from 'arktype'
import { adminHref } from '#admin-pages.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import type { SqlRunner } from '#database/sql.ts'
import { isUuid } from '#domain/is-uuid.ts'
import type { Partner } from '#features/site/partners/server.ts'
import { checkPicture } from '#providers/pictures/check-picture.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost, formsByIntent } from '#requests/form-post.ts'
import { handler, type Loader, type PageRequest } from '#requests/page-loader.ts'
import { type FieldFailure, failure } from '#wire/failure.ts'
import { line, requiredLine, webAddressLine } from '#wire/text-schema.ts'
import type { AdminPartnersData, TypedPartner } from '../state.ts'

/** A partner as the admin area's form sends it. Whether the logo can be shown, only its host can tell. */
const partnerSchema = type({
  name: requiredLine(120, 'Name is required'),
  url: webAddressLine(500, null).default(''),
  logoUrl: line(500)
    .pipe((value) => value || null)
    .default(''),
  active: 'boolean',
  /** The one that is changed; empty for a new one. */
  id: type('string <= 100').default(''),
  /** What was stored when the form was made, or the id of a new partner. */
  seen: type('string <= 5000').default(''),
}).onUndeclaredKey('delete')

/** Feeds the admin area's list of partners. */
const loadAdminPartners: Loader<AdminPartnersData> = async (request) => await partnersPage(request)

/** The page as it stands, or after a post, with what was typed. */
async function partnersPage(
  { query, services }: PageRequest,
  more: { typed?: TypedPartner; problems?: FieldFailure[]; seen?: string | undefined; notice?: 'conflict' } = {},
): Promise<{ kind: 'page'; data: AdminPartnersData }> {
  const partners = await listPartners(services.sql)
  const edited = partners.find(({ id }) => id === query.get('edit'))
  const done = query.get('done')
  return {
    kind: 'page',
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

/** Adds a partner, or changes the one that is edited unless somebody else has done so since its form was made. */
const save = formCommand({
  permission: 'register',
  schema: partnerSchema,
  run: async ({ input: { id, seen, ...partner }, admin, services }) => {
    const known = (await listPartners(services.sql)).find((stored) => stored.id === id)
    if (id && !known) return failure('not-found', 'There is no such partner.')
    if (partner.logoUrl && partner.logoUrl !== known?.logoUrl) {
      const message = await checkPicture(partner.logoUrl)
      if (message) return failure('invalid', message, { fields: [{ field: 'logoUrl', message }] })
    }
    return await services.sql.begin(async (tx) => {
      if (!known) {
        const insert = (newId: string) => addPartner(tx, { id: newId, ...partner })
        let [added] = await insert(isUuid(seen) ? seen : crypto.randomUUID())
        if (!added) {
          const same = (await listPartners(tx)).find((stored) => stored.id === seen)
          if (same && seenOf(same) === seenOf({ ...same, ...partner }))
            return answer('added')
            // Somebody has gone back to the form and typed another partner.
          ;[added] = await insert(crypto.randomUUID())
        }
        const subject = { kind: 'partner', id: added!.id }
        await recordChange(tx, { actor: byPerson(admin), subject, action: 'added', after: partner })
        return answer('added')
      }
      const stored = (await lockPartners(tx)).find((row) => row.id === known.id)!
      // The same form, sent twice, has nothing left to change.
      if (seenOf(stored) === seenOf({ ...stored, ...partner })) return answer('saved')
      if (seenOf(stored) !== seen) return failure('conflict', 'Someone else has changed it.')
      await changePartner(tx, { id: known.id, ...partner })
      const before = { name: stored.name, url: stored.url, logoUrl: stored.logoUrl, active: stored.active }
      const subject = { kind: 'partner', id: known.id }
      await recordChange(tx, { actor: byPerson(admin), subject, action: 'changed', before, after: partner })
      return answer('saved')
    })
  },
})

const move = formCommand({
  permission: 'register',
  schema: type({ partner: 'string.uuid', by: "'up' | 'down'" }),
  run: async ({ input: { partner, by }, admin, services }) => {
    await services.sql.begin(async (tx) => {
      const ids = (await lockPartners(tx)).map(({ id }) => id)
      const at = ids.indexOf(partner)
      const to = by === 'up' ? at - 1 : at + 1
      if (at === -1 || to < 0 || to >= ids.length) return
      ;[ids[at], ids[to]] = [ids[to]!, ids[at]!]
      await orderPartners(tx, { ids })
      await recordChange(tx, {
        actor: byPerson(admin),
        subject: { kind: 'partner', id: partner },
        action: 'moved',
        before: { place: at + 1 },
        after: { place: to + 1 },
      })
    })
    return answer(null)
  },
})

/** The partners' page: one is added or changed, one moved up or down. */
export const adminPartners = handler({
  load: loadAdminPartners,
  act: formsByIntent(
    { move: formPost(move, { done: () => adminHref('adminPartners', { done: 'moved' }), again: loadAdminPartners }) },
    formPost(save, {
      input: ({ form, query }) => ({ ...form, id: query.get('edit') ?? '' }),
      done: (done) => adminHref('adminPartners', { done }),
      again: ({ form: { name = '', url = '', logoUrl = '', active = '', seen }, ...request }, { problems }, why) => {
        if (why.failure === 'not-found') return { kind: 'not-found' }
        const typed = { name, url, logoUrl, active }
        if (why.failure === 'conflict') return partnersPage(request, { typed, notice: 'conflict' })
        return partnersPage(request, { typed, seen, problems })
      },
    }),
  ),
})

/** Every partner in the order of the page, with those that are not shown. */
const listPartners = (sql: SqlRunner) => sql<Partner[]>`
  select id, name, url, logo_url as "logoUrl", active, priority, is_demo as "isDemo"
  from partners
  order by priority, lower(name), id`

/** Every partner in the order of the page, locked until the transaction ends. */
const lockPartners = (sql: SqlRunner) => sql<Partner[]>`
  select id, name, url, logo_url as "logoUrl", active, priority, is_demo as "isDemo"
  from partners
  order by priority, lower(name), id
  for update`

/**
 * After all others. No row where the id is taken.
 * @param input.url address or null
 */
const addPartner = (
  sql: SqlRunner,
  input: { id: string; name: string; url: string | null; logoUrl: string | null; active: boolean },
) => sql<{ id: string }[]>`
  insert into partners (id, name, url, logo_url, active, priority)
  values (${input.id}::uuid, ${input.name}::text, ${input.url}::text, ${input.logoUrl}::text, ${input.active}::boolean,
    (select coalesce(max(priority), 0) + 10 from partners))
  on conflict (id) do nothing
  returning id`

/** @param input.url address or null */
const changePartner = (
  sql: SqlRunner,
  input: { id: string; name: string; url: string | null; logoUrl: string | null; active: boolean },
) => sql<Record<string, never>[]>`
  update partners set name = ${input.name}::text, url = ${input.url}::text, logo_url = ${input.logoUrl}::text,
    active = ${input.active}::boolean where id = ${input.id}::uuid`

const orderPartners = (sql: SqlRunner, { ids }: { ids: string[] }) => sql<Record<string, never>[]>`
  update partners as p set priority = o.place * 10
  from unnest(${ids}::uuid[]) with ordinality as o (id, place)
  where p.id = o.id and p.priority <> o.place * 10`
