import { useStore } from '@tanstack/react-form'
import { type FormEvent, type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { HoneypotField, honeypotName } from '#ui/honeypot-field.tsx'
import { usePosted } from '#ui/posted-context.ts'
import { Spinner } from '#ui/spinner.tsx'
import { useToast } from '#ui/toast.tsx'
import { checkOnceLoaded, useCheckedForm, useSubmitSoon } from '#ui/use-checked-form.ts'
import { ApiError, callApi } from '#wire/call-api.ts'
import type { FieldFailure } from '#wire/failure.ts'
import { problemOf } from '#wire/form.ts'
import { type Draft, readStep, type StepId, type StepProps, stepBeside, stepIds } from './rules.ts'
import type { quickApply } from './server.ts'
import { handOver, keepLead, readKeptLead } from './state.ts'
import { CompanyStep, ContactStep, QuestionsStep } from './steps.tsx'

const analysisMs = 2_500

const headings: Record<StepId, string> = {
  company: 'Your organisation',
  questions: 'Two questions',
  contact: 'Your details',
}

/** Without a script each step is an ordinary post. */
export function QuickApplyForm({ data }: { data: PageData<typeof quickApply> }) {
  const posted = usePosted(data.step)
  const [step, setStep] = useState<StepId>(data.step)
  const [analysing, setAnalysing] = useState(false)
  const [attempt, setAttempt] = useState<{ count: number; problems: FieldFailure[] }>({
    count: 0,
    problems: posted.problems,
  })
  const [ready, setReady] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const moved = useRef(false)
  const { busy, send } = useSendLead()
  const form = useCheckedForm<Draft>({
    values: data.draft,
    check: (values) => findProblems(step, values),
    onValid: leave,
    onInvalid: async (values) => refuse(await findProblems(step, values)),
  })
  const submitSoon = useSubmitSoon(form)
  const draft = useStore(form.store, ({ values }) => values)
  const fieldMeta = useStore(form.store, (state) => state.fieldMeta)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form appears.
  useLayoutEffect(() => {
    // A post without a script has brought its own answers; otherwise those of this tab are used.
    const kept = data.step === 'company' && posted.problems.length === 0 ? readKeptLead() : null
    // The browser's Back from the application leads to the step that the address names.
    const keptStep = kept && (new URLSearchParams(location.search).has('step') ? stepOfAddress() : kept.step)
    if (keptStep) setStep(keptStep)
    if (posted.problems.length === 0) showInAddress(keptStep ?? data.step, 'replace')
    form.reset({ ...data.draft, ...kept?.draft }, { keepDefaultValues: true })
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

  useEffect(() => {
    const goWhereTheAddressIs = () => {
      if (location.pathname !== href('quickApply')) return
      setAnalysing(false)
      setStep(stepOfAddress())
      begin()
    }
    window.addEventListener('popstate', goWhereTheAddressIs)
    return () => window.removeEventListener('popstate', goWhereTheAddressIs)
  })

  /** A step is checked when it is left. */
  function begin() {
    moved.current = true
    setAttempt({ count: 0, problems: [] })
    form.reset(form.state.values, { keepDefaultValues: true })
  }

  function goTo(next: StepId) {
    begin()
    showInAddress(next, 'push')
    if (step === 'questions' && next === 'contact') setAnalysing(true)
    else setStep(next)
  }

  async function leave(values: Draft) {
    if (step !== 'contact') return goTo(stepBeside(step, 1))
    const honeypot = String(new FormData(element.current!).get(honeypotName) ?? '')
    const refused = await send(values, honeypot)
    if (refused.length > 0) refuse(refused)
  }

  function refuse(problems: FieldFailure[]) {
    setAttempt(({ count }) => ({ count: count + 1, problems }))
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    submitSoon()
  }

  function goBack(event: MouseEvent) {
    event.preventDefault()
    goTo(stepBeside(step, -1))
  }

  const { problems, count } = attempt
  const props: StepProps = {
    draft,
    change: (field, value) => {
      form.setFieldValue(field, value as never)
      setAttempt(({ count, problems }) => ({ count, problems: problems.filter((problem) => problem.field !== field) }))
    },
    errorOf: (field) => problemOf(problems, field) ?? (String(fieldMeta[field]?.errors[0] ?? '') || undefined),
  }

  if (analysing) {
    return (
      <div className="py-12 flex flex-col items-center text-center">
        <h2 ref={heading} tabIndex={-1} className="visually-hidden">
          Your answers
        </h2>
        <Spinner label="Analyzing your qualification..." />
      </div>
    )
  }

  return (
    <form
      ref={element}
      method="post"
      noValidate
      onSubmit={submit}
      onInput={fetchSchema}
      className="flex flex-col gap-6"
    >
      <h2 ref={heading} tabIndex={-1}>
        {headings[step]}
      </h2>
      {posted.notice && problems.length === 0 && count === 0 && (
        <ErrorSummary
          heading="Submission Error"
          problems={[{ field: 'name', message: 'Please try again or contact support.' }]}
        />
      )}
      <ErrorSummary
        key={count}
        problems={fieldsOf[step].flatMap((name) => problems.filter(({ field }) => field === name))}
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
      {/* First in the document, because Enter in a field presses the first button. */}
      <div className="flex flex-col sm:flex-row-reverse sm:justify-between gap-3">
        <Button
          // A press still says what is missing. Without a script nothing would enable it again.
          aria-disabled={ready && step === 'company' && draft.companyName.trim() === ''}
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

const stepOfAddress = () => readStep(new URLSearchParams(location.search).get('step'))

/** The browser's Back then leads to the step before. The state that moves go by stays (browser/navigate.ts). */
function showInAddress(step: StepId, how: 'push' | 'replace'): void {
  if (step === stepOfAddress()) return
  const address = href('quickApply', step === 'company' ? {} : { step })
  if (how === 'push') history.pushState(history.state, '', address)
  else history.replaceState(history.state, '', address)
}

const fetchSchema = () => void import('./schema.ts').catch(() => {})

async function findProblems(step: StepId, draft: Draft): Promise<FieldFailure[]> {
  return await checkOnceLoaded(async () => {
    const { stepProblems } = await import('./schema.ts')
    return () => stepProblems(step, draft)
  })
}

const fieldsOf: Record<StepId, (keyof Draft)[]> = {
  company: ['companyName'],
  questions: ['hasTicketedEvents', 'wantsMoreAttendance'],
  contact: ['name', 'email', 'phone', 'marketingConsent'],
}

/** For the post without a script. */
function OtherAnswers({ step, draft }: { step: StepId; draft: Draft }) {
  const others = stepIds.filter((id) => id !== step).flatMap((id) => fieldsOf[id])
  return others.map((field) => {
    const value = draft[field] === true ? 'yes' : draft[field] || ''
    return value && <input key={field} type="hidden" name={field} value={value} />
  })
}

const redirectMs = 2_000

/** A second press does nothing; `busy` stays true until the move to the application. */
function useSendLead() {
  const toast = useToast()
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  /** @returns what the server found wrong with the fields, if that is why it failed. */
  async function send(draft: Draft, honeypot: string): Promise<FieldFailure[]> {
    if (running.current) return []
    running.current = true
    setBusy(true)
    try {
      await callApi('leaveQuickApplyLead', {
        body: {
          ...draft,
          [honeypotName]: honeypot,
        },
      })
      handOver(draft)
      toast({
        title: 'Qualification Complete!',
        description: 'Redirecting you to complete your accreditation application...',
      })
      timer.current = setTimeout(() => navigate(href('apply')), redirectMs)
      return []
    } catch (problem) {
      toast({
        title: 'Submission Error',
        description: 'Please try again or contact support.',
        variant: 'destructive',
      })
      running.current = false
      setBusy(false)
      return (problem instanceof ApiError && problem.failure?.fields) || []
    }
  }

  return { busy, send }
}
