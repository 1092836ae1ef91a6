import type { PageData } from '#page/page.ts'
import { AdminHistory } from '#ui/admin-history.tsx'
import { Form } from '#ui/form.tsx'
import { ChoiceField } from '#ui/form-choices.tsx'
import { assignForm, messageForm } from './form.ts'
import { messageWords } from './rules.ts'
import type { submission } from './server.ts'

export function EnquiryThread({ thread }: { thread: NonNullable<PageData<typeof submission>['thread']> }) {
  const { messages, clerks, assignedTo } = thread
  return (
    <div className="mt-8 max-w-form flex flex-col gap-8">
      <Form
        of={assignForm}
        command="assign"
        button="Hand over"
        variant="quiet"
        values={{ person: assignedTo ?? '' }}
        choices={{ person: clerks.map(({ id, name }) => ({ value: id, label: name })) }}
        wide
        className="flex flex-wrap items-end gap-3"
      />
      {messages.length > 0 && (
        <AdminHistory
          events={messages.map(({ id, kind, authorName: by, text, writtenAt: at }) => ({
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
        <Form
          of={messageForm}
          command="write"
          button="Add to the thread"
          choiceFields={ChoiceField}
          wide
          className="mt-4 flex flex-col gap-4"
        />
      </section>
    </div>
  )
}
