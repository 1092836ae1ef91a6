import { isUuid } from '../../../../domain/is-uuid.ts'
import type { Loader, PageRequest } from '../../../../requests/page-loader.ts'
import type { Services } from '../../../../requests/services.ts'
import { late } from '../../../../wire/late.ts'
import { type CompanyCheck, judgeCompany } from '../../../applications/server/company-check.ts'
import { findOrganisation } from '../../../applications/server/queries.ts'
import { findLastCall } from '../../../assessments/server/queries.ts'
import { listOrders } from '../../../payments/server/queries.ts'
import type { ReviewData, ReviewNotice, ReviewTyped } from '../state.ts'
import { reviewIdentity } from './load-identity.ts'
import { listDecisions, listRelated, listRemarks, type ReviewRow, readReview } from './queries.ts'
import { reviewersOf } from './work-on-application.ts'

const notices: readonly ReviewNotice[] = [
  'approved',
  'rejected',
  'withdrawn',
  'noted',
  'assigned',
  'asked',
  'opened',
  'corrected',
  'let-through',
  'domain-confirmed',
]

/** Feeds the review of one application. */
export const loadReview: Loader<ReviewData> = async (request) => {
  const said = request.query.get('done')
  return await reviewPage(request, { notice: notices.find((known) => known === said) ?? null })
}

export type More = Partial<ReviewTyped> & { notice?: ReviewNotice | null; status?: number }

/** The review page, as it stands or after a post. */
export async function reviewPage(
  { params, services, visitor }: PageRequest,
  { notice = null, status = 200, ...typed }: More = {},
): Promise<{ kind: 'page'; status: number; data: ReviewData }> {
  const { sql } = services
  const [application] = isUuid(params.id!) ? await readReview(sql, { applicationId: params.id! }) : []
  if (!application) return { kind: 'page', status: 404, data: { kind: 'not-found' } }
  const { id } = application
  const admin = await visitor.admin()
  const [[organisation], decisions, remarks, related, reviewers, [call], identity, orders] = await Promise.all([
    findOrganisation(sql, { id: application.organisation_id }),
    listDecisions(sql, { applicationId: id }),
    listRemarks(sql, { applicationId: id }),
    listRelated(sql, { applicationId: id }),
    reviewersOf(services),
    findLastCall(sql, { applicationId: id }),
    reviewIdentity(sql, id, services.now()),
    (await visitor.holds('money')) ? listOrders(sql, { applicationId: id }) : null,
  ])
  // The address of a decision's notice is only believed where the books say the same.
  const isDecision = notice === 'approved' || notice === 'rejected' || notice === 'withdrawn'
  const isTrue = !isDecision || notice === decisions.at(-1)?.decision
  return {
    kind: 'page',
    status,
    data: {
      kind: 'found',
      application,
      organisation: organisation!,
      registry: late(askRegistry(services, application), (problem) =>
        services.log.error('registry check not shown', {}, problem),
      ),
      decisions,
      remarks,
      related,
      reviewers,
      me: admin?.id ?? '',
      call: call
        ? { day: call.day, time: call.time, phone: call.phone, message: call.message, levels: call.selected_options }
        : null,
      orders:
        orders?.map(({ id, type, status, amount_pence: amountPence, created_at: createdAt }) => ({
          id,
          type,
          status,
          amountPence,
          createdAt,
        })) ?? null,
      identity: identity!,
      notice: isTrue ? notice : null,
      typed: {
        reason: '',
        reasonProblem: null,
        withdrawal: '',
        withdrawalProblem: null,
        note: '',
        noteProblem: null,
        question: '',
        questionProblem: null,
        person: null,
        assignProblem: null,
        email: '',
        emailProblem: null,
        why: '',
        whyProblem: null,
        opening: '',
        openingProblem: null,
        release: '',
        releaseProblem: null,
        ...typed,
      },
    },
  }
}

/** What the registry says now of the company that an application names: it may have changed since that came in. */
async function askRegistry(
  { companies, now }: Services,
  { status, company_no, organisation_name }: ReviewRow,
): Promise<CompanyCheck | null> {
  if (status !== 'submitted' || !company_no) return null
  return judgeCompany(organisation_name, await companies.details(company_no), now().toISOString())
}
