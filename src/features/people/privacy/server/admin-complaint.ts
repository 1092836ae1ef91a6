import { type } from 'arktype'
import { adminHref } from '../../../../admin-pages.ts'
import { byPerson, recordChange } from '../../../../database/record-change.ts'
import { isUuid } from '../../../../domain/is-uuid.ts'
import {
  type Action,
  handler,
  type Loader,
  type PageAnswer,
  type PageRequest,
} from '../../../../requests/page-loader.ts'
import { fieldFailures } from '../../../../wire/field-failures.ts'
import { queueMail } from '../../../mail/server/queue-mail.ts'
import type { ComplaintSubject } from '../rules.ts'
import { outcomeSchema } from '../schema.ts'
import type { AdminComplaintData } from '../state.ts'
import { outcomeMail } from './complaint-mails.ts'
import { closeComplaint, readComplaint } from './queries.ts'

/** Feeds the admin area's page of one complaint. */
const loadAdminComplaint: Loader<AdminComplaintData> = async (request) => {
  const notice = request.query.get('done') === 'closed' ? 'closed' : null
  return await complaintPage(request, { notice })
}

/** The page as it stands, or after a post, with what was typed. */
async function complaintPage(
  { params, services: { sql } }: PageRequest,
  more: { status?: number; typed?: string; problem?: string; notice?: AdminComplaintData['notice'] } = {},
): Promise<PageAnswer<AdminComplaintData>> {
  const id = params.id ?? ''
  const [row] = isUuid(id) ? await readComplaint(sql, { id }) : []
  if (!row) return { kind: 'not-found' }
  const { closed_at: at, closed_by_name: by, outcome } = row
  return {
    kind: 'page',
    status: more.status ?? 200,
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
      closed: at && by && outcome ? { at, by, outcome } : null,
      typed: more.typed ?? '',
      problem: more.problem ?? null,
      notice: more.notice ?? null,
    },
  }
}

/** Closes a complaint, once, with the answer that the person gets by mail. */
const actAdminComplaint: Action<AdminComplaintData> = async (request) => {
  const { form, params, visitor, services } = request
  const admin = await visitor.admin()
  const id = params.id ?? ''
  if (!admin || !isUuid(id)) return { kind: 'not-found' }
  const typed = form.outcome ?? ''
  const outcome = outcomeSchema(typed)
  if (outcome instanceof type.errors) {
    return await complaintPage(request, { status: 422, typed, problem: fieldFailures(outcome)[0]!.message })
  }
  const isClosed = await services.sql.begin(async (transaction) => {
    const now = services.now().toISOString()
    const [closed] = await closeComplaint(transaction, { id, now, personId: admin.id, personName: admin.name, outcome })
    if (!closed) return false
    await queueMail(transaction, outcomeMail({ id, ...closed }, outcome, services.brand), services)
    await recordChange(transaction, {
      actor: byPerson(admin),
      subject: { kind: 'complaint', id },
      action: 'closed',
      before: { state: 'open' },
      after: { state: 'closed' },
    })
    return true
  })
  // Somebody else was quicker, or there is none: the page says which.
  if (!isClosed) return await complaintPage(request, { status: 409, notice: 'closed-already' })
  return { kind: 'redirect', to: adminHref('adminComplaint', { id }, { done: 'closed' }), status: 303 }
}

export const adminComplaint = handler({ load: loadAdminComplaint, act: actAdminComplaint })
