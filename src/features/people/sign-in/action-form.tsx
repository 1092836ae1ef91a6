import { Disclosure } from '#ui/disclosure.tsx'
import { Form } from '#ui/form.tsx'
import { usePosted } from '#ui/posted-context.ts'
import type { Form as FormOf } from '#wire/define-form.ts'

/** Opened by its name, and where it was refused: the text first, then what is asked for and the button. */
export function ActionForm({
  summary,
  text,
  className,
  ...form
}: {
  summary: string
  text: string
  command: string
  button: string
  of?: FormOf
  variant?: 'danger'
  className?: string
}) {
  const isRefused = usePosted(form.command).problems.length > 0
  return (
    <Disclosure summary={summary} open={isRefused || undefined} className={className}>
      <Form {...form} problemsAbove wide className="flex flex-col gap-4">
        <p>{text}</p>
      </Form>
    </Disclosure>
  )
}
