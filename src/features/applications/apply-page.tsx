import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { href, withQuery } from '#pages.ts'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Container } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { SearchFieldsForm } from '#ui/suggestion-field.tsx'
import { useToast } from '#ui/toast.tsx'
import { useSubmitSoon } from '#ui/use-checked-form.ts'
import type { FieldFailure } from '#wire/failure.ts'
import { definePage } from '#wire/page.ts'
import { broughtAlong, CarriedAnswers, OtherSaved, SentBefore } from './carried-answers.tsx'
import { DraftStatus, OtherVersion } from './draft/draft-status.tsx'
import { forgetDraftAtom, localDraftAtom, runningSaveAtom, savingPausedAtom } from './draft/state.ts'
import { useDeleteDraft, useDraftLink, useDraftSync } from './draft/use-draft-sync.ts'
import { DraftContext, findProblems, useStillWrong } from './draft-field.tsx'
import {
  type ApplyData,
  type Draft,
  emptyDraft,
  remainingProblems,
  type StepId,
  stepBeside,
  stepOfField,
  steps,
} from './rules.ts'
import type { SentOutcome } from './send-application.tsx'
import { type Arrival, arrivalAtom, draftAtom, readSentApplication, refusalAtom } from './state.ts'
import { loadStepFields, stepFields } from './step-fields.ts'
import { focusField, useFreshVisit, useLeftStep, useStepFocus, useWizardForm } from './use-wizard-form.ts'

function ApplyPage({ data }: { data: ApplyData }) {
  const [sent, setSent] = useState<(SentOutcome & { from: ApplyData }) | null>(null)
  const { saveNow } = useDraftSync(data.saved)
  useFreshVisit()
  const store = useStore()
  const [last, setLast] = useState<{ sent: ApplyData['sent']; from: ApplyData } | null>(null)
  // Somebody who has sent the answers comes back to a later step; what this browser has kept is known once the step has appeared.
  useEffect(() => {
    const sent = readSentApplication()
    if (!sent || data.step === 'organisation' || data.posted || data.saved || store.get(localDraftAtom)) return
    loadStepFields('sent').then(
      () => setLast({ sent, from: data }),
      () => {},
    )
  }, [data, store])
  const before = data.sent ?? (last?.from === data ? last.sent : null)
  if (before) {
    const AlreadySent = stepFields('sent')
    return <AlreadySent sent={before} />
  }
  // A move away from the thanks brings other data, and so the form again.
  if (sent?.from === data) return <sent.ThankYou sent={sent.application} />
  const onSent = (sent: SentOutcome) => setSent({ ...sent, from: data })
  return <Wizard key={data.step} data={data} saveNow={saveNow} onSent={onSent} />
}

type WizardProps = {
  data: ApplyData
  saveNow: () => Promise<boolean>
  onSent: (sent: SentOutcome) => void
}

