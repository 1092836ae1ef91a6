import { adminHref } from '#admin-pages.ts'
import type { CamelSql } from '#database/camel.ts'
import type { DecisionKind } from '#domain/application-state.ts'
import { type CompanyCheck, judgeCompany } from '#domain/company-check.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { londonDay } from '#domain/london-time.ts'
import { paidFor } from '#domain/money.ts'
import type { EventDraft } from '#features/applications/schema.ts'
import { findOrganisation } from '#features/applications/server/queries.ts'
import { readOpenDecisions } from '#features/applications/server/read-open-decisions.ts'
import { findLastCall } from '#features/assessments/server/queries.ts'
import { listAppealsOf } from '#features/concerns/appeals/queries.ts'
import { checkIdentity, isFreeMailDomain, registeredDomain } from '#features/payments/identity/server/check-identity.ts'
import { findRelease } from '#features/payments/identity/server/queries.ts'
import { readPayingListing } from '#features/payments/server/queries.ts'
import { findSuppressed } from '#mail/find-suppressed.ts'
import { type PageData, page, redirect } from '#page/page.ts'
import type { Services } from '#requests/services.ts'
import { deferred } from '#wire/deferred.ts'
import { type ReviewField, reviewFields } from './form.ts'
import { findSample, listRemarks, listReviewers } from './queries.ts'
import { type ReviewNotice, reviewNotices } from './rules.ts'
import { findProposal, reviewCommands } from './server/review-commands.ts'

/** The fields that are empty after each success. */
const takenFields: Partial<Record<ReviewNotice, ReviewField[]>> = {
  approved: ['reason'],
  rejected: ['reason'],
  withdrawn: ['withdrawal'],
  noted: ['note'],
  assigned: ['person'],
  asked: ['question'],
  corrected: ['email', 'why'],
  'change-accepted': ['change'],
  'change-refused': ['change'],
  declared: ['conflict'],
  opened: ['opening'],
  'let-through': ['release'],
  'looked-at': ['looked'],
}

function typedIn(form: Readonly<Record<string, string | undefined>>, taken: readonly string[] = []) {
  const held = Object.keys(reviewFields).filter((name) => form[name] !== undefined && !taken.includes(name))
  return Object.fromEntries(held.map((name) => [name, form[name]!])) as { [Field in ReviewField]?: string }
}

