import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { adminHref } from '../../../admin-pages.ts'
import { applicationStatusBadge, applicationStatusLabel } from '../../../domain/application-state.ts'
import { londonDateOf } from '../../../domain/london-time.ts'
import { carries } from '../../../domain/permissions.ts'
import { type RegisterStatus, registerStatuses } from '../../../domain/register-status.ts'
import { href } from '../../../pages.ts'
import { AdminHistory, type PastEvent } from '../../../ui/admin-history.tsx'
import { AdminNotice, type AdminSays } from '../../../ui/admin-notice.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { useBrand } from '../../../ui/brand-context.tsx'
import { Breadcrumb } from '../../../ui/breadcrumb.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LatePart } from '../../../ui/late-part.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { SiteLink } from '../../../ui/site-link.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { type AdminPerson, definePage } from '../../../wire/page.ts'
import { eventFacts, type Fact, organisationFacts } from '../../applications/facts.ts'
import { AddressForm } from './address-form.tsx'
import { DecisionForm, Overtaken, WithdrawalForm } from './decision-form.tsx'
import { Identity } from './identity-section.tsx'
import { AskForMore, Assignment, BookedCall, ClosedCheckout, NoteForm, Orders, Related } from './review-side.tsx'
import { companyCheckNowWords, companyCheckWords, decidedBy, decidedWords } from './rules.ts'
import { ShortcutHelp } from './shortcut-help.tsx'
import type { FoundReview as Found, ReviewData, ReviewNotice } from './state.ts'
import { type ReviewForm, reviewFormId, useReviewForm } from './use-review-form.ts'
import { focusOn, useShortcuts } from './use-shortcuts.ts'

export const page = definePage<ReviewData>({
  Component: ReviewPage,
  meta: (data) => ({
    title: data.kind === 'found' ? `Review of ${data.application.reference}` : 'Application Not Found',
  }),
})

function ReviewPage({ data, admin }: { data: ReviewData; admin?: AdminPerson | undefined }) {
  return <>{data.kind === 'found' ? <Review key={data.application.id} data={data} admin={admin} /> : <NotThere />}</>
}

function NotThere() {
  return (
    <EmptyState
      level="h1"
      icon="i-file-question"
      title="Application Not Found"
      text="The application you're looking for doesn't exist."
    >
      <ButtonLink href={adminHref('queue')}>Back to the applications</ButtonLink>
    </EmptyState>
  )
}

const keysHelp = [
  { key: 'u', does: 'Back to the list' },
  { key: 'd', does: 'To the decision' },
  { key: 'm', does: 'To the question for the organiser' },
  { key: 'n', does: 'To a new note' },
]

function Review({ data, admin }: { data: Found; admin: AdminPerson | undefined }) {
  const { application } = data
  const form = useReviewForm(data, outcomeOf(data))
  const [, navigate] = useLocation()
  const keys = useMemo(
    () => ({
      u: () => navigate(adminHref('queue')),
      d: () => focusOn('reason'),
      m: () => focusOn('question'),
      n: () => focusOn('note'),
    }),
    [navigate],
  )
  const [on, turn] = useShortcuts(keys)
  return (
    <>
      <Breadcrumb crumbs={[{ label: 'Applications', href: adminHref('queue') }, { label: application.reference }]} />
      <div className="mt-6 flex flex-wrap items-start justify-between gap-4">
        <PageHeading
          eyebrow={`Application ${application.reference}`}
          lead={`${application.organisation_name}, submitted on ${londonDateOf(application.submitted_at)}`}
        >
          {application.event_draft.title}
        </PageHeading>
        <StatusBadge status={application.status} />
      </div>
      <AdminNotice says={form.says} />
      <form
        id={reviewFormId}
        method="post"
        action={adminHref('review', { id: application.id })}
        onSubmit={form.onSubmit}
        noValidate
        data-unsaved={form.isHeld ? '' : undefined}
      >
        {/* Enter in the one field of a single line: the first button is the one that a form takes. */}
        <button type="submit" name="intent" value="address" tabIndex={-1} aria-hidden="true" className="hidden">
          Correct the address
        </button>
      </form>
      <div className="mt-10 grid gap-12 xl:grid-cols-[minmax(0,1fr)_22rem] items-start">
        <div className="flex flex-col gap-10 min-w-0">
          <OrganisationFacts data={data} form={form} />
          <EventFacts data={data} />
          <BookedCall data={data} />
          <Related data={data} />
          <Orders data={data} />
        </div>
        <div className="flex flex-col gap-10 min-w-0">
          <Overtaken data={data} form={form} />
          <DecisionForm data={data} form={form} />
          <Identity data={data} form={form} />
          <ClosedCheckout data={data} form={form} />
          <Assignment data={data} form={form} />
          <AskForMore data={data} form={form} />
          <Documents reference={application.reference} />
          <History data={data} form={form} />
          <WithdrawalForm data={data} form={form} maySuspend={admin !== undefined && carries(admin.role, 'register')} />
        </div>
      </div>
      <ShortcutHelp keys={keysHelp} on={on} turn={turn} />
    </>
  )
}

