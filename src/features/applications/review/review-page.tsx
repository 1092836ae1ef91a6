import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { adminHref } from '#admin-pages.ts'
import { CaseFrame, NoCase } from '#features/applications/case/case-frame.tsx'
import type { PageData } from '#page/page.ts'
import { focusOn, ShortcutHelp, useShortcuts } from '#ui/shortcuts.tsx'
import { type AdminPerson, definePage } from '#wire/page.ts'
import { EventFacts, OrganisationFacts } from './application-facts.tsx'
import { CaseState, NextStepCard } from './case-state.tsx'
import { DecisionForm, Overtaken } from './decision-form.tsx'
import { ReviewFormFrame } from './review-form-frame.tsx'
import { AskForMore, Assignment, BookedCall, Related } from './review-side.tsx'
import type { ReviewData, review } from './server.ts'
import { Timeline } from './timeline/timeline.tsx'
import { useReviewForm } from './use-review-form.ts'

type Data = PageData<typeof review>

export const page = definePage<Data>({
  Component: ReviewPage,
  meta: (data) => ({
    title:
      data.kind === 'found'
        ? `Review of ${data.head.reference}`
        : data.kind === 'missing'
          ? 'Application Not Found'
          : 'Not your application',
  }),
})

function ReviewPage({ data, admin }: { data: Data; admin?: AdminPerson | undefined }) {
  if (data.kind !== 'found') return <NoCase data={data} />
  return <Review key={data.head.id} data={data} admin={admin} />
}

const keysHelp = [
  { key: 'u', does: 'Back to the list' },
  { key: 'd', does: 'To the decision' },
  { key: 'm', does: 'To the question for the organiser' },
  { key: 'n', does: 'To a new note' },
]

function Review({ data, admin }: { data: ReviewData; admin: AdminPerson | undefined }) {
  const form = useReviewForm(data, 'review')
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
    <CaseFrame head={data.head} current="review" admin={admin}>
      <ReviewFormFrame revision={data.application.revision} form={form}>
        {/* Enter in the only field of one line presses the first button of the form. */}
        <button type="submit" name="intent" value="address" tabIndex={-1} aria-hidden="true" className="hidden">
          Correct the address
        </button>
      </ReviewFormFrame>
      <CaseState data={data} admin={admin} />
      <div className="mt-8 grid gap-12 xl:grid-cols-[minmax(0,1fr)_22rem] items-start">
        <div className="flex flex-col gap-10 min-w-0">
          <NextStepCard next={data.next} />
          <Overtaken data={data} form={form} />
          <DecisionForm data={data} form={form} />
          <Timeline data={data} form={form} />
        </div>
        <div className="flex flex-col gap-10 min-w-0">
          <Assignment data={data} form={form} />
          <AskForMore data={data} form={form} />
          <OrganisationFacts data={data} form={form} />
          <EventFacts data={data} />
          <BookedCall data={data} />
          <Related data={data} />
        </div>
      </div>
      <ShortcutHelp keys={keysHelp} on={on} turn={turn} />
    </CaseFrame>
  )
}
