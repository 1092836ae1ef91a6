import { adminHref } from '#admin-pages.ts'
import type { CamelSql } from '#database/camel.ts'
import { type ClaimPlace, claimPlaces, placeEntry } from '#domain/claim-places.ts'
import { type Claim, claimState } from '#domain/claims.ts'
import type { Instant } from '#domain/formats.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { londonDay } from '#domain/london-time.ts'
import { readContentFlags } from '#features/claims/server/read-claims.ts'
import { changedMeanwhile, command, did } from '#page/command.ts'
import { notFound, page } from '#page/page.ts'
import { form } from '#wire/define-form.ts'
import { failure } from '#wire/failure.ts'
import { claimForm } from './form.ts'

type StoredClaim = Claim & { id: string; place: ClaimPlace; position: number; revision: number }
type ClaimFields = Omit<StoredClaim, 'id' | 'revision'>

const gone = failure('not-found', 'There is no such claim.')
const hasChanged = changedMeanwhile('Not saved: the claim has changed since you opened it')

const columns = (sql: CamelSql) => sql`
  c.id, c.place, c.position, c.kind, c.value, c.label, c.quote, c.name, c.role, c.source, c.proof, c.owner,
  c.valid_from::text as valid_from, c.valid_until::text as valid_until, c.revision`

async function lockClaim(sql: CamelSql, id: string | null): Promise<StoredClaim | undefined> {
  if (!isUuid(id ?? '')) return undefined
  const [claim] = await sql<StoredClaim[]>`
    select ${columns(sql)} from claims as c where id = ${id}::uuid for update`
  return claim
}

/** What is to change; an order that is not given stays. */
function differences(stored: ClaimFields, fields: ClaimFields): Partial<ClaimFields> {
  const names = (Object.keys(fields) as (keyof ClaimFields)[]).filter(
    (name) => name !== 'position' || fields.position > 0,
  )
  return Object.fromEntries(names.filter((name) => stored[name] !== fields[name]).map((name) => [name, fields[name]]))
}

/** Adds a claim, or changes the edited one unless somebody else has changed it since the form was made. */
const save = command({
  permission: 'register',
  form: claimForm,
  run: async ({ input, pageQuery, admin, sql, now }) => {
    const { seen, ...fields } = input
    const claim = { ...fields, validFrom: input.validFrom || null, validUntil: input.validUntil || null }
    const { kind, value, label, quote, name, role, source, proof, owner, validFrom, validUntil, position } = claim
    const id = pageQuery.get('edit')
    if (!id) {
      const newId = isUuid(seen) ? seen : crypto.randomUUID()
      const [added] = await sql<{ id: string }[]>`
        insert into claims (id, place, position, kind, value, label, quote, name, role, source, proof, owner, valid_from,
          valid_until, changed_at, changed_by)
        values (${newId}::uuid, ${claim.place}::text,
          coalesce(nullif(${position}::integer, 0),
            (select coalesce(max(position), 0) + 10 from claims where place = ${claim.place}::text)),
          ${kind}::text, ${value}::text, ${label}::text, ${quote}::text, ${name}::text, ${role}::text, ${source}::text,
          ${proof}::text, ${owner}::text, ${validFrom}::date, ${validUntil}::date, ${now}::timestamptz, ${admin.id}::text)
        on conflict (id) do nothing
        returning id`
      if (added)
        return did({ answer: 'added', audit: { subject: { kind: 'claim', id: newId }, action: 'added', after: claim } })
      // The same form sent twice is one claim; another text from the same form is not lost.
      const first = await lockClaim(sql, newId)
      return first && Object.keys(differences(first, claim)).length === 0 ? did({ answer: 'added' }) : hasChanged
    }
    const stored = await lockClaim(sql, id)
    if (!stored || !placeEntry(stored.place).kinds.includes(kind)) return gone
    const after = differences(stored, { ...claim, place: stored.place })
    if (Object.keys(after).length === 0) return did({ answer: 'saved' })
    if (String(stored.revision) !== seen) return hasChanged
    await sql`
      update claims set position = coalesce(nullif(${position}::integer, 0), position), kind = ${kind}::text,
        value = ${value}::text, label = ${label}::text, quote = ${quote}::text, name = ${name}::text, role = ${role}::text,
        source = ${source}::text, proof = ${proof}::text, owner = ${owner}::text, valid_from = ${validFrom}::date,
        valid_until = ${validUntil}::date, revision = revision + 1, changed_at = ${now}::timestamptz,
        changed_by = ${admin.id}::text
      where id = ${id}::uuid`
    const before = Object.fromEntries(Object.keys(after).map((name) => [name, stored[name as keyof ClaimFields]]))
    return did({ answer: 'saved', audit: { subject: { kind: 'claim', id }, action: 'changed', before, after } })
  },
  done: { added: 'The claim was added', saved: 'The claim was saved' },
  leadsTo: (done) => adminHref('adminClaims', { done }),
})

/** The audit log keeps what it said. */
const remove = command({
  permission: 'register',
  form: form({ seen: claimForm.fields.seen }),
  run: async ({ input: { seen }, pageQuery, sql }) => {
    const stored = await lockClaim(sql, pageQuery.get('edit'))
    if (!stored) return gone
    const { id, revision, ...before } = stored
    if (revision !== Number(seen)) return hasChanged
    await sql`delete from claims where id = ${id}::uuid`
    return did({ audit: { subject: { kind: 'claim', id }, action: 'removed', before } })
  },
  done: { removed: 'The claim was removed' },
  leadsTo: () => adminHref('adminClaims', { done: 'removed' }),
})

const isPlace = (text: string | null): text is ClaimPlace => text !== null && Object.hasOwn(claimPlaces, text)

type ListedClaim = StoredClaim & {
  /** Both null for one that nobody has changed. */
  changedAt: Instant | null
  changedBy: string | null
}

export const adminClaims = page('adminClaims', {
  commands: { save, remove },
  load: async ({ query, sql, now, services: { env } }) => {
    const [stored, flags] = await Promise.all([
      sql<ListedClaim[]>`
        select ${columns(sql)}, c.changed_at, p.name as changed_by
        from claims as c
        left join people as p on p.id = c.changed_by
        order by c.place, c.position, c.id`,
      readContentFlags(sql.raw),
    ])
    const [edit, place] = [query.get('edit'), query.get('add')]
    const edited = stored.find(({ id }) => id === edit)
    if ((edit && !edited) || (place && !isPlace(place))) return notFound()
    return {
      claims: stored.map((claim) => ({ ...claim, state: claimState(claim, londonDay(new Date(now))) })),
      /** Places that a switch of the content page hides now. */
      hidden: (Object.keys(claimPlaces) as ClaimPlace[]).filter((each) => {
        const { flag } = placeEntry(each)
        return flag && !flags[flag]
      }),
      /** Claims without a proof are shown, and called samples. */
      isDemo: env.mode === 'demo',
      form: edited ? formOf(edited) : isPlace(place) ? newForm(place) : null,
    }
  },
})

function formOf(claim: ListedClaim) {
  const { id, place, revision, changedAt, changedBy } = claim
  const typed = Object.fromEntries(
    Object.keys(claimForm.fields).map((name) => [name, String(claim[name as keyof ListedClaim] ?? '')]),
  )
  return { id, place, typed, seen: String(revision), changedAt, changedBy }
}

function newForm(place: ClaimPlace): Omit<ReturnType<typeof formOf>, 'id'> & { id: null } {
  const typed = { kind: placeEntry(place).kinds[0]! }
  return { id: null, place, typed, seen: crypto.randomUUID(), changedAt: null, changedBy: null }
}
