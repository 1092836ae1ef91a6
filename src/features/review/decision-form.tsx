import { type FormEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { apiPath } from '../../api-paths.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextArea } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { callApi } from '../../wire/call-api.ts'
import { reasonLimit, reasonProblemOf } from './rules.ts'
import type { ReviewData } from './state.ts'

type Decision = 'approved' | 'rejected'

/** Approve or reject, only while nobody has: an ordinary form that a script makes quicker. */
export function DecisionForm({ data }: { data: Extract<ReviewData, { kind: 'found' }> }) {
  const { application } = data
  const [busy, setBusy] = useState<Decision | null>(null)
  const [problem, setProblem] = useState<string | null>(data.typed.reasonProblem)
  const [, navigate] = useLocation()
  const toast = useToast()
  const reason = useRef<HTMLTextAreaElement>(null)
  if (application.status !== 'submitted') return null

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const decision = ((event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null)?.value
    if (busy || (decision !== 'approved' && decision !== 'rejected')) return
    const text = reason.current?.value ?? ''
    const found = reasonProblemOf(decision, text)
    setProblem(found)
    if (found) return reason.current?.focus()
    setBusy(decision)
    try {
      await callApi('POST', apiPath('adminApprove'), {
        applicationId: application.id,
        status: decision,
        ...(text.trim() ? { reason: text } : {}),
      })
      if (decision === 'approved') {
        toast({ title: 'Application Approved', description: 'The user will be redirected to payment.' })
      } else {
        toast({ title: 'Application Rejected' })
      }
    } catch {
      toast({ title: 'Error', description: 'Failed to update application status', variant: 'destructive' })
    } finally {
      setBusy(null)
      // Whatever came of it, the page shows how the application stands now.
      navigate(paths.review(application.id), { replace: true })
    }
  }

  return (
    <Card as="section">
      <form
        method="post"
        action={paths.review(application.id)}
        onSubmit={submit}
        noValidate
        className="flex flex-col gap-5"
      >
        <h2 id="decision" className="text-xl" tabIndex={-1}>
          Decision
        </h2>
        <p className="text-muted">A decision is final. Once approved, the user will be redirected to payment.</p>
        <TextArea
          ref={reason}
          label="Reason"
          hint="Required when you reject. It is kept with the decision."
          name="reason"
          rows={4}
          maxLength={reasonLimit}
          defaultValue={data.typed.reason}
          error={problem ?? undefined}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" name="decision" value="approved" busy={busy === 'approved'} busyText="Approving…">
            Approve
          </Button>
          <Button
            type="submit"
            name="decision"
            value="rejected"
            variant="danger"
            busy={busy === 'rejected'}
            busyText="Rejecting…"
          >
            Reject
          </Button>
        </div>
      </form>
    </Card>
  )
}
