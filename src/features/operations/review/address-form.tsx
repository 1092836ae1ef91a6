import { Button } from '../../../ui/button.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { TextArea, TextInput } from '../../../ui/field.tsx'
import { reasonLimit } from './rules.ts'
import type { FoundReview } from './state.ts'
import { type ReviewForm, reviewFormId } from './use-review-form.ts'

/** Corrects a mistyped address of the organisation. */
export function AddressForm({ data: { application, typed }, form }: { data: FoundReview; form: ReviewForm }) {
  const isHeld = Boolean(typed.email || typed.why || form.problem('email') || form.problem('why'))
  return (
    <Disclosure key={application.email} summary="Correct the email address" open={isHeld || undefined} className="mt-4">
      <div className="flex flex-col gap-4">
        <p>
          It holds for everything of this organisation. The new address is asked to confirm itself; the old one is told,
          if it was confirmed, and links that were mailed to it and not used end.
        </p>
        <input type="hidden" form={reviewFormId} name="seen" value={application.email} />
        <TextInput
          form={reviewFormId}
          name="email"
          label="New email address"
          inputMode="email"
          autoComplete="off"
          maxLength={254}
          defaultValue={typed.email}
          error={form.problem('email')}
        />
        <TextArea
          form={reviewFormId}
          name="why"
          label="Why it is corrected"
          hint="For example who told you. It stands in the history, and is not mailed."
          rows={2}
          maxLength={reasonLimit}
          defaultValue={typed.why}
          error={form.problem('why')}
        />
        <Button {...form.button('address')} variant="quiet" className="self-start">
          Correct the address
        </Button>
      </div>
    </Disclosure>
  )
}
