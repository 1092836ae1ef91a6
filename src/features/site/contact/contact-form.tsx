import { useState } from 'react'
import { href } from '#pages.ts'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { TextArea, TextInput } from '#ui/field.tsx'
import { HoneypotField } from '#ui/honeypot-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { useToast } from '#ui/toast.tsx'
import { usePostForm } from '#ui/use-post-form.ts'
import type { FormState } from '#wire/form.ts'
import { content } from './content.ts'
import { contactToasts, type EnquiryField, enquiryLimits, isIncomplete } from './rules.ts'

/** The enquiry form; without a script it is posted to the page. */
export function ContactForm({ form: posted, sent }: { form: FormState; sent: boolean }) {
  const toast = useToast()
  const [isSent, setSent] = useState(sent)
  const { form, busy, problems, notice, attempt, errorOf } = usePostForm({
    call: 'sendEnquiry',
    schema: async () => (await import('./schema.ts')).enquirySchema,
    posted,
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
  const text = (field: EnquiryField) => ({
    name: field,
    defaultValue: posted.typed[field] ?? '',
    maxLength: enquiryLimits[field],
    error: errorOf(field),
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
        <TextInput {...text('name')} label="Name" autoComplete="name" required />
        <TextInput {...text('email')} label="Email" type="email" autoComplete="email" required />
        <TextInput {...text('company')} label="Organisation" autoComplete="organization" optional />
        <TextInput {...text('phone')} label="Phone" type="tel" autoComplete="tel" optional />
        <TextInput {...text('subject')} label="Subject" optional />
        <TextArea {...text('message')} label="Message" rows={7} required />
        <HoneypotField />
        <p className="text-sm text-muted">{content.form.privacy}</p>
        <Button type="submit" className="self-start" busy={busy} busyText={content.form.busy}>
          {content.form.button}
        </Button>
      </form>
    </section>
  )
}
