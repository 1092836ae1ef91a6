import { useState } from 'react'
import { href } from '#pages.ts'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Fields } from '#ui/form.tsx'
import { Notice } from '#ui/notice.tsx'
import { useToast } from '#ui/toast.tsx'
import { usePostForm } from '#ui/use-post-form.ts'
import { content } from './content.ts'
import { contactToasts, enquiryForm } from './form.ts'

/** @param sent a message was sent without a script. */
export function ContactForm({ sent }: { sent: boolean }) {
  const toast = useToast()
  const [isSent, setSent] = useState(sent)
  const { form, busy, problems, notice, attempt, typed } = usePostForm({
    call: 'sendEnquiry',
    of: enquiryForm,
    failed: contactToasts.failed.description,
    onDone: (_, element) => {
      element.reset()
      setSent(true)
      toast(contactToasts.sent)
    },
    onRefused: ({ typed, notice }, answer) => {
      setSent(false)
      if (answer || notice)
        toast({ ...contactToasts.failed, ...(answer && { description: answer.error }), variant: 'destructive' })
      else if (isIncomplete(typed)) toast({ ...contactToasts.missing, variant: 'destructive' })
    },
  })
  return (
    <section aria-labelledby="form">
      <h2 id="form">{content.form.title}</h2>
      <form {...form} action={href('contact')} noValidate className="mt-6 flex flex-col gap-6 max-w-form">
        {isSent && (
          <Notice tone="success" title={contactToasts.sent.title}>
            <p>{contactToasts.sent.description}</p>
          </Notice>
        )}
        {attempt === 0 && notice && (
          <Notice tone="danger" title={contactToasts.failed.title}>
            <p>{notice}</p>
          </Notice>
        )}
        <ErrorSummary key={attempt} problems={problems} />
        <Fields of={enquiryForm} typed={typed} problems={problems} />
        <p className="text-sm text-muted">{content.form.privacy}</p>
        <Button type="submit" className="self-start" busy={busy} busyText={content.form.busy}>
          {content.form.button}
        </Button>
      </form>
    </section>
  )
}

function isIncomplete(typed: Record<string, string>): boolean {
  return Object.entries(enquiryForm.fields).some(([name, { required }]) => required && !typed[name]?.trim())
}
