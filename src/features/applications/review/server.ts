import type { CamelSql } from '#database/camel.ts'
import type { Assurance } from '#domain/assurance.ts'
import { type CompanyCheck, judgeCompany } from '#domain/company.ts'
import type { Day, Instant } from '#domain/formats.ts'
import { carries } from '#domain/permissions.ts'
import { pickFields } from '#domain/pick-fields.ts'
import type { RegisterStatus } from '#domain/register-status.ts'
import { closedToConflicted, statusOfCase } from '#features/applications/case/open-case.ts'
import type { EventDraft } from '#features/applications/schema.ts'
import { findOrganisation } from '#features/applications/server/queries.ts'
import { readCaseProgress } from '#features/assessments/cases/server/load-case.ts'
import { findLastCall } from '#features/assessments/server/queries.ts'
import { findSuppressed } from '#mail/find-suppressed.ts'
import { type PageData, page, redirect } from '#page/page.ts'
import { deferred } from '#wire/deferred.ts'
import { readPageNumber } from '#wire/list-pages.ts'
import { nextStep } from './next-step.ts'
import { listReviewersOf } from './queries.ts'
import { timelineKindNames } from './rules.ts'
import { readReview } from './server/read-review.ts'
import { caseCommands } from './server/review-commands.ts'
import { readTimeline } from './timeline/server.ts'

/** The case file: the state of everything about an application, what to do next, and everything that has happened. */
export const review = closedToConflicted(
  page('review', {
    commands: caseCommands,
    // Buttons that decide are called `decision`.
    intentOf: ({ decision = '' }) => decision,
    load: async (given) => {
      const { params, query, sql, services } = given
      const read = await readReview(given, 'review')
      if (read.kind === 'elsewhere') return redirect(read.to)
      if (read.kind !== 'found') return read
      const { id } = params
      const { shared, facts, admin } = read
      const { showsMoney } = shared.head
      const kind = timelineKindNames.find((known) => known === query.get('kind')) ?? null
      const number = readPageNumber(query.get('page'))
      const [[row], progress, timeline, related, reviewers, [call], [listing]] = await Promise.all([
        findCaseFacts(sql, { id, now: given.now }),
        facts.assessmentId ? readCaseProgress(services, { id: facts.assessmentId, admin }) : null,
        readTimeline(sql, { applicationId: id, personId: admin.id, kind, showsMoney, page: number }),
        listRelated(sql, { id }),
        listReviewersOf(sql, { applicationId: id }),
        findLastCall(sql, { applicationId: id }),
        showsMoney
          ? sql<{ status: string }[]>`
              select case
                  when exists (select from order_disputes as d where d.order_id = o.id and d.ended_at is null) then 'disputed'
                  else o.status
                end as status
              from orders as o
              where o.application_id = ${id}::uuid and o.type = 'listing'
              order by o.status in ('paid', 'disputed') desc, o.created_at desc
              limit 1`
          : [],
      ])
      const { organisationId, hasProposal, isSampleOpen, askedAt, ...shown } = row!
      const [[organisation], suppressed] = await Promise.all([
        findOrganisation(sql.raw, { id: organisationId }),
        findSuppressed(sql.raw, shown.email),
      ])
      const { status, withdrawnAt } = shared.application
      const { companyNo, name } = organisation!
      // The company may have changed since the application came in.
      const asked = status === 'submitted' && companyNo ? services.companies.details(companyNo) : null
      return {
        ...shared,
        ...shown,
        progress: progress && {
          ...pickFields(progress, 'id', 'assignedName', 'wanted', 'received', 'accepted'),
          stage: progress.outcome ?? progress.status,
        },
        /** Of the listing; null for people who do not see payments. */
        payment: showsMoney ? (listing?.status ?? 'none') : null,
        next: nextStep({
          ...row!,
          id,
          status,
          isWithdrawn: withdrawnAt !== null,
          open: shared.open,
          mayHearAppeals: carries(admin.roles, 'concerns'),
          progress,
        }),
        timeline: { ...timeline, kind, page: number },
        organisation: organisation!,
        /** Of an application that waits for a decision; null where the registry is not asked. */
        registry: deferred(
          Promise.resolve(asked).then((found) => found && judgeCompany(name, found, given.now)),
          (problem) => services.log.error('registry check not shown', {}, problem),
        ),
        related,
        reviewers: reviewers.map(({ id, name }) => ({ id, name })),
        call: call ? { ...pickFields(call, 'day', 'time', 'phone', 'message'), levels: call.selectedOptions } : null,
        suppressed,
      }
    },
    status: statusOfCase,
  }),
)

