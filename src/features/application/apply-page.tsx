import { useAtom, useStore } from 'jotai'
import { type FormEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { paths, withQuery } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Container } from '../../ui/layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import type { FieldFailure } from '../../wire/failure.ts'
import { definePage } from '../../wire/page.ts'
import { ComplianceStep } from './compliance-step.tsx'
import { EventStep } from './event-step.tsx'
import { OrganisationStep } from './organisation-step.tsx'
import { ReviewStep } from './review-step.tsx'
import {
  type ApplyData,
  carriedFields,
  type Draft,
  type SentApplication,
  type StepId,
  stepBeside,
  stepOfField,
  stepProblems,
  steps,
} from './rules.ts'
import { type Arrival, arrivalAtom, lastStepAtom } from './state.ts'
import { ThankYou } from './thank-you.tsx'
import { useSubmitApplication } from './use-submit-application.ts'
import { useWizardForm, validationDelayMs } from './use-wizard-form.ts'

function ApplyPage({ data }: { data: ApplyData }) {
  const [sent, setSent] = useState<{ application: SentApplication; from: ApplyData } | null>(null)
  // Whoever moves on from the thanks (back, or to a new application) has new data and sees the form again.
  if (sent?.from === data) return <ThankYou sent={sent.application} />
  return <Wizard key={data.step} data={data} onSent={(application) => setSent({ application, from: data })} />
}

/** One step of the application, the same for a script and for an ordinary post: every button says where it leads (`go`). */
function Wizard({ data, onSent }: { data: ApplyData; onSent: (sent: SentApplication) => void }) {
  const { step, posted } = data
  const [path, navigate] = useLocation()
  const store = useStore()
  const element = useRef<HTMLFormElement>(null)
  const [attempt, setAttempt] = useState<{ count: number; problems: FieldFailure[] }>({
    count: 0,
    problems: posted?.problems ?? [],
  })
  const { busy, submit } = useSubmitApplication()
  const form = useWizardForm(data, element, { onValid: leave, onInvalid: refuse })
  const check = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(check.current), [])
  const index = steps.findIndex(({ id }) => id === step)
  useStepFocus(step, element, () => void form.handleSubmit())

  // After the errors stand in the page, so that the field is announced with its own.
  useEffect(() => {
    const [first] = attempt.problems
    if (attempt.count > 0 && first) focusField(first.field)
  }, [attempt])

  async function leave(draft: Draft) {
    setAttempt({ count: 0, problems: [] })
    if (step !== 'review') return goTo(stepBeside(step, 1))
    const sent = await submit(draft)
    if (sent) onSent(sent)
  }

  function refuse(draft: Draft) {
    const problems = stepProblems(step, draft)
    if (step === 'review' && problems[0]) return goTo(stepOfField(problems[0].field), 'problems')
    setAttempt(({ count }) => ({ count: count + 1, problems }))
  }

  function goTo(next: StepId, arrival: Arrival = null) {
    store.set(arrivalAtom, arrival)
    navigate(withQuery(path, { step: next === 'organisation' ? null : next }))
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const submitter = (event.nativeEvent as SubmitEvent).submitter
    const go = submitter?.getAttribute('value') ?? 'next'
    if (go === 'previous') goTo(stepBeside(step, -1))
    else if (go.startsWith('change ')) goTo(stepOfField(go.slice(7)), { field: go.slice(7) })
    else if (!busy) {
      clearTimeout(check.current)
      check.current = setTimeout(() => void form.handleSubmit(), validationDelayMs)
    }
  }

  return (
    <Container narrow className="py-10 sm:py-14">
      <PageHeading
        lead={
          <>
            Four short steps.
            <span className="needs-script"> What you type is kept on this device, so you can stop and come back.</span>
          </>
        }
      >
        Apply for Event Accreditation
      </PageHeading>
      <div className="mt-8">
        <ProgressBar step={index + 1} of={steps.length} name={steps[index]!.title} />
      </div>
      <div className="mt-8 empty:hidden">
        <ErrorSummary
          key={attempt.count}
          heading="Please fix the following errors"
          errors={attempt.problems.map(({ field, message }) => ({ id: field, message }))}
          takeFocus={false}
        />
      </div>
      {posted?.failure && (
        <Notice tone="danger" title="Submission Error" live="alert" className="mt-8">
          <p>{posted.failure}</p>
        </Notice>
      )}
      <form
        ref={element}
        method="post"
        action={withQuery(path, { step })}
        noValidate
        onSubmit={onSubmit}
        aria-labelledby="step-title"
        className="mt-8"
      >
        {posted && <CarriedAnswers step={step} posted={posted} />}
        <h2 id="step-title" tabIndex={-1} className="mb-6">
          {steps[index]!.title}
        </h2>
        <div className="grid gap-6" data-fields="">
          {step === 'organisation' && <OrganisationStep form={form} />}
          {step === 'event' && <EventStep form={form} />}
          {step === 'compliance' && <ComplianceStep />}
          {step === 'review' && <ReviewStep form={form} />}
        </div>
        <div className="mt-8 flex flex-wrap gap-3">
          <Button type="submit" name="go" value="next" busy={busy} busyText="Submitting..." className="max-sm:w-full">
            {step === 'review' ? 'Submit Application' : 'Next'}
          </Button>
          <Button
            type="submit"
            name="go"
            value="previous"
            variant="quiet"
            disabled={index === 0}
            className="max-sm:w-full"
          >
            Previous
          </Button>
        </div>
      </form>
    </Container>
  )
}

/** Without a script the answers of the other steps travel along with each post. */
function CarriedAnswers({ step, posted }: { step: StepId; posted: NonNullable<ApplyData['posted']> }) {
  return (
    <>
      <input type="hidden" name="submissionKey" defaultValue={posted.submissionKey} />
      {carriedFields(step).map((field) => (
        <input key={field} type="hidden" name={field} defaultValue={posted.draft[field]} />
      ))}
    </>
  )
}

/** A step change starts at the top with its first field (or heading, where it has none); a fresh visit leaves the focus alone. */
function useStepFocus(step: StepId, element: RefObject<HTMLFormElement | null>, showProblems: () => void) {
  const [last, setLast] = useAtom(lastStepAtom)
  const [arrival, setArrival] = useAtom(arrivalAtom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the step appears.
  useLayoutEffect(() => {
    setLast(step)
    setArrival(null)
    if (arrival === 'problems') return showProblems()
    if (arrival) return focusField(arrival.field)
    if (last === null || last === step) return
    const first = element.current?.querySelector<HTMLElement>(
      '[data-fields] :is(input:not([type="hidden"]), select, textarea)',
    )
    const target = first ?? element.current?.querySelector<HTMLElement>('#step-title')
    target?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [])
}

function focusField(id: string) {
  const field = document.getElementById(id)
  if (!field) return
  field.focus({ preventScroll: true })
  const whole = field.closest('fieldset') ?? field.parentElement ?? field
  whole.scrollIntoView({ block: 'center' })
}

export const page = definePage<ApplyData>({
  Component: ApplyPage,
  meta: ({ step }) => ({
    title: 'Apply for Event Accreditation',
    description:
      'Apply for the accreditation of your event: organisation, event, evidence and declaration in four steps.',
    ...(step === 'organisation' ? { canonical: paths.apply() } : {}),
  }),
})
