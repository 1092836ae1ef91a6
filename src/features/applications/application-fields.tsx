import { RefusalContext } from './draft-field.tsx'
import { EventStep } from './event-step.tsx'
import { OrganisationStep } from './organisation-step.tsx'
import type { Refusal } from './rules.ts'
import type { WizardForm } from './use-wizard-form.ts'

/** Every field of an application at once, without steps. @param refusal what an answer of the server has refused. */
export function ApplicationFields({ form, refusal }: { form: WizardForm; refusal: Refusal }) {
  return (
    <RefusalContext value={refusal}>
      <h2 className="mb-6">Organisation</h2>
      <div className="grid gap-6">
        <OrganisationStep form={form} />
      </div>
      <h2 className="mt-10 mb-6">Event</h2>
      <div className="grid gap-6">
        <EventStep form={form} isAlone={false} />
      </div>
    </RefusalContext>
  )
}
