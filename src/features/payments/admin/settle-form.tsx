import { adminHref } from '#admin-pages.ts'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextArea } from '#ui/field.tsx'
import { usePosted } from '#ui/posted-context.ts'
import { problemOf } from '#wire/form.ts'
import { settleForm } from './form.ts'

/** Of a discrepancy or a difference; open, with what was typed, where it was not taken. */
export function SettleForm({ id, summary }: { id: string; summary: string }) {
  const { typed, problems } = usePosted('settle')
  const problem = typed.discrepancy === id ? problemOf(problems, 'note') : undefined
  const { label, rows, max } = settleForm.fields.note
  return (
    <Disclosure summary={summary} open={problem !== undefined || undefined}>
      <form method="post" action={adminHref('payments')} noValidate key={problem} className="flex flex-col gap-4">
        <input type="hidden" name="intent" value="settle" />
        <input type="hidden" name="discrepancy" value={id} />
        <TextArea
          id={`note-${id}`}
          name="note"
          label={label}
          rows={rows}
          maxLength={max}
          defaultValue={problem === undefined ? '' : typed.note}
          error={problem}
        />
        <Button type="submit" className="self-start">
          Settle
        </Button>
      </form>
    </Disclosure>
  )
}
