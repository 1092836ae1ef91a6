import { isUuid } from '../../../../domain/is-uuid.ts'
import type { Loader, PageAnswer, PageRequest } from '../../../../page-loader.ts'
import type { ComplaintSubject } from '../rules.ts'
import type { AdminComplaintData } from '../state.ts'
import { readComplaint } from './queries.ts'

/** Feeds the admin area's page of one complaint. */
export const loadAdminComplaint: Loader<AdminComplaintData> = async (request) => {
  const notice = request.query.get('done') === 'closed' ? 'closed' : null
  return await complaintPage(request, { notice })
}

/** The page as it stands, or after a post, with what was typed. */
export async function complaintPage(
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
