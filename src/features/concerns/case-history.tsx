import { AdminHistory } from '#ui/admin-history.tsx'
import { Form } from '#ui/form.tsx'
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
        <Form
          of={noteForm}
          command="note"
          button="Save note"
          variant="quiet"
          problemsAbove
          wide={wide}
          className="flex flex-col gap-4"
        />
      </div>
    </AdminHistory>
  )
}
