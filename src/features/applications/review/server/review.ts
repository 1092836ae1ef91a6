import { type } from 'arktype'
import { adminHref } from '#admin-pages.ts'
import { type CompanyCheck, judgeCompany } from '#domain/company-check.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { findOrganisation } from '#features/applications/server/queries.ts'
import { readOpenDecisions } from '#features/applications/server/read-open-decisions.ts'
import { declareConflict } from '#features/assessments/cases/server/look-after.ts'
import { findLastCall } from '#features/assessments/server/queries.ts'
import { listAppealsOf } from '#features/concerns/appeals/queries.ts'
import { findSuppressed } from '#mail/find-suppressed.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost, formsByIntent } from '#requests/form-post.ts'
import {
  type Action,
  type FormRequest,
  handler,
  type Loader,
  type PageAnswer,
  type PageRequest,
} from '#requests/page-loader.ts'
import type { Services } from '#requests/services.ts'
import { refuse } from '#wire/field-failures.ts'
import { late } from '#wire/late.ts'
import { paragraphs } from '#wire/text-schema.ts'
import { maxReleaseReason, reasonLimit, reasonProblemOf } from '../rules.ts'
import { type FoundReview, type ReviewData, type ReviewField, type ReviewNotice, reviewFields } from '../state.ts'
import { adminApprove } from './api.ts'
import { correctAddress } from './correct-address.ts'
import { acceptProposal, findOpenProposal, refuseProposal } from './decide-change.ts'
import { reviewIdentity } from './load-identity.ts'
import { markSampled } from './mark-sampled.ts'
import { confirmCompanyDomain, letApplicationThrough } from './prove-identity.ts'
import { listDecisions, listRelated, type ReviewRow, readReview } from './queries.ts'
import { listRemarks } from './remark-queries.ts'
import { readSample } from './sample-queries.ts'
import { withdrawApproval } from './withdraw-approval.ts'
import {
  addNote,
  askForMore,
  assign,
  refused,
  reopenCheckout,
  reviewersOf,
  reviewParams,
  unknownApplication,
} from './work-on-application.ts'

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
  'looked-at',
  'change-accepted',
  'change-refused',
]

/** Feeds the review of one application. */
const loadReview: Loader<ReviewData> = async (request) => {
  const said = request.query.get('done')
  return await reviewPage(request, { notice: notices.find((known) => known === said) ?? null })
}

