import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { adminHref } from '#admin-pages.ts'
import { applicationStatusBadge, applicationStatusLabel } from '#domain/application-state.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { carries } from '#domain/permissions.ts'
import type { PageData } from '#page/page.ts'
import { AdminNotice, type AdminSays } from '#ui/admin-notice.tsx'
import { Badge } from '#ui/badge.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { ShortcutHelp } from '#ui/shortcut-help.tsx'
import { focusOn, useShortcuts } from '#ui/use-shortcuts.ts'
import { type AdminPerson, definePage } from '#wire/page.ts'
import { Documents, EventFacts, OrganisationFacts } from './application-facts.tsx'
import { DecisionForm, OtherDecision, Overtaken, ProposedChange, WithdrawalForm } from './decision-form.tsx'
import { History } from './history.tsx'
import { IdentitySection } from './identity-section.tsx'
import { AskForMore, Assignment, BookedCall, ClosedCheckout, Related } from './review-side.tsx'
import { decidedWords, type ReviewNotice } from './rules.ts'
import { Sampled } from './sampled.tsx'
import type { ReviewData, review } from './server.ts'
import { reviewFormId, useReviewForm } from './use-review-form.ts'

type Data = PageData<typeof review>

export const page = definePage<Data>({
  Component: ReviewPage,
  meta: (data) => ({
    title:
      data.kind === 'found'
        ? `Review of ${data.application.reference}`
        : data.kind === 'conflicted'
          ? 'Not your application'
          : 'Application Not Found',
  }),
})

function ReviewPage({ data, admin }: { data: Data; admin?: AdminPerson | undefined }) {
  if (data.kind === 'found') return <Review key={data.application.id} data={data} admin={admin} />
  const isMissing = data.kind === 'missing'
  return (
    <EmptyState
      level="h1"
      icon="i-file-question"
      title={isMissing ? 'Application Not Found' : 'This application is not yours'}
      text={
        isMissing
          ? "The application you're looking for doesn't exist."
          : `You declared a conflict of interest in ${data.reference}. Someone else reviews it.`
      }
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

function Review({ data, admin }: { data: ReviewData; admin: AdminPerson | undefined }) {
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
          lead={`${application.organisationName}, submitted on ${londonDateOf(application.submittedAt)}`}
        >
          {application.eventDraft.title}
        </PageHeading>
        {application.withdrawnAt ? <Badge>Withdrawn</Badge> : <StatusBadge status={application.status} />}
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
        <input type="hidden" name="revision" value={application.revision} />
        {/* Enter in the only field of one line presses the first button of the form. */}
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
        </div>
        <div className="flex flex-col gap-10 min-w-0">
          <Overtaken data={data} form={form} />
          <DecisionForm data={data} form={form} />
          <ProposedChange data={data} form={form} />
          <OtherDecision data={data} form={form} mayAssess={admin !== undefined && carries(admin.roles, 'assess')} />
          <Sampled data={data} form={form} />
          <IdentitySection data={data} form={form} />
          <ClosedCheckout data={data} form={form} />
          <Assignment data={data} form={form} />
          <AskForMore data={data} form={form} />
          <Documents reference={application.reference} />
          <History data={data} form={form} />
          <WithdrawalForm
            data={data}
            form={form}
            maySuspend={admin !== undefined && carries(admin.roles, 'register')}
          />
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
  barred: { title: 'Nothing was decided', tone: 'danger', text: 'The page says why.' },
  'change-accepted': { title: 'The change was accepted', tone: 'success', text: 'We emailed the applicant.' },
  'change-refused': { title: 'The change was refused', tone: 'success', text: 'We emailed the applicant.' },
  'change-past': {
    title: 'Nothing was changed: the proposed date has passed',
    tone: 'danger',
    text: 'Refuse the change. The applicant can propose another date.',
  },
  declared: { title: 'Your conflict of interest is recorded', tone: 'success' },
  approved: { title: 'Application Approved', tone: 'success', text: 'The user will be redirected to payment.' },
  rejected: { title: 'Application Rejected', tone: 'info' },
  withdrawn: { title: 'The approval was withdrawn', tone: 'success', text: 'The applicant is told why by email.' },
  paid: {
    title: 'Not withdrawn: something was paid',
    tone: 'danger',
    text: 'The application is still approved. You can suspend the entry instead.',
  },
  'payment-unclear': {
    title: 'Not withdrawn: a payment is being made, or the payment provider does not answer',
    tone: 'danger',
    text: 'The application is still approved. Try again later.',
  },
  changed: {
    title: 'Nothing was decided: the applicant has corrected the application since you opened it',
    tone: 'danger',
    text: 'The history says what was changed. Read it again, then decide.',
  },
  noted: { title: 'The note was added', tone: 'success' },
  assigned: { title: 'Handed over', tone: 'success' },
  corrected: {
    title: 'The address was corrected',
    tone: 'success',
    text: 'We emailed the new address to confirm it.',
  },
  'address-changed': {
    title: 'Not corrected: the address has changed since you opened the page',
    tone: 'danger',
    text: 'The current address is shown below.',
  },
  opened: { title: 'The checkout is open again', tone: 'success' },
  asked: { title: 'We have sent the question to the organiser', tone: 'success' },
  'let-through': {
    title: 'The identity is confirmed',
    tone: 'success',
    text: 'The entry is published once it is paid and the address is confirmed.',
  },
  'looked-at': { title: 'Marked as looked at', tone: 'success' },
  'looked-before': { title: 'Nothing was changed: someone has already checked it', tone: 'danger' },
  'domain-confirmed': { title: 'The domain is confirmed for this company number', tone: 'success' },
  'domain-refused': {
    title: 'The domain was not confirmed',
    tone: 'danger',
    text: 'It is a free email provider, no longer the domain of the address, or the application has no company number.',
  },
}

function outcomeOf({ notice, application, decisions }: ReviewData): AdminSays | null {
  if (notice !== 'decided') return notice && notices[notice]
  const last = decisions.at(-1)
  const text = last ? decidedWords(last) : `Its status is: ${applicationStatusLabel(application.status)}.`
  return { tone: 'danger', title: 'Nothing was changed: someone has already decided', text }
}
