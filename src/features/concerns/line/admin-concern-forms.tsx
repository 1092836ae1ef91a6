import type { ReactNode } from 'react'
import { adminHref } from '#admin-pages.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox, RadioGroup } from '#ui/choices.tsx'
import { Select, TextArea, TextInput } from '#ui/field.tsx'
import { problemOf } from '#wire/form.ts'
import { concernLimits, concernOutcomes, replyDays } from './rules.ts'
import type { AdminConcernData } from './state.ts'

type Given = { data: AdminConcernData }

/** A form of the page: what it does is its intent. */
function DeskForm({ data, intent, title, children }: Given & { intent: string; title?: string; children: ReactNode }) {
  return (
    <form
      method="post"
      action={adminHref('adminConcern', { id: data.id })}
      noValidate
      key={JSON.stringify(data.form.problems)}
      className="flex flex-col gap-4 max-w-form"
    >
      {title && <h2 className="text-xl">{title}</h2>}
      <input type="hidden" name="intent" value={intent} />
      {children}
    </form>
  )
}

const typed = ({ form }: AdminConcernData, name: string) => ({
  name,
  defaultValue: form.typed[name] ?? '',
  error: problemOf(form.problems, name),
})

export function TakeUpForm({ data }: Given) {
  return (
    <DeskForm data={data} intent="take-up" title="Start work on the case">
      <p>We tell the reporter that someone is looking at the case.</p>
      <Button type="submit" className="self-start">
        Start this case
      </Button>
    </DeskForm>
  )
}

export function AssignForm({ data }: Given) {
  return (
    <DeskForm data={data} intent="assign" title="Looked after by">
      <Select
        {...typed(data, 'person')}
        label="Person"
        labelHidden
        placeholder="Nobody"
        defaultValue={data.assignedTo ?? ''}
        options={data.desk.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Button type="submit" variant="quiet" className="self-start">
        Hand over
      </Button>
    </DeskForm>
  )
}

export function EntryForm({ data }: Given) {
  return (
    <DeskForm data={data} intent="entry" title="Entry of the register">
      <TextInput
        {...typed(data, 'number')}
        label="Number"
        hint="The entry that the case is about. Leave this empty if there is none. You cannot change it after asking the organiser."
        defaultValue={data.form.typed.number ?? data.entry?.number ?? ''}
      />
      <Button type="submit" variant="quiet" className="self-start">
        Save entry
      </Button>
    </DeskForm>
  )
}

export function NoteForm({ data }: Given) {
  return (
    <DeskForm data={data} intent="note">
      <TextArea
        {...typed(data, 'note')}
        label="Note"
        hint="Only staff can see this."
        rows={3}
        maxLength={concernLimits.note}
      />
      <Button type="submit" variant="quiet" className="self-start">
        Save note
      </Button>
    </DeskForm>
  )
}

export function AskForm({ data }: Given) {
  return (
    <DeskForm data={data} intent="ask" title="Ask the organiser">
      <TextArea
        {...typed(data, 'question')}
        label="Your question to the organiser"
        hint={`We email this as you write it, with a link for one answer within ${replyDays} days. Use your own words. Do not include anything that could show who reported.`}
        rows={5}
        maxLength={concernLimits.question}
      />
      <Button type="submit" variant="quiet" className="self-start">
        Ask the organiser
      </Button>
    </DeskForm>
  )
}

export function SettleForm({ data }: Given) {
  const hasReply = data.replies.some(({ publicReply }) => publicReply !== '')
  return (
    <DeskForm data={data} intent="settle" title="Decide">
      <RadioGroup
        {...typed(data, 'outcome')}
        label="How does the case end?"
        choices={Object.entries(concernOutcomes).map(([value, label]) => ({ value, label }))}
      />
      <TextArea
        {...typed(data, 'reasons')}
        label="Reasons"
        hint="They are kept on the record, and we email them to the reporter as you write them."
        rows={5}
        maxLength={concernLimits.reasons}
      />
      {data.entry && (
        <TextArea
          {...typed(data, 'entryNote')}
          label="Note on the entry’s page"
          hint="Only if you uphold it: one or two neutral sentences. Everyone can read them until the note is removed."
          rows={3}
          maxLength={concernLimits.entryNote}
        />
      )}
      {hasReply && (
        <Checkbox
          name="leaveReplyOut"
          value="1"
          label="Leave out the organiser’s reply, because it names someone"
          error={problemOf(data.form.problems, 'leaveReplyOut')}
        />
      )}
      <Button type="submit" className="self-start">
        End this case
      </Button>
    </DeskForm>
  )
}

export function RemoveNoteForm({ data }: Given) {
  return (
    <div className="mt-6">
      <DeskForm data={data} intent="remove-note">
        <TextArea
          {...typed(data, 'removal')}
          label="Reason for removing the note"
          hint="It stays in the record of the case."
          rows={3}
          maxLength={concernLimits.removal}
        />
        <Button type="submit" variant="quiet" className="self-start">
          Remove the note
        </Button>
      </DeskForm>
    </div>
  )
}

export function ReporterForm({ data }: Given) {
  const { reporter, maySeeReporter } = data
  return (
    <section aria-labelledby="reporter">
      <h2 id="reporter" className="mb-3 text-xl">
        Who reported
      </h2>
      {reporter === 'none' && <p>The report is anonymous.</p>}
      {reporter && reporter !== 'none' && (
        <p className="break-words">
          {reporter.name || 'No name'}
          <br />
          {reporter.email ? <a href={`mailto:${reporter.email}`}>{reporter.email}</a> : 'No email address'}
        </p>
      )}
      {!reporter &&
        (maySeeReporter ? (
          <DeskForm data={data} intent="reporter">
            <p>Only look if you need to for the case. We record that you looked.</p>
            <Button type="submit" variant="quiet" className="self-start">
              Show who reported
            </Button>
          </DeskForm>
        ) : (
          <p>Your role does not let you see who reported, or whether they gave a name.</p>
        ))}
    </section>
  )
}