/** The review page, as it stands or after a post with what was typed. */
async function reviewPage(
  { params, services, visitor }: PageRequest,
  { notice = null, typed = {}, problems = [] }: Partial<Pick<FoundReview, 'notice' | 'typed' | 'problems'>> = {},
): Promise<{ kind: 'page'; status?: number; data: ReviewData }> {
  const { sql } = services
  const [application] = isUuid(params.id!) ? await readReview(sql, { applicationId: params.id! }) : []
  if (!application) return { kind: 'page', status: 404, data: { kind: 'not-found' } }
  const { id } = application
  const admin = await visitor.admin()
  const { open, facts } = (await readOpenDecisions(
    sql,
    { applicationId: id, personId: admin?.id ?? '' },
    services.now(),
  ))!
  if (facts.is_conflicted) {
    return { kind: 'page', status: 403, data: { kind: 'conflicted', reference: application.reference } }
  }
  const [
    [organisation],
    decisions,
    remarks,
    appeals,
    related,
    reviewers,
    [call],
    identity,
    [sample],
    suppressed,
    [proposal],
  ] = await Promise.all([
    findOrganisation(sql, { id: application.organisation_id }),
    listDecisions(sql, { applicationId: id }),
    listRemarks(sql, { applicationId: id }),
    listAppealsOf(sql, { applicationId: id }),
    listRelated(sql, { applicationId: id }),
    reviewersOf(services),
    findLastCall(sql, { applicationId: id }),
    reviewIdentity(sql, id, services.now()),
    readSample(sql, { applicationId: id }),
    findSuppressed(sql, application.email),
    findOpenProposal(sql, { applicationId: id }),
  ])
  // The address of a decision's notice is only believed where the books say the same.
  const isDecision = notice === 'approved' || notice === 'rejected' || notice === 'withdrawn'
  const isTrue = !isDecision || notice === decisions.at(-1)?.decision
  return {
    kind: 'page',
    data: {
      kind: 'found',
      application,
      open,
      proposal: proposal ? { id: proposal.id, changes: proposal.changes, proposed_at: proposal.proposed_at } : null,
      assessment: facts.assessment_id ? { id: facts.assessment_id, stage: facts.assessment } : null,
      organisation: organisation!,
      registry: late(askRegistry(services, application), (problem) =>
        services.log.error('registry check not shown', {}, problem),
      ),
      decisions,
      remarks,
      appeals,
      related,
      reviewers,
      me: admin?.id ?? '',
      call: call
        ? { day: call.day, time: call.time, phone: call.phone, message: call.message, levels: call.selected_options }
        : null,
      identity: identity!,
      sample: sample ?? null,
      suppressed,
      notice: isTrue ? notice : null,
      typed,
      problems,
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

const withdraw = formCommand({
  permission: 'review',
  params: reviewParams,
  schema: type({
    withdrawal: type('string').narrow((text, ctx) => {
      const problem = reasonProblemOf('withdrawn', text)
      return problem === null || refuse(ctx, problem)
    }),
  }),
  run: async ({ params: { id }, input, admin, services }) => {
    const outcome = await withdrawApproval(services, { applicationId: id, reason: input.withdrawal, admin })
    if (outcome === 'withdrawn') return answer(null)
    return refused(outcome === 'not-approved' || outcome === 'not-found' ? 'decided' : outcome)
  },
})

/** A conflict of interest that is declared here is one of its assessment, too: there is one record of them. */
const declare = formCommand({
  permission: 'review',
  params: reviewParams,
  schema: type({ conflict: paragraphs(reasonLimit, 'Say what the conflict is') }),
  run: async ({ params: { id }, input: { conflict: details }, admin, services }) => {
    const found = await readOpenDecisions(services.sql, { applicationId: id, personId: admin.id }, services.now())
    const assessmentId = found?.facts.assessment_id
    return assessmentId ? await declareConflict(services, { id: assessmentId, admin, details }) : unknownApplication
  },
})

const letThrough = formCommand({
  permission: 'review',
  params: reviewParams,
  schema: type({ release: paragraphs(maxReleaseReason, 'Say how you know') }),
  run: async ({ params: { id }, input, admin, services }) => {
    const outcome = await letApplicationThrough(services, { applicationId: id, admin, reason: input.release })
    return outcome === 'done' ? answer(null) : refused('decided')
  },
})

const confirmDomain = formCommand({
  permission: 'review',
  params: reviewParams,
  schema: type({ domain: type('string').default('') }),
  run: async ({ params: { id }, input: { domain }, admin, services }) => {
    const outcome = await confirmCompanyDomain(services, { applicationId: id, admin, domain })
    if (outcome === 'done') return answer(null)
    return refused('domain-refused', outcome === 'changed' ? 'conflict' : 'invalid')
  },
})

/** A button of the page. @param sent the fields that it sends: whatever else was typed on the page is shown again. */
function button(
  command: Parameters<typeof formPost>[0],
  notice: ReviewNotice,
  sent: ReviewField[],
  input?: (request: FormRequest) => Record<string, unknown>,
): Action<ReviewData> {
  return formPost<ReviewData, typeof command>(command, {
    ...(input ? { input } : {}),
    done: (_, request) => afterPost(request, notice, sent),
    again: (request, { problems }, why) => {
      const late = why.failure === 'conflict' ? 'decided' : null
      return reviewPage(request, {
        typed: typedIn(request.form, problems.some(({ field }) => field === 'person') ? ['person'] : []),
        problems,
        notice: (why.details?.notice as ReviewNotice | undefined) ?? late,
      })
    },
  })
}

/** The API's decision takes one without a reason; the page asks for it. */
function decision(status: 'approved' | 'rejected'): Action<ReviewData> {
  const decide = button(adminApprove, status, ['reason'], ({ params, form: { reason, revision } }) => ({
    applicationId: params.id,
    status,
    reason,
    ...(revision ? { revision: Number(revision) } : {}),
  }))
  return async (request) => {
    const message = reasonProblemOf(status, request.form.reason ?? '')
    if (!message) return await decide(request)
    const problems = [{ field: 'reason', message }]
    return { status: 422, ...(await reviewPage(request, { typed: typedIn(request.form), problems })) }
  }
}

function typedIn(form: Record<string, string>, sent: ReviewField[] = []): FoundReview['typed'] {
  return Object.fromEntries(
    reviewFields.filter((name) => form[name] !== undefined && !sent.includes(name)).map((name) => [name, form[name]]),
  )
}

/** On to the page as it stands now; the page itself, at once, where other fields still hold something. */
async function afterPost(
  request: FormRequest,
  notice: ReviewNotice,
  sent: ReviewField[],
): Promise<string | PageAnswer<ReviewData>> {
  const typed = typedIn(request.form, sent)
  const page = await reviewPage(request, { typed, notice })
  const { person, ...texts } = typed
  const isHeld =
    page.data.kind === 'found' &&
    (Object.values(texts).some((text) => text.trim() !== '') ||
      (person !== undefined && person !== (page.data.application.assigned_to ?? '')))
  return isHeld ? page : adminHref('review', { id: request.params.id! }, { done: notice })
}

const actReview = formsByIntent<ReviewData>(
  {
    approved: decision('approved'),
    rejected: decision('rejected'),
    withdrawn: button(withdraw, 'withdrawn', ['withdrawal']),
    note: button(addNote, 'noted', ['note']),
    assign: button(assign, 'assigned', ['person']),
    ask: button(askForMore, 'asked', ['question']),
    address: button(correctAddress, 'corrected', ['email', 'why']),
    'accept-change': button(acceptProposal, 'change-accepted', ['change']),
    'refuse-change': button(refuseProposal, 'change-refused', ['change']),
    conflict: button(declare, 'declared', ['conflict']),
    'open-checkout': button(reopenCheckout, 'opened', ['opening']),
    'let-through': button(letThrough, 'let-through', ['release']),
    'confirm-domain': button(confirmDomain, 'domain-confirmed', []),
    'looked-at': button(markSampled('fine'), 'looked-at', ['looked']),
    'found-wrong': button(markSampled('wrong'), 'looked-at', ['looked']),
  },
  async (request) => ({ status: 422, ...(await reviewPage(request, { typed: typedIn(request.form) })) }),
)

/** One application, with every button of its one form; those that decide are called `decision`. */
export const review = handler({
  load: loadReview,
  act: async (request) => {
    const { intent = request.form.decision ?? '' } = request.form
    const { params, visitor, services } = request
    const asked = { applicationId: params.id!, personId: (await visitor.admin())?.id ?? '' }
    const found = isUuid(asked.applicationId) ? await readOpenDecisions(services.sql, asked, services.now()) : null
    if (found?.facts.is_conflicted) return await reviewPage(request)
    return await actReview({ ...request, form: { ...request.form, intent } })
  },
})
