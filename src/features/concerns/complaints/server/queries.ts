import type { SqlRunner } from '#database/sql.ts'

/** No row when the reference is taken. */
export const addComplaint = (
  sql: SqlRunner,
  input: {
    reference: string
    name: string
    email: string
    phone: string
    about: string
    concerns: string
    message: string
    now: string
  },
) => sql<{ id: string }[]>`
  insert into complaints (reference, name, email, phone, about, concerns, message, received_at)
  values (${input.reference}::text, ${input.name}::text, ${input.email}::text, ${input.phone}::text, ${input.about}::text,
    ${input.concerns}::text, ${input.message}::text, ${input.now}::timestamptz)
  on conflict (reference) do nothing
  returning id`

type ListedComplaint = {
  id: string
  reference: string
  name: string
  email: string
  about: string
  received_at: string
  closed_at: string | null
}

/** In the order of their arrival. */
export const listComplaints = (
  sql: SqlRunner,
  { isClosed, newestFirst, limit, offset }: { isClosed: boolean; newestFirst: boolean; limit: number; offset: number },
) => sql<ListedComplaint[]>`
  select id, reference, name, email, about, received_at, closed_at
  from complaints
  where (closed_at is not null) = ${isClosed}::boolean
  ${newestFirst ? sql`order by id desc` : sql`order by id`} limit ${limit}::int offset ${offset}::int`

/** How many there are, up to a limit. */
export const countComplaints = (sql: SqlRunner, { isClosed, limit }: { isClosed: boolean; limit: number }) => sql<
  { complaints: number }[]
>`
  select count(*)::int as complaints
  from (select from complaints where (closed_at is not null) = ${isClosed}::boolean limit ${limit}::int) as found`

type ComplaintRow = ListedComplaint & {
  phone: string
  concerns: string
  message: string
  closed_by_name: string | null
  outcome: string | null
  is_upheld: boolean | null
}

export const readComplaint = (sql: SqlRunner, { id }: { id: string }) => sql<ComplaintRow[]>`
  select id, reference, name, email, phone, about, concerns, message, received_at, closed_at, closed_by_name, outcome,
    is_upheld
  from complaints where id = ${id}::uuid`

/** No row when it is closed already. */
export const closeComplaint = (
  sql: SqlRunner,
  input: { id: string; now: string; personId: string; personName: string; outcome: string; isUpheld: boolean },
) => sql<{ reference: string; name: string; email: string }[]>`
  update complaints set closed_at = ${input.now}::timestamptz, closed_by = ${input.personId}::text,
    closed_by_name = ${input.personName}::text, outcome = ${input.outcome}::text,
    is_upheld = ${input.isUpheld}::boolean
  where id = ${input.id}::uuid and closed_at is null
  returning reference, name, email`
