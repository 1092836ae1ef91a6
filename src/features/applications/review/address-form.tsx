import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextArea, TextInput } from '#ui/field.tsx'
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
          The new address is used for everything of this organisation. We email the new address to confirm it. If the
          old address was confirmed, we tell it too. Unused links that we emailed to the old address stop working.
        </p>
        <input type="hidden" form={reviewFormId} name="seen" value={application.email} />
        <TextInput
          {...form.field('email')}
          label="New email address"
          inputMode="email"
          autoComplete="off"
          maxLength={254}
        />
        <TextArea
          {...form.field('why')}
          label="Reason for the correction"
          hint="For example who told you. It is kept in the history and not emailed."
          rows={2}
          maxLength={reasonLimit}
        />
        <Button {...form.button('address')} variant="quiet" className="self-start">
          Correct the address
        </Button>
      </div>
    </Disclosure>
  )
}
