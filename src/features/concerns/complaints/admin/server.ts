import { isUuid } from '#domain/is-uuid.ts'
import { command, did, refusal } from '#page/command.ts'
import { notFound, page } from '#page/page.ts'
import { readList, readSort } from '#wire/list-pages.ts'
import { complaintsHref, usualComplaintSort } from '../complaints-view.ts'
import { complaintAnswerMail } from '../mails.ts'
import type { ComplaintSubject } from '../rules.ts'
import { answerForm } from './form.ts'

const close = command({
  permission: 'correspondence',
  params: { id: isUuid },
  form: answerForm,
  run: async ({ params: { id }, input: { outcome, finding }, sql, now, admin, services }) => {
    const [closed] = await sql<{ reference: string; email: string }[]>`
      update complaints set closed_at = ${now}::timestamptz, closed_by = ${admin.id}::text,
        closed_by_name = ${admin.name}::text, outcome = ${outcome}::text, is_upheld = ${finding === 'upheld'}::boolean
      where id = ${id}::uuid and closed_at is null
      returning reference, email`
    if (!closed) return refusal('Someone has already closed it', 'Your answer was not sent.')
    const change = { before: { state: 'open' }, after: { state: 'closed', finding } }
    return did({
      audit: { subject: { kind: 'complaint', id }, action: 'closed', ...change },
      mails: [complaintAnswerMail({ id, ...closed }, outcome, services.brand)],
    })
  },
  done: { closed: 'Closed, and the answer is being sent' },
})

export const adminComplaint = page('adminComplaint', {
  commands: { close },
  load: async ({ params: { id = '' }, sql }) => {
    if (!isUuid(id)) return notFound()
    const [complaint] = await sql<
      {
        reference: string
        name: string
        email: string
        phone: string
        about: ComplaintSubject
        concerns: string
        message: string
        receivedAt: string
        closedAt: string | null
        closedByName: string | null
        outcome: string | null
        /** Null for complaints that were closed before this was asked. */
        isUpheld: boolean | null
      }[]
    >`
      select reference, name, email, phone, about, concerns, message, received_at, closed_at, closed_by_name, outcome,
        is_upheld
      from complaints where id = ${id}::uuid`
    return complaint ?? notFound()
  },
})

export const adminComplaints = page('adminComplaints', {
  load: async ({ query, sql }) => {
    const isClosed = query.get('state') === 'closed'
    const sort = readSort(query.get('sort'), ['received'], usualComplaintSort)
    const { rows: complaints, pages } = await readList({
      query,
      rows: ({ limit, offset }) =>
        sql<{ id: string; reference: string; name: string; about: ComplaintSubject; receivedAt: string }[]>`
          select id, reference, name, about, received_at
          from complaints
          where (closed_at is not null) = ${isClosed}::boolean
          ${sort.descending ? sql`order by id desc` : sql`order by id`} limit ${limit}::int offset ${offset}::int`,
      count: (limit) => sql<{ count: number }[]>`
        select count(*)::int as count from (
          select from complaints where (closed_at is not null) = ${isClosed}::boolean limit ${limit}::int
        ) as found`,
      hrefOf: (page) => complaintsHref({ isClosed, sort, page }),
    })
    return { complaints, isClosed, sort, pages }
  },
})