function StatusBadge({ status }: { status: string }) {
  const { label, tone } = applicationStatusBadge(status)
  return <Badge tone={tone}>{label}</Badge>
}

const notices: Record<Exclude<ReviewNotice, 'decided'>, AdminSays> = {
  approved: { title: 'Application Approved', tone: 'success', text: 'The user will be redirected to payment.' },
  rejected: { title: 'Application Rejected', tone: 'info' },
  withdrawn: { title: 'The approval was withdrawn', tone: 'success', text: 'The applicant is told why by email.' },
  paid: {
    title: 'Not withdrawn: something was paid meanwhile',
    tone: 'danger',
    text: 'The approval stands. The entry can be suspended instead.',
  },
  'payment-unclear': {
    title: 'Not withdrawn: a payment is on its way, or the payment provider does not answer',
    tone: 'danger',
    text: 'The approval stands. Try again in a while.',
  },
  noted: { title: 'The note was added', tone: 'success' },
  assigned: { title: 'Handed over', tone: 'success' },
  corrected: {
    title: 'The address was corrected',
    tone: 'success',
    text: 'Whoever reads the new one is asked to confirm it.',
  },
  'address-changed': {
    title: 'Not corrected: the address has changed since you opened the page',
    tone: 'danger',
    text: 'What is stored now stands below.',
  },
  opened: { title: 'The checkout is open again', tone: 'success' },
  asked: { title: 'The question is on its way to the organiser', tone: 'success' },
  'let-through': {
    title: 'Let through',
    tone: 'success',
    text: 'What is paid is published once its address is confirmed.',
  },
  'domain-confirmed': { title: 'The domain is confirmed for this company number', tone: 'success' },
  'domain-refused': {
    title: 'The domain was not confirmed',
    tone: 'danger',
    text: 'It is free mail, no longer the domain of the address, or the application names no company number.',
  },
}

function outcomeOf({ notice, application, decisions }: Found): AdminSays | null {
  if (notice !== 'decided') return notice && notices[notice]
  const last = decisions.at(-1)
  const text = last ? decidedWords(last) : `It stands at: ${applicationStatusLabel(application.status)}.`
  return { tone: 'danger', title: 'Nothing was changed: somebody has decided already', text }
}

