import { adminHref } from '#admin-pages.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { TextArea, TextInput } from '#ui/field.tsx'
import { reasonLimit, registerActs } from './rules.ts'
import type { EntryData } from './state.ts'

/** A stored entry. */
export type Found = { data: Extract<EntryData, { kind: 'found' }> }

/** Suspends, reinstates or revokes an entry. */
export function RegisterStatusForm({ data }: Found) {
  return (
    <Card as="section">
      <form
        method="post"
        action={adminHref('adminEntry', { id: data.id })}
        noValidate
        key={`${data.status} ${data.reasonProblem}`}
        className="flex flex-col gap-4"
      >
        <h2 className="text-xl">Status</h2>
        <input type="hidden" name="intent" value="status" />
        <input type="hidden" name="seen" value={data.status} />
        <TextArea
          label="Reason"
          hint="Everyone can read it. It is shown on the event's page and in its history. We email it to the organiser."
          name="reason"
          rows={3}
          maxLength={reasonLimit}
          defaultValue={data.reason}
          error={data.reasonProblem ?? undefined}
        />
        <div className="flex flex-wrap gap-3">
          {data.acts.map((act) => (
            <Button
              key={act}
              type="submit"
              name="act"
              value={act}
              variant={act === 'revoke' ? 'danger' : act === 'suspend' ? 'quiet' : 'action'}
            >
              {registerActs[act]}
            </Button>
          ))}
        </div>
      </form>
    </Card>
  )
}

/** Gives an entry without an application a new last day. */
export function Renewal({ data: { id, renewal } }: Found) {
  if (!renewal) return null
  return (
    <form
      method="post"
      action={adminHref('adminEntry', { id })}
      noValidate
      key={renewal.problem}
      className="flex flex-col gap-4"
    >
      <input type="hidden" name="intent" value="renew" />
      <TextInput
        id="renewal"
        name="validUntil"
        label="New last day"
        hint="For entries without an application. If you leave this empty, the entry has no end date."
        type="date"
        defaultValue={renewal.day}
        error={renewal.problem ?? undefined}
      />
      <Button type="submit" variant="quiet" className="self-start">
        Save date
      </Button>
    </form>
  )
}