/** With a script and without one, each button says where it leads (`go`). */
function Wizard({ data, saveNow, onSent }: WizardProps) {
  const { step, posted } = data
  const Fields = stepFields(step)
  const [path, navigate] = useLocation()
  const store = useStore()
  const element = useRef<HTMLFormElement>(null)
  const [attempt, setAttempt] = useState<{ count: number; problems: FieldFailure[] }>({
    count: 0,
    problems: posted?.problems ?? problemsHere(),
  })
  const refusal = useAtomValue(refusalAtom)
  const { busy, submit } = useSubmitApplication()
  const link = useDraftLink(saveNow)
  const deleteDraft = useDeleteDraft()
  const [asksToDelete, setAsksToDelete] = useState(false)
  const form = useWizardForm(data, element, { onValid: leave, onInvalid: refuse })
  const submitSoon = useSubmitSoon(form)
  const wrong = useStillWrong(form, refusal ?? posted)
  const carried = posted ?? broughtAlong(data)
  const index = steps.findIndex(({ id }) => id === step)
  useLeftStep(step, step === 'organisation' && !posted && !data.saved, (left) =>
    navigate(withQuery(path, { step: left }), { replace: true }),
  )
  useStepFocus(step, element, () => void form.handleSubmit())

  // After the errors are in the page, so that the field is announced with its own.
  useEffect(() => {
    const [first] = attempt.problems
    if (attempt.count > 0 && first) focusField(first.field)
  }, [attempt])

  async function leave(draft: Draft) {
    setAttempt({ count: 0, problems: [] })
    if (step !== 'review') return goTo(stepBeside(step, 1))
    const outcome = await submit(draft)
    const problems = 'refused' in outcome ? outcome.refused : []
    const [first] = problems
    store.set(refusalAtom, first ? { problems, draft } : null)
    if ('sent' in outcome) onSent(outcome.sent)
    else if (first) goTo(stepOfField(first.field), { field: first.field })
  }

  /** What the server has refused of this step's fields, while they are as they were sent. */
  function problemsHere(): FieldFailure[] {
    const refusal = store.get(refusalAtom)
    if (!refusal) return []
    return remainingProblems(refusal, store.get(draftAtom)).filter(({ field }) => stepOfField(field) === step)
  }

  async function refuse(draft: Draft) {
    const problems = await findProblems(step, draft)
    if (step === 'review' && problems[0]) return goTo(stepOfField(problems[0].field), 'problems')
    setAttempt(({ count }) => ({ count: count + 1, problems }))
  }

  async function discard() {
    if (!(await deleteDraft())) return
    setAsksToDelete(false)
    setAttempt({ count: 0, problems: [] })
    form.reset(emptyDraft, { keepDefaultValues: true })
    goTo('organisation')
  }

  function goTo(next: StepId, arrival: Arrival = null) {
    store.set(arrivalAtom, arrival)
    // At the same time as the step's data.
    loadStepFields(next).catch(() => {})
    navigate(withQuery(path, { step: next === 'organisation' ? null : next }))
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const submitter = (event.nativeEvent as SubmitEvent).submitter
    const go = submitter?.getAttribute('value') ?? 'next'
    if (go !== 'delete-now') setAsksToDelete(go === 'delete')
    if (go === 'delete' || go === 'stay') return
    if (go === 'delete-now') void discard()
    else if (go === 'link') void link.sendLink(form.state.values.email)
    else if (go === 'remove-coupon') form.setFieldValue('couponCode', '')
    else if (go === 'previous') goTo(stepBeside(step, -1))
    else if (go.startsWith('change ')) goTo(stepOfField(go.slice(7)), { field: go.slice(7) })
    else if (!busy) submitSoon()
  }

  return (
    <Container narrow className="py-10 lg:py-14">
      <PageHeading
        lead={
          <>
            Four short steps.
            <span className="needs-script">
              {' '}
              We save your answers on this device as you type, and on our server once you give your email address. You
              can stop and come back later.
            </span>
            <noscript> We save your answers on our server once you give your email address.</noscript>
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
          problems={attempt.problems.filter(wrong)}
          takeFocus={false}
        />
      </div>
      <OtherVersion />
      {posted?.hasOther && <OtherSaved usingIt={withQuery(path, { continue: true })} />}
      {posted?.before && <SentBefore {...posted.before} />}
      {posted?.failure && (
        <Notice tone="danger" title="Submission Error" live="alert" className="mt-8" text={posted.failure} />
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
        {carried && <CarriedAnswers step={step} posted={carried} />}
        <h2 id="step-title" tabIndex={-1} className="mb-6">
          {steps[index]!.title}
        </h2>
        <div className="grid gap-6" data-fields="">
          <DraftContext value={{ form, refusal: refusal ?? posted ?? nothingRefused }}>
            <Fields />
          </DraftContext>
        </div>
        <div className="mt-8 flex flex-wrap gap-3">
          <Button name="go" value="next" busy={busy} busyText="Submitting..." className="max-sm:w-full">
            {step === 'review' ? 'Submit Application' : 'Next'}
          </Button>
          <Button name="go" value="previous" variant="quiet" disabled={index === 0} className="max-sm:w-full">
            Previous
          </Button>
        </div>
        <DraftStatus
          posted={posted ?? (data.saved && { saved: data.saved, hasOther: false, link: null, asksToDelete: false })}
          linkBusy={link.busy}
          asksToDelete={asksToDelete}
        />
      </form>
      <SearchFieldsForm />
    </Container>
  )
}

const nothingRefused = { problems: [], draft: emptyDraft }

/** So that the tab, the history and a reader of the page tell the steps apart (WCAG 2.4.2). */
function titleOf(step: StepId): string {
  const index = steps.findIndex(({ id }) => id === step)
  return `${steps[index]!.title} (step ${index + 1} of ${steps.length}) – Apply for Event Accreditation`
}

export const page = definePage<ApplyData>(
  ApplyPage,
  ({ step }) => ({
    title: titleOf(step),
    description:
      'Apply for the accreditation of your event: organisation, event, evidence and declaration in four steps.',
    ...(step === 'organisation' ? { canonical: href('apply') } : {}),
  }),
  { load: ({ step, sent }) => loadStepFields(sent ? 'sent' : step) },
)

/** A second press while it runs does nothing; one after a lost answer gets what the first has made. */
function useSubmitApplication() {
  const toast = useToast()
  const store = useStore()
  const forgetDraft = useSetAtom(forgetDraftAtom)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)

  /** @returns fields that the server refused; any other failure has been shown already. */
  async function submit(draft: Draft): Promise<{ sent: SentOutcome } | { refused: FieldFailure[] }> {
    if (running.current) return { refused: [] }
    running.current = true
    setBusy(true)
    store.set(savingPausedAtom, true)
    try {
      const { sendApplication } = await import('./send-application.tsx')
      // A save that arrived after it would bring the draft back.
      await store.get(runningSaveAtom)
      const outcome = await sendApplication(draft, store.get(localDraftAtom), toast)
      if ('sent' in outcome) forgetDraft()
      return outcome
    } catch {
      toast({ title: 'Submission Error', description: 'Failed to submit application', variant: 'destructive' })
      return { refused: [] }
    } finally {
      running.current = false
      store.set(savingPausedAtom, false)
      setBusy(false)
    }
  }

  return { busy, submit }
}
