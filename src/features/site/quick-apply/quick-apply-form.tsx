import { type FormEvent, type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { HoneypotField, honeypotName } from '../../../ui/honeypot-field.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { FieldFailure } from '../../../wire/failure.ts'
import { CompanyStep } from './company-step.tsx'
import { ContactStep } from './contact-step.tsx'
import { content } from './content.ts'
import { QuestionsStep } from './questions-step.tsx'
import { type Draft, type QuickApplyData, readDraft, type StepId, stepBeside, stepIds, stepProblems } from './rules.ts'
import { keepLead, readKeptLead } from './state.ts'
import { useSendLead } from './use-send-lead.ts'

/** Milliseconds of the analysis between the questions and the contact details. */
const analysisMs = 2_500

export type StepProps = {
  draft: Draft
  change: (more: Partial<Draft>) => void
  errorOf: (field: string) => string | undefined
}

/** The three steps, one at a time: moved through here, or by ordinary posts where no script runs. */
export function QuickApplyForm({ data }: { data: QuickApplyData }) {
  const [step, setStep] = useState<StepId>(data.step)
  const [analysing, setAnalysing] = useState(false)
  const [draft, setDraft] = useState(data.draft)
  const [attempt, setAttempt] = useState<{ count: number; problems: FieldFailure[] }>({
    count: 0,
    problems: data.problems,
  })
  const [ready, setReady] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const moved = useRef(false)
  const { busy, send } = useSendLead()

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form appears.
  useLayoutEffect(() => {
    // A post without a script has brought its own answers; otherwise those of this tab, and over them what was typed before
    // the script had arrived.
    const kept = data.step === 'company' && data.problems.length === 0 ? readKeptLead() : null
    if (kept) setStep(kept.step)
    setDraft({ ...data.draft, ...kept?.draft, ...typedIn(form.current) })
    setReady(true)
  }, [])

  useEffect(() => {
    if (ready && !busy) keepLead(step, draft)
  }, [ready, busy, step, draft])

  useEffect(() => {
    if (!analysing) return
    const timer = setTimeout(() => {
      setAnalysing(false)
      setStep('contact')
    }, analysisMs)
    return () => clearTimeout(timer)
  }, [analysing])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step, and the analysis, takes the focus when it appears.
  useEffect(() => {
    if (moved.current) heading.current?.focus()
  }, [step, analysing])

  function goTo(next: StepId) {
    moved.current = true
    setAttempt({ count: 0, problems: [] })
    if (step === 'questions' && next === 'contact') setAnalysing(true)
    else setStep(next)
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const honeypot = String(new FormData(event.currentTarget).get(honeypotName) ?? '')
    const problems = stepProblems(step, draft)
    if (problems.length > 0) return setAttempt(({ count }) => ({ count: count + 1, problems }))
    if (step !== 'contact') return goTo(stepBeside(step, 1))
    const refused = await send(draft, honeypot)
    if (refused.length > 0) setAttempt(({ count }) => ({ count: count + 1, problems: refused }))
  }

  function goBack(event: MouseEvent) {
    event.preventDefault()
    goTo(stepBeside(step, -1))
  }

  const { problems, count } = attempt
  const props: StepProps = {
    draft,
    change: (more) => setDraft((before) => ({ ...before, ...more })),
    errorOf: (field) => problems.find((problem) => problem.field === field)?.message,
  }

  if (analysing) {
    return (
      <div className="py-16 flex flex-col items-center text-center">
        <h2 ref={heading} tabIndex={-1} className="visually-hidden">
          Your answers
        </h2>
        <Spinner label={content.analysing} />
      </div>
    )
  }

  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="flex flex-col gap-6">
      <ProgressBar step={stepIds.indexOf(step) + 1} of={stepIds.length} />
      <h2 ref={heading} tabIndex={-1}>
        {content.steps[step]}
      </h2>
      {data.notice && problems.length === 0 && count === 0 && (
        <ErrorSummary heading="Submission Error" errors={[{ id: 'name', message: data.notice }]} />
      )}
      <ErrorSummary
        key={count}
        heading="There is a problem"
        errors={fieldsOf[step].flatMap((name) =>
          problems.filter(({ field }) => field === name).map(({ message }) => ({ id: name, message })),
        )}
      />
      <input type="hidden" name="step" value={step} />
      <OtherAnswers step={step} draft={draft} />
      {step === 'company' && <CompanyStep {...props} />}
      {step === 'questions' && <QuestionsStep {...props} />}
      {step === 'contact' && (
        <>
          <ContactStep {...props} />
          <HoneypotField />
        </>
      )}
      {/* The way on stands first in the document: Enter in a field presses the first button. */}
      <div className="flex flex-col sm:flex-row-reverse sm:justify-between gap-3">
        <Button
          type="submit"
          // The hint under the field says what is missing; without a script nothing would ever enable it again.
          disabled={ready && step === 'company' && draft.companyName.trim() === ''}
          busy={busy}
          busyText="Sending..."
        >
          {step === 'contact' ? 'Continue to the full application' : 'Continue'}
        </Button>
        {step !== 'company' && (
          <Button type="submit" name="go" value="back" variant="quiet" onClick={goBack}>
            Back
          </Button>
        )}
      </div>
    </form>
  )
}

const fieldsOf: Record<StepId, (keyof Draft)[]> = {
  company: ['companyName'],
  questions: ['hasTicketedEvents', 'wantsMoreAttendance'],
  contact: ['name', 'email', 'phone', 'marketingConsent'],
}

/** The answers of the other steps, for the post without a script. */
function OtherAnswers({ step, draft }: { step: StepId; draft: Draft }) {
  const others = stepIds.filter((id) => id !== step).flatMap((id) => fieldsOf[id])
  return others.map((field) => {
    const value = draft[field] === true ? 'yes' : draft[field] || ''
    return value && <input key={field} type="hidden" name={field} value={value} />
  })
}

function typedIn(form: HTMLFormElement | null): Partial<Draft> {
  if (!form) return {}
  const typed = readDraft(Object.fromEntries(new FormData(form)))
  return Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== '' && value !== false))
}
