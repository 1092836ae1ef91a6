import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { adminHref } from '#admin-pages.ts'
import { AdminNotice } from '#ui/admin-notice.tsx'
import { TextArea } from '#ui/field.tsx'
import { useToast } from '#ui/toast.tsx'
import { useSendForm } from '#ui/use-send-form.ts'
import { ApiError, callApi } from '#wire/call-api.ts'
import { problemOf } from '#wire/form.ts'
import { type ReviewField, reviewFields } from './form.ts'
import { outcomeOf } from './review-notices.ts'
import { reasonProblemOf } from './rules.ts'
import type { decisionCommands } from './server/decision-commands.ts'
import type { ReviewedCase } from './server/read-review.ts'
import type { caseCommands } from './server/review-commands.ts'

/** Its fields and buttons are all over the page, so each post brings along what the others hold. */
export const reviewFormId = 'review-work'

const decisions = ['approved', 'rejected', 'withdrawn'] as const
type Intent = keyof typeof caseCommands | keyof typeof decisionCommands

const nothing = { reason: '', question: '', withdrawal: '' }

export type ReviewForm = ReturnType<typeof useReviewForm>

/** Decisions go by the API call, everything else by a post; texts that an answer has overtaken are kept (`overtaken`). */
export function useReviewForm(data: ReviewedCase, page: 'review' | 'caseDecision') {
  const { application, typed, problems, notice } = data
  const says = useMemo(() => outcomeOf(data), [data])
  const here = adminHref(page, { id: application.id })
  const [busy, setBusy] = useState<Intent | null>(null)
  /** It ends with the answer and not with the next render: the next button can be pressed in between. */
  const running = useRef<Intent | null>(null)
  /** Pressed while another was being sent, it is sent after it. */
  const next = useRef<HTMLButtonElement | null>(null)
  const [reasonProblem, setReasonProblem] = useState(problemOf(problems, 'reason'))
  const [overtaken, setOvertaken] = useState(nothing)
  const [isSent, setIsSent] = useState(false)
  const [, navigate] = useLocation()
  const toast = useToast()
  const send = useSendForm()

  const answered = useRef(data)
  useEffect(() => {
    if (answered.current === data) return
    answered.current = data
    setReasonProblem(problemOf(problems, 'reason'))
    // The person goes on at what the answer finds wrong.
    if (problems[0]) fieldNamed(problems[0].field)?.focus()
    if (notice === 'noted') clear('note')
    if (notice === 'asked') clear('question')
    if (notice === 'looked-at') clear('looked')
    if (isSent && says?.tone === 'success') toast({ title: says.title, description: says.text })
  }, [data, problems, notice, says, isSent, toast])

  useEffect(() => {
    const button = next.current
    if (busy !== null || !button) return
    next.current = null
    // The answer may have removed the button.
    if (button.isConnected) button.click()
  }, [busy])

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const submitter = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null
    const intent = submitter?.value as Intent | undefined
    if (!intent) return
    if (running.current) {
      if (running.current !== intent) next.current = submitter
      return
    }
    if (intent === 'approved' || intent === 'rejected') {
      const problem = reasonProblemOf(intent, textOf('reason'))
      setReasonProblem(problem ?? undefined)
      if (problem) return fieldNamed('reason')?.focus()
    }
    running.current = intent
    setBusy(intent)
    const held = { reason: textOf('reason'), question: textOf('question'), withdrawal: textOf('withdrawal') }
    if (intent === 'approved' || intent === 'rejected') await decide(intent, held)
    else {
      setIsSent(true)
      if (await send(form, submitter)) setOvertaken(nothing)
    }
    running.current = null
    setBusy(null)
  }

  async function decide(status: 'approved' | 'rejected', held: typeof nothing) {
    try {
      const reason = held.reason
      await callApi('decideApplication', {
        body: { applicationId: application.id, status, reason, revision: application.revision },
      })
      setOvertaken({ ...held, reason: '' })
      clear('reason')
      const { title, text } = outcomeOf({ ...data, notice: status })!
      toast({ title, description: text })
    } catch (problem) {
      setOvertaken(held)
      const conflict = problem instanceof ApiError && problem.status === 409 ? problem.failure : null
      toast(
        conflict
          ? {
              title: conflict.status === 'submitted' ? 'Nothing was decided' : 'Already decided',
              description: conflict.error,
              variant: 'destructive',
            }
          : { title: 'Error', description: 'Failed to update application status', variant: 'destructive' },
      )
    }
    // In every case the page shows the application as it is now.
    navigate(here, { replace: true, state: 'refresh' })
  }

  const left = {
    reason: typed.reason || overtaken.reason,
    question: typed.question || overtaken.question,
    withdrawal: typed.withdrawal || overtaken.withdrawal,
  }
  const problem = (name: ReviewField) => (name === 'reason' ? reasonProblem : problemOf(problems, name))
  return {
    /** Where it is posted to. */
    here,
    onSubmit,
    problem,
    /** Holds what was typed and not stored. */
    field: (name: ReviewField) => ({ form: reviewFormId, name, defaultValue: typed[name], error: problem(name) }),
    /** The success of a form that a script sent is said in a toast instead. */
    says: isSent && says?.tone === 'success' ? null : says,
    overtaken: left,
    /** Shown again, and not stored. */
    isHeld: Object.entries({ ...typed, ...left }).some(([name, text]) => name !== 'person' && text !== ''),
    button: (intent: Intent) =>
      ({
        form: reviewFormId,
        name: decisions.some((known) => known === intent) ? 'decision' : 'intent',
        value: intent,
        busy: busy === intent,
      }) as const,
  }
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

function fieldNamed(name: string): Control | null {
  const form = document.getElementById(reviewFormId) as HTMLFormElement | null
  return (form?.elements.namedItem(name) as Control | null) ?? null
}

function textOf(name: string): string {
  return fieldNamed(name)?.value ?? ''
}

function clear(name: string) {
  const field = fieldNamed(name)
  if (field) field.value = ''
}

type ReviewTextProps = {
  form: ReviewForm
  name: Exclude<ReviewField, 'person' | 'email'>
  hint?: string | undefined
  className?: string
}

/** @param hint where it depends on the application. */
export function ReviewText({ form, name, hint = reviewFields[name].hint, className }: ReviewTextProps) {
  const { label, rows, max } = reviewFields[name]
  return (
    <TextArea {...form.field(name)} label={label} hint={hint} rows={rows} maxLength={max} fieldClassName={className} />
  )
}

type ReviewFormFrameProps = {
  revision: number
  form: ReviewForm
  children?: ReactNode
}

/** The one form of a page, to which its fields and buttons belong wherever they are; above it the outcome of the last post. */
export function ReviewFormFrame({ revision, form, children }: ReviewFormFrameProps) {
  return (
    <>
      <AdminNotice says={form.says} />
      <form
        id={reviewFormId}
        method="post"
        action={form.here}
        onSubmit={form.onSubmit}
        noValidate
        data-unsaved={form.isHeld ? '' : undefined}
      >
        <input type="hidden" name="revision" value={revision} />
        {children}
      </form>
    </>
  )
}