const reviewPage = page('review', {
  commands: reviewCommands,
  load: async ({ params: { id }, query, sql, services, visitor, answers, refused, typed: form }) => {
    const [application] = isUuid(id)
      ? await sql<
          {
            id: string
            reference: string
            status: string
            eventDraft: EventDraft
            companyCheck: CompanyCheck
            couponCode: string | null
            crmOptions: string[]
            submittedAt: string
            withdrawnAt: string | null
            revision: number
            /** When what its approval was about changed. */
            factsChangedAt: string | null
            /** After a refund for cause. */
            checkoutClosedAt: string | null
            organisationId: string
            assignedTo: string | null
            assignedName: string | null
            organisationName: string
            contactName: string
            email: string
            companyNo: string | null
            entryId: string | null
            entryNumber: string | null
            entrySlug: string | null
            registerStatus: string | null
            /** Whatever became of the payment. */
            hasPayment: boolean
          }[]
        >`
          select a.id, a.reference, a.status, a.event_draft, a.company_check, a.coupon_code, a.crm_options, a.submitted_at,
            a.withdrawn_at, a.revision, a.facts_changed_at, a.checkout_closed_at, a.organisation_id, a.assigned_to,
            p.name as assigned_name, o.name as organisation_name, o.contact_name, o.email, o.company_no, e.id as entry_id,
            e.number as entry_number, e.slug as entry_slug, register_status(e.status, e.valid_until) as register_status,
            exists (select from orders r where r.application_id = a.id and r.status not in ('pending', 'expired',
              'failed')) as has_payment
          from applications a
          join organisations o on o.id = a.organisation_id
          left join people p on p.id = a.assigned_to
          left join register_entries e on e.application_id = a.id
          where a.id = ${id}::uuid`
      : []
    if (!application) return { kind: 'missing' as const }
    const admin = await visitor.admin()
    const me = admin?.id ?? ''
    const now = services.now()
    const { open, facts } = (await readOpenDecisions(sql.raw, { applicationId: id, personId: me }, now))!
    // A conflict of interest that is declared in the review or in the assessment keeps somebody from both.
    const done = (Object.values(answers)[0] ?? null) as ReviewNotice | null
    if (facts.isConflicted && !done) return { kind: 'conflicted' as const, reference: application.reference }
    const typed = typedIn(form, done ? takenFields[done] : wrongPerson(refused?.fields))
    if (done && !isHeld(typed, application.assignedTo)) return redirect(adminHref('review', { id }, { done }))
    const [
      [organisation],
      decisions,
      remarks,
      appeals,
      related,
      reviewers,
      [call],
      identity,
      [sample = null],
      suppressed,
      [proposal],
    ] = await Promise.all([
      findOrganisation(sql.raw, { id: application.organisationId }),
      sql<
        {
          decision: DecisionKind
          decidedByName: string
          isByRegistry: boolean
          reason: string | null
          decidedAt: string
        }[]
      >`
        select decision, decided_by_name, decided_by is null as is_by_registry, reason, decided_at
        from application_decisions
        where application_id = ${id}::uuid
        order by id`,
      listRemarks(sql, { applicationId: id }),
      listAppealsOf(sql.raw, { applicationId: id }),
      // Each way has an index of its own, which a condition with `or` would pass by.
      sql<
        {
          id: string
          reference: string
          title: string
          status: string
          submittedAt: string
          organisationName: string
          isSameOrganisation: boolean
          isSameCompany: boolean
          isSameEmail: boolean
          registerStatus: string | null
        }[]
      >`
        with mine as (
          select a.id, a.organisation_id, upper(nullif(o.company_no, '')) as company_no, lower(o.email) as email
          from applications a join organisations o on o.id = a.organisation_id
          where a.id = ${id}::uuid
        ),
        related as (
          select organisation_id as id from mine
          union
          select o.id from mine join organisations o on upper(o.company_no) = mine.company_no and o.company_no is not null
          union
          select o.id from mine join organisations o on lower(o.email) = mine.email
        )
        select
          a.id, a.reference, a.event_draft ->> 'title' as title, a.status, a.submitted_at, o.name as organisation_name,
          o.id = mine.organisation_id as is_same_organisation,
          coalesce(upper(o.company_no) = mine.company_no, false) as is_same_company,
          lower(o.email) = mine.email as is_same_email,
          register_status(e.status, e.valid_until) as register_status
        from related
        join organisations o on o.id = related.id
        cross join mine
        join applications a on a.organisation_id = o.id and a.id <> mine.id
        left join register_entries e on e.application_id = a.id
        order by a.submitted_at desc, a.id
        limit 20`,
      listReviewers(sql),
      findLastCall(sql, { applicationId: id }),
      findIdentity(sql, id, now),
      findSample(sql, { applicationId: id }),
      findSuppressed(sql.raw, application.email),
      findProposal(sql, { applicationId: id }),
    ])
    return {
      kind: 'found' as const,
      application,
      open,
      proposal: proposal ? { id: proposal.id, changes: proposal.changes, proposedAt: proposal.proposedAt } : null,
      assessment: facts.assessmentId ? { id: facts.assessmentId, stage: facts.assessment } : null,
      organisation: organisation!,
      /** Of an application that waits for a decision; null where the registry is not asked. */
      registry: deferred(askRegistry(services, application), (problem) =>
        services.log.error('registry check not shown', {}, problem),
      ),
      decisions,
      remarks,
      appeals: [...appeals],
      related,
      reviewers,
      me,
      call: call
        ? { day: call.day, time: call.time, phone: call.phone, message: call.message, levels: call.selectedOptions }
        : null,
      identity: identity!,
      sample,
      suppressed,
      notice: done ?? noticeOf(refused) ?? noticeIn(query, decisions.at(-1)?.decision),
      /** Typed and not stored, where it has to be shown again. */
      typed,
      problems: refused?.fields ?? [],
    }
  },
  status: ({ kind }) => (kind === 'missing' ? 404 : kind === 'conflicted' ? 403 : null),
})