function OrganisationFacts({ data, form }: { data: Found; form: ReviewForm }) {
  const { application } = data
  const check = application.company_check
  return (
    <section aria-labelledby="organisation">
      <h2 id="organisation" className="mb-3 text-xl">
        Organisation
      </h2>
      <DescriptionList items={organisationFacts(data.organisation).map(shownFact)} />
      {application.contact_name !== 'Erased' && <AddressForm data={data} form={form} />}
      <Notice tone={check.state === 'confirmed' ? 'success' : 'warning'} title="Company register" className="mt-4">
        <p>{companyCheckWords(check)}</p>
        {check.state !== 'not-asked' && check.state !== 'unavailable' && (
          <p className="text-sm text-muted">Asked on {londonDateOf(check.checkedAt)}.</p>
        )}
        <LatePart
          data={data}
          name="registry"
          skeleton={<Spinner className="mt-2" label="Asking the register again…" />}
        >
          {(now) => now && <p className="mt-2">Asked again: {companyCheckNowWords(now)}</p>}
        </LatePart>
      </Notice>
    </section>
  )
}

function EventFacts({ data: { application } }: { data: Found }) {
  return (
    <section aria-labelledby="event">
      <h2 id="event" className="mb-3 text-xl">
        Event
      </h2>
      <DescriptionList
        items={[
          ...eventFacts(application.event_draft).map(shownFact),
          { term: 'Coupon', details: application.coupon_code },
        ]}
      />
    </section>
  )
}

function shownFact({ term, details, isAddress }: Fact) {
  if (term === 'Email') return { term, details: <SiteLink href={`mailto:${details}`}>{details}</SiteLink> }
  if (isAddress && details) return { term, details: <OutsideLink href={details} /> }
  return { term, details: details?.includes('\n') ? <p className="whitespace-pre-line">{details}</p> : details }
}

/** An address that the applicant typed: a link only where it is one. */
function OutsideLink({ href }: { href: string }) {
  if (!/^https?:\/\//i.test(href)) return href
  return (
    <SiteLink href={href} newTab className="break-all">
      {href}
    </SiteLink>
  )
}

function Documents({ reference }: { reference: string }) {
  const brand = useBrand()
  return (
    <section aria-labelledby="documents">
      <h2 id="documents" className="mb-2 text-xl">
        Documents
      </h2>
      <p>
        Applicants send their evidence by email to {brand.complianceEmail}. Look there for{' '}
        <strong className="whitespace-nowrap">{reference}</strong> before you decide.
      </p>
    </section>
  )
}

/** Everything that happened, in its order. */
function historyOf({ application, decisions, remarks, identity: { release, domains } }: Found): PastEvent[] {
  const events: PastEvent[] = [
    { key: 'submitted', at: application.submitted_at, what: 'Submitted' },
    ...remarks.map((remark) => ({
      key: `remark-${remark.id}`,
      at: remark.written_at,
      what: remarkWords(remark),
      why: remark.kind === 'assigned' ? null : remark.text || 'Erased at the request of the person it was about.',
    })),
    ...(release ? [{ key: 'release', at: release.at, what: `Let through by ${release.by}`, why: release.reason }] : []),
    ...domains.map(({ domain, by, at }) => ({
      key: `domain-${domain}`,
      at,
      what: `${by} confirmed ${domain} for the company number`,
    })),
    ...decisions.map((decision) => ({
      key: `decision-${decision.decided_at}`,
      at: decision.decided_at,
      what: decidedBy(decision),
      why: decision.reason,
    })),
  ]
  return events.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

function remarkWords({ kind, author_name: author, text }: Found['remarks'][number]): string {
  if (kind === 'note') return `Note by ${author}`
  if (kind === 'asked') return `${author} asked the organiser`
  if (kind === 'answered') return 'The organiser answered'
  return text ? `${author} handed it to ${text}` : `${author} handed it to nobody`
}

function History({ data, form }: { data: Found; form: ReviewForm }) {
  const { application } = data
  return (
    <AdminHistory events={historyOf(data)}>
      {application.entry_number && application.entry_slug && (
        <p className="mt-6">
          Register entry{' '}
          <SiteLink href={href('event', { slug: application.entry_slug })}>{application.entry_number}</SiteLink>:{' '}
          {registerStatuses[application.register_status as RegisterStatus]?.label ?? application.register_status}
        </p>
      )}
      <div className="mt-6">
        <NoteForm data={data} form={form} />
      </div>
    </AdminHistory>
  )
}
