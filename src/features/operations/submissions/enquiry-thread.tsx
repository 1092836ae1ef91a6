import { AdminHistory } from '#ui/admin-history.tsx'
import { Button } from '#ui/button.tsx'
import { RadioGroup } from '#ui/choices.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Select, TextArea } from '#ui/field.tsx'
import { problemOf } from '#wire/form.ts'
import { messageLimit, messageWords } from './rules.ts'
import type { EnquiryThread as Thread } from './state.ts'

/** What was written about an enquiry, to and fro, who looks after it, and the form that goes on with it. */
export function EnquiryThread({ thread }: { thread: Thread }) {
  const { messages, clerks, assignedTo, form } = thread
  const problem = (field: string) => problemOf(form.problems, field)
  return (
    <div className="mt-8 max-w-form flex flex-col gap-8">
      <form method="post" className="flex flex-wrap items-end gap-3">
        <input type="hidden" name="intent" value="assign" />
        <Select
          name="person"
          label="Looked after by"
          placeholder="Nobody"
          options={clerks.map(({ id, name }) => ({ value: id, label: name }))}
          defaultValue={assignedTo ?? ''}
          error={problem('person')}
        />
        <Button type="submit" variant="quiet">
          Hand over
        </Button>
      </form>
      {messages.length > 0 && (
        <AdminHistory
          events={messages.map(({ id, kind, author_name: by, text, written_at: at }) => ({
            key: id,
            at,
            what: messageWords[kind],
            by,
            why: text,
          }))}
        />
      )}
      <section aria-labelledby="go-on">
        <h2 id="go-on">Reply or add a note</h2>
        <p className="mt-1 text-muted">
          This site sends emails but does not receive them. Answers arrive in the office mailbox. Add them here, so that
          the record is complete.
        </p>
        <form method="post" className="mt-4 flex flex-col gap-4">
          <input type="hidden" name="intent" value="write" />
          <ErrorSummary problems={form.problems} />
          <TextArea
            name="message"
            label="Message"
            rows={6}
            maxLength={messageLimit}
            defaultValue={form.typed.message ?? ''}
            error={problem('message')}
          />
          <RadioGroup
            name="as"
            label="What it is"
            choices={[
              { value: 'sent', label: 'A reply', hint: 'We email it to them. The enquiry then waits for their answer' },
              { value: 'received', label: 'Their answer', hint: 'You add it yourself. The enquiry is then open again' },
              { value: 'note', label: 'A note', hint: 'Only people in the admin area can see it' },
            ]}
            defaultValue={form.typed.as ?? 'sent'}
            error={problem('as')}
          />
          <Button type="submit" className="self-start">
            Add to the thread
          </Button>
        </form>
      </section>
    </div>
  )
}
