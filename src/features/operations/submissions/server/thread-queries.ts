import type { SqlRunner } from '#database/sql.ts'

/** `sent`: mailed to the person; `received`: an answer of theirs, written down by hand; `note`: for the admin area alone. */
type MessageKind = 'sent' | 'received' | 'note'
export type MessageRow = { id: number; kind: MessageKind; author_name: string; text: string; written_at: string }

/** Oldest first. */
export const listMessages = (sql: SqlRunner, { enquiryId }: { enquiryId: string }) => sql<MessageRow[]>`
  select id, kind, author_name, text, written_at from enquiry_messages where enquiry_id = ${enquiryId}::uuid order by id`

export const addMessage = (
  sql: SqlRunner,
  input: { enquiryId: string; kind: MessageKind; authorId: string; authorName: string; text: string; now: string },
) => sql<{ id: number }[]>`
  insert into enquiry_messages (enquiry_id, kind, author_id, author_name, text, written_at)
  values (${input.enquiryId}::uuid, ${input.kind}::text, ${input.authorId}::text, ${input.authorName}::text,
    ${input.text}::text, ${input.now}::timestamptz)
  returning id`

/** One change of an enquiry at a time. */
export const lockEnquiry = (sql: SqlRunner, { id }: { id: string }) => sql<
  { id: string; email: string; state: string; assigned_to: string | null; assigned_name: string | null }[]
>`
  select e.id, e.email, e.state, e.assigned_to, p.name as assigned_name
  from contact_enquiries e left join people p on p.id = e.assigned_to
  where e.id = ${id}::uuid
  for update of e`

export const assignEnquiry = (sql: SqlRunner, { id, personId }: { id: string; personId: string | null }) => sql<
  Record<string, never>[]
>`
  update contact_enquiries set assigned_to = ${personId}::text where id = ${id}::uuid`

/** Whoever may deal with correspondence. */
export const listClerks = (sql: SqlRunner, { roles }: { roles: string[] }) => sql<{ id: string; name: string }[]>`
  select id, name from people where roles && ${roles}::text[] and deactivated_at is null order by lower(name), id`

/** The same message of the same person within a minute is a second press. */
export const findRecentMessage = (
  sql: SqlRunner,
  input: { enquiryId: string; kind: MessageKind; authorId: string; text: string; since: string },
) => sql<{ id: number }[]>`
  select id from enquiry_messages
  where enquiry_id = ${input.enquiryId}::uuid and kind = ${input.kind}::text and author_id = ${input.authorId}::text
    and text = ${input.text}::text and written_at > ${input.since}::timestamptz
  limit 1`