/** Buttons that decide are called `decision`; somebody with a conflict of interest changes nothing. */
export const review: typeof reviewPage = {
  ...reviewPage,
  act: async (request) => {
    const { params, form, visitor, services } = request
    const subject = { applicationId: params.id!, personId: (await visitor.admin())?.id ?? '' }
    const found = isUuid(params.id) ? await readOpenDecisions(services.sql, subject, services.now()) : null
    if (found?.facts.isConflicted) return await reviewPage.load({ ...request, form: {} } as typeof request)
    return await reviewPage.act!({ ...request, form: { ...form, intent: form.intent ?? form.decision ?? '' } })
  },
}

/** A person who does not review is not shown as chosen again. */
function wrongPerson(fields: readonly { field: string }[] = []): string[] {
  return fields.some(({ field }) => field === 'person') ? ['person'] : []
}

function isHeld({ person, ...texts }: ReturnType<typeof typedIn>, assignedTo: string | null): boolean {
  const isChosen = person !== undefined && person !== (assignedTo ?? '')
  return isChosen || Object.values(texts).some((text) => text.trim() !== '')
}

function noticeOf(refused: { failure: string; details?: Record<string, unknown> } | null): ReviewNotice | null {
  if (!refused) return null
  return (refused.details?.notice as ReviewNotice | undefined) ?? (refused.failure === 'conflict' ? 'decided' : null)
}

/** What the address says of a decision is only believed where the records say the same. */
function noticeIn(query: URLSearchParams, lastDecision: DecisionKind | undefined): ReviewNotice | null {
  const notice = reviewNotices.find((known) => known === query.get('done')) ?? null
  const isDecision = notice === 'approved' || notice === 'rejected' || notice === 'withdrawn'
  return !isDecision || notice === lastDecision ? notice : null
}

/** The company may have changed since the application came in. */
async function askRegistry(
  { companies, now }: Services,
  { status, companyNo, organisationName }: { status: string; companyNo: string | null; organisationName: string },
): Promise<CompanyCheck | null> {
  if (status !== 'submitted' || !companyNo) return null
  return judgeCompany(organisationName, await companies.details(companyNo), now().toISOString())
}

/** What publication waits for, too; null for an unknown application. */
async function findIdentity(sql: CamelSql, applicationId: string, now: Date) {
  const [order] = await readPayingListing(sql.raw, { applicationId, now: now.toISOString() })
  const judged = await checkIdentity(sql.raw, applicationId, order ? paidFor(order) : 0, londonDay(now))
  if (!judged) return null
  const { isPublished, isAddressConfirmed, companyKey, isNumberElsewhere, email } = judged.facts
  const domain = await registeredDomain(email)
  const [[release], domains] = await Promise.all([
    findRelease(sql.raw, { applicationId }),
    companyKey
      ? sql<{ domain: string; by: string; at: string }[]>`
          select domain, confirmed_by_name as by, confirmed_at as at from company_domains
          where company_key = ${companyKey}::text order by confirmed_at`
      : [],
  ])
  return {
    isPublished,
    waits: judged.waits,
    waitsSince: order?.waitsSince ?? null,
    isAddressConfirmed,
    /** As the registry writes it. */
    companyKey,
    isNumberElsewhere,
    domain,
    isFreeMail: domain === null || (await isFreeMailDomain(domain)),
    /** Confirmed for the company number. */
    domains,
    release: release ? { by: release.released_by_name, reason: release.reason, at: release.released_at } : null,
  }
}

export type ReviewData = Extract<PageData<typeof review>, { kind: 'found' }>
