import { AdminNotice } from '#ui/admin-notice.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { notices } from './notices.ts'
import type { FoundCase } from './state.ts'

/** What a post has come to, below the page's heading: what went wrong leads to its fields. */
export function BenchSays({ data: { form, notice } }: { data: FoundCase }) {
  if (form.problems.length > 0) {
    // Fields of one criterion are named after it: the form that was posted says which.
    const isOfCriterion = form.typed.intent === 'evidence' || form.typed.intent === 'verdict'
    const prefix = isOfCriterion ? `${form.typed.criterion}-` : ''
    const problems = form.problems.map(({ field, message }) => ({ field: prefix + field, message }))
    return (
      <div className="mt-6">
        <ErrorSummary key={JSON.stringify(form)} problems={problems} />
      </div>
    )
  }
  if (form.notice) return <AdminNotice says={{ tone: 'danger', title: form.notice }} />
  const said = notice && notice in notices ? notices[notice as keyof typeof notices] : null
  return <AdminNotice says={said ? { tone: 'success', title: said } : null} />
}
