import type { SqlRunner } from '#database/sql.ts'
import type { ListedClaim } from '../state.ts'

/** Every claim, in the order in which its place shows it, with who has changed it last and when. */
export const listClaims = (sql: SqlRunner) => sql<ListedClaim[]>`
  select c.id, c.place, c.position, c.kind, c.value, c.label, c.quote, c.name, c.role, c.source, c.proof, c.owner,
    c.valid_from::text as "validFrom", c.valid_until::text as "validUntil", c.revision, c.changed_at as "changedAt",
    p.name as "changedBy"
  from claims as c
  left join people as p on p.id = c.changed_by
  order by c.place, c.position, c.id`

export type StoredClaim = Omit<ListedClaim, 'changedAt' | 'changedBy'>

/** One claim, locked until the transaction ends. */
export const lockClaim = (sql: SqlRunner, { id }: { id: string }) => sql<StoredClaim[]>`
  select id, place, position, kind, value, label, quote, name, role, source, proof, owner, valid_from::text as "validFrom",
    valid_until::text as "validUntil", revision
  from claims where id = ${id}::uuid
  for update`

type Written = Omit<StoredClaim, 'revision'> & { changedBy: string; now: string }

/** After all others of its place where `position` is 0. No row where the id is taken. */
export const addClaim = (sql: SqlRunner, input: Written) => sql<{ id: string }[]>`
  insert into claims (id, place, position, kind, value, label, quote, name, role, source, proof, owner, valid_from, valid_until,
    changed_at, changed_by)
  values (${input.id}::uuid, ${input.place}::text,
    coalesce(nullif(${input.position}::integer, 0),
      (select coalesce(max(position), 0) + 10 from claims where place = ${input.place}::text)),
    ${input.kind}::text, ${input.value}::text, ${input.label}::text, ${input.quote}::text, ${input.name}::text, ${input.role}::text,
    ${input.source}::text, ${input.proof}::text, ${input.owner}::text, ${input.validFrom}::date, ${input.validUntil}::date,
    ${input.now}::timestamptz, ${input.changedBy}::text)
  on conflict (id) do nothing
  returning id`

/** The place stays. A `position` of 0 leaves its own as it is. */
export const changeClaim = (sql: SqlRunner, input: Omit<Written, 'place'>) => sql<Record<string, never>[]>`
  update claims set position = coalesce(nullif(${input.position}::integer, 0), position), kind = ${input.kind}::text,
    value = ${input.value}::text, label = ${input.label}::text, quote = ${input.quote}::text, name = ${input.name}::text,
    role = ${input.role}::text, source = ${input.source}::text, proof = ${input.proof}::text, owner = ${input.owner}::text,
    valid_from = ${input.validFrom}::date, valid_until = ${input.validUntil}::date, revision = revision + 1,
    changed_at = ${input.now}::timestamptz, changed_by = ${input.changedBy}::text
  where id = ${input.id}::uuid`

/** No row where it has gone, or was changed since that revision. */
export const removeClaim = (sql: SqlRunner, { id, revision }: { id: string; revision: number }) => sql<
  { id: string }[]
>`
  delete from claims where id = ${id}::uuid and revision = ${revision}::integer returning id`
