import type { ComponentProps } from 'react'
import { AdminHistory } from '#ui/admin-history.tsx'
import { Form } from '#ui/form.tsx'
import type { Form as FormOf } from '#wire/define-form.ts'
import { type CaseStep, noteForm, stepWords } from './case-steps.ts'

/** The record of a case, and the form that adds a note to it. */
export function CaseHistory({ steps, wide = false }: { steps: readonly CaseStep[]; wide?: boolean }) {
  const events = steps.map(({ id, kind, by, text, at }) => ({
    key: id,
    at,
    what: stepWords[kind],
    by,
    why: text || null,
  }))
  return (
    <AdminHistory events={events}>
      <div className="mt-6">
        <CaseForm of={noteForm} command="note" button="Save note" variant="quiet" wide={wide} />
      </div>
    </AdminHistory>
  )
}

/** Its page shows the problems above (`Outcome`). */
export function CaseForm<Of extends FormOf>(form: ComponentProps<typeof Form<Of>>) {
  return <Form problemsAbove className="flex flex-col gap-4" {...form} />
}
