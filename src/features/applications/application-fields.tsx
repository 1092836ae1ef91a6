import { DraftContext, type DraftForm } from './draft-field.tsx'
import { EventStep } from './event-step.tsx'
import { OrganisationStep } from './organisation-step.tsx'
import type { Refusal } from './rules.ts'

/** Without steps. @param only without the organisation. */
export function ApplicationFields({
  form,
  refusal,
  only,
}: {
  form: DraftForm
  refusal: Refusal
  only?: 'event' | undefined
}) {
  return (
    <DraftContext value={{ form, refusal }}>
      {!only && (
        <>
          <h2 className="mb-6">Organisation</h2>
          <div className="mb-10 grid gap-6">
            <OrganisationStep />
          </div>
        </>
      )}
      <h2 className="mb-6">Event</h2>
      <div className="grid gap-6">
        <EventStep isAlone={false} />
      </div>
    </DraftContext>
  )
}
