import { type } from 'arktype'
import { adminHref } from '#admin-pages.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { handler, type Loader, type PageAnswer, type PageRequest } from '#requests/page-loader.ts'
import { failure } from '#wire/failure.ts'
import { emptyForm, type FormState } from '#wire/form.ts'
import { countLimit, listPages, readPageNumber, readSort, rowsOf } from '#wire/list-pages.ts'
import { complaintsHref, usualComplaintSort } from '../complaints-view.ts'
import type { ComplaintSubject } from '../rules.ts'
import { outcomeSchema } from '../schema.ts'
import type { AdminComplaintData, AdminComplaintsData } from '../state.ts'
import { outcomeMail } from './complaint-mails.ts'
import { closeComplaint, countComplaints, listComplaints, readComplaint } from './queries.ts'

/** Feeds the admin area's page of one complaint. */
const loadAdminComplaint: Loader<AdminComplaintData> = async (request) => {
  const notice = request.query.get('done') === 'closed' ? 'closed' : null
  return await complaintPage(request, { notice })
}

/** The page as it stands, or after a post, with what was typed. */
async function complaintPage(
  { params, services: { sql } }: PageRequest,
  more: { typed?: FormState; notice?: AdminComplaintData['notice'] } = {},
): Promise<PageAnswer<AdminComplaintData>> {
  const id = params.id ?? ''
  const [row] = isUuid(id) ? await readComplaint(sql, { id }) : []
  if (!row) return { kind: 'not-found' }
  const { closed_at: at, closed_by_name: by, outcome, is_upheld: isUpheld } = row
  return {
    kind: 'page',
    data: {
      id: row.id,
      reference: row.reference,
      name: row.name,
      email: row.email,
      phone: row.phone,
      about: row.about as ComplaintSubject,
      concerns: row.concerns,
      message: row.message,
      receivedAt: row.received_at,
      closed: at && by && outcome ? { at, by, outcome, isUpheld } : null,
      form: more.typed ?? emptyForm,
      notice: more.notice ?? null,
    },
  }
}

/** Closes a complaint, once, with the answer that the person gets by mail. */
const close = formCommand({
  permission: 'correspondence',
  params: type({ id: 'string.uuid' }),
  schema: outcomeSchema,
  run: async ({ params: { id }, input: { outcome, finding }, admin, services }) =>
    await services.sql.begin(async (tx) => {
      const now = services.now().toISOString()
      const isUpheld = finding === 'upheld'
      const by = { personId: admin.id, personName: admin.name }
      const [closed] = await closeComplaint(tx, { id, now, ...by, outcome, isUpheld })
      if (!closed) return failure('conflict', 'Someone else has already done this, or it does not exist.')
      await queueMail(tx, outcomeMail({ id, ...closed }, outcome, services.brand), services)
      await recordChange(tx, {
        actor: byPerson(admin),
        subject: { kind: 'complaint', id },
        action: 'closed',
        before: { state: 'open' },
        after: { state: 'closed', finding },
      })
      return answer({ id })
    }),
})

export const adminComplaint = handler({
  load: loadAdminComplaint,
  act: formPost(close, {
    done: (closed) => adminHref('adminComplaint', closed, { done: 'closed' }),
    again: (request, typed, { failure: why }) =>
      why === 'conflict' ? complaintPage(request, { notice: 'closed-already' }) : complaintPage(request, { typed }),
  }),
})

const pageSize = 50

/** Feeds the admin area's list of complaints: those that are open, or with `?state=closed` the others. */
const loadAdminComplaints: Loader<AdminComplaintsData> = async ({ query, services: { sql } }) => {
  const isClosed = query.get('state') === 'closed'
  const sort = readSort(query.get('sort'), ['received'], usualComplaintSort)
  const page = readPageNumber(query.get('page'))
  const [rows, [counted]] = await Promise.all([
    listComplaints(sql, { isClosed, newestFirst: sort.descending, ...rowsOf(page, pageSize) }),
    countComplaints(sql, { isClosed, limit: countLimit + 1 }),
  ])
  return {
    kind: 'page',
    data: {
      complaints: rows.slice(0, pageSize).map((row) => ({
        id: row.id,
        reference: row.reference,
        name: row.name,
        about: row.about as ComplaintSubject,
        receivedAt: row.received_at,
        closedAt: row.closed_at,
      })),
      isClosed,
      sort,
      pages: listPages({
        page,
        pageSize,
        fetched: rows.length,
        counted: counted!.complaints,
        hrefOf: (number) => complaintsHref({ isClosed, sort, page: number }),
      }),
    },
  }
}

export const adminComplaints = handler({ load: loadAdminComplaints })