export type ReviewData = Extract<PageData<typeof review>, { kind: 'found' }>

const findCaseFacts = (sql: CamelSql, { id, now }: { id: string; now: Instant }) => sql<
  {
    eventDraft: EventDraft
    companyCheck: CompanyCheck
    couponCode: string | null
    crmOptions: string[]
    organisationId: string
    email: string
    assignedName: string | null
    entryNumber: string | null
    entrySlug: string | null
    registerStatus: RegisterStatus | null
    assurance: Assurance | null
    assuredOn: Day | null
    isAddressConfirmed: boolean
    /** By somebody of the admin area, or because the entry is published. */
    isIdentityConfirmed: boolean
    waitsForIdentity: boolean
    hasProposal: boolean
    isSampleOpen: boolean
    /** Of a question that has no answer yet. */
    askedAt: Instant | null
    openConcerns: number
    /** Open. */
    appeal: { id: string; reference: string } | null
  }[]
>`
  select a.event_draft, a.company_check, a.coupon_code, a.crm_options, a.organisation_id, o.email, p.name as assigned_name,
    e.number as entry_number, e.slug as entry_slug, register_status(e.status, e.valid_until) as register_status,
    e.assurance, e.assured_on,
    k.is_confirmed as is_address_confirmed,
    e.id is not null or exists (select from identity_releases as r where r.application_id = a.id) as is_identity_confirmed,
    k.is_confirmed and exists (
      select from orders as w where w.application_id = a.id and w.waits_since is not null
    ) as waits_for_identity,
    exists (select from proposed_changes as c where c.application_id = a.id and c.state = 'open') as has_proposal,
    exists (select from application_samples as s where s.application_id = a.id and s.looked_at is null) as is_sample_open,
    (
      select max(q.created_at) from application_questions as q
      where q.application_id = a.id and q.answered_at is null and q.expires_at > ${now}::timestamptz
    ) as asked_at,
    (select count(*) from concerns as c where c.entry_id = e.id and c.settled_at is null)::int as open_concerns,
    (
      select jsonb_build_object('id', l.id, 'reference', l.reference) from appeals as l
      where l.application_id = a.id and l.settled_at is null order by l.id limit 1
    ) as appeal
  from applications as a
  join organisations as o on o.id = a.organisation_id
  cross join lateral (
    select exists (select from confirmed_addresses as c where c.email = lower(o.email)) as is_confirmed
  ) as k
  left join people as p on p.id = a.assigned_to
  left join register_entries as e on e.application_id = a.id
  where a.id = ${id}::uuid`

/** Of the same organisation, company or address. Each way has an index of its own, which a condition with `or` would pass by. */
const listRelated = (sql: CamelSql, { id }: { id: string }) => sql<
  {
    id: string
    reference: string
    title: string
    status: string
    submittedAt: Instant
    organisationName: string
    isSameOrganisation: boolean
    isSameCompany: boolean
    isSameEmail: boolean
    registerStatus: RegisterStatus | null
    assurance: Assurance | null
    assuredOn: Day | null
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
    register_status(e.status, e.valid_until) as register_status, e.assurance, e.assured_on
  from related
  join organisations o on o.id = related.id
  cross join mine
  join applications a on a.organisation_id = o.id and a.id <> mine.id
  left join register_entries e on e.application_id = a.id
  order by a.submitted_at desc, a.id
  limit 20`
