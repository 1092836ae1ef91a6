import { type } from 'arktype'
import { isUuid } from '#domain/is-uuid.ts'
import { type Partner, readPartners } from '#features/site/partners/server.ts'
import { changedMeanwhile, command, did, outsideCommand, wrong } from '#page/command.ts'
import { page } from '#page/page.ts'
import { checkPicture } from '#providers/pictures/check-picture.ts'
import { failure } from '#wire/failure.ts'
import { partnerForm } from './form.ts'

type PartnerFields = Pick<Partner, 'name' | 'url' | 'logoUrl' | 'active'>

/** What an editor can change, as one text: it shows whether somebody else has changed it. */
const seenOf = ({ name, url, logoUrl, active }: PartnerFields) => JSON.stringify([name, url, logoUrl, active])

/** Adds a partner, or changes the edited one unless somebody else has changed it since the form was made. */
const save = outsideCommand({
  permission: 'register',
  form: partnerForm,
  run: async ({ input, pageQuery, sql, write }) => {
    const { seen, name, active } = input
    const partner = { name, url: input.url || null, logoUrl: input.logoUrl || null, active }
    const { url, logoUrl } = partner
    const id = pageQuery.get('edit')
    const known = (await readPartners(sql, 'all')).find((stored) => stored.id === id)
    if (id && !known) return failure('not-found', 'There is no such partner.')
    if (logoUrl && logoUrl !== known?.logoUrl) {
      const problem = await checkPicture(logoUrl)
      if (problem) return wrong({ logoUrl: problem })
    }
    return await write(async (sql) => {
      const partners = await readPartners(sql, 'locked')
      if (!known) {
        const same = partners.find((stored) => stored.id === seen)
        if (same && seenOf(same) === seenOf(partner)) return did({ done: 'added' })
        // Where the id is taken, somebody has gone back to the form and typed another partner.
        const newId = same || !isUuid(seen) ? crypto.randomUUID() : seen
        const [added] = await sql<{ id: string }[]>`
          insert into partners (id, name, url, logo_url, active, priority)
          values (${newId}::uuid, ${name}::text, ${url}::text, ${logoUrl}::text, ${active}::boolean,
            (select coalesce(max(priority), 0) + 10 from partners))
          on conflict (id) do nothing
          returning id`
        const audit = added ? { subject: { kind: 'partner', id: newId }, action: 'added', after: partner } : []
        return did({ done: 'added', audit })
      }
      const stored = partners.find((row) => row.id === known.id)!
      if (seenOf(stored) === seenOf(partner)) return did({ done: 'saved' })
      if (seenOf(stored) !== seen) return changedMeanwhile('Not saved: the partner has changed since you opened it')
      await sql`
        update partners set name = ${name}::text, url = ${url}::text, logo_url = ${logoUrl}::text,
          active = ${active}::boolean
        where id = ${known.id}::uuid`
      const before = { name: stored.name, url: stored.url, logoUrl: stored.logoUrl, active: stored.active }
      const subject = { kind: 'partner', id: known.id }
      return did({ done: 'saved', audit: { subject, action: 'changed', before, after: partner } })
    })
  },
  done: { added: 'The partner was added', saved: 'The partner was saved' },
})

const move = command({
  permission: 'register',
  schema: type({ partner: 'string.uuid', by: "'up' | 'down'" }),
  run: async ({ input: { partner, by }, sql }) => {
    const ids = (await readPartners(sql, 'locked')).map(({ id }) => id)
    const at = ids.indexOf(partner)
    const to = by === 'up' ? at - 1 : at + 1
    if (at === -1 || to < 0 || to >= ids.length) return did()
    ;[ids[at], ids[to]] = [ids[to]!, ids[at]!]
    await sql`
      update partners as p set priority = o.place * 10
      from unnest(${ids}::uuid[]) with ordinality as o (id, place)
      where p.id = o.id and p.priority <> o.place * 10`
    const places = { before: { place: at + 1 }, after: { place: to + 1 } }
    return did({ audit: { subject: { kind: 'partner', id: partner }, action: 'moved', ...places } })
  },
  done: { moved: 'The order was changed' },
})

export const adminPartners = page('adminPartners', {
  commands: { save, move },
  load: async ({ query, sql }) => {
    const partners = await readPartners(sql, 'all')
    const edited = partners.find(({ id }) => id === query.get('edit'))
    return { partners, editing: edited?.id ?? null, seen: edited ? seenOf(edited) : crypto.randomUUID() }
  },
})
