import { type FormEvent, useRef, useState } from 'react'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { TextArea, TextInput } from '../../../ui/field.tsx'
import { HoneypotField, honeypotName } from '../../../ui/honeypot-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { ApiError, callApi } from '../../../wire/call-api.ts'
import type { ContactData } from './contact-page.tsx'
import { content } from './content.ts'
import {
  checkEnquiry,
  contactToasts,
  type EnquiryError,
  type EnquiryField,
  type EnquiryValues,
  enquiryFields,
  enquiryLimits,
  isIncomplete,
} from './rules.ts'

/**
 * The enquiry form. Its fields are the browser's own, so that nothing typed before the script arrived is lost; without one it is
 * posted to the page.
 */
export function ContactForm(given: ContactData) {
  const toast = useToast()
  const form = useRef<HTMLFormElement>(null)
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>(given.sent ? 'sent' : 'idle')
  const [errors, setErrors] = useState<EnquiryError[]>(given.errors)
  const [problem, setProblem] = useState(given.problem)
  const [attempt, setAttempt] = useState(0)

  const refuse = (found: EnquiryError[], said?: { title: string; description: string }) => {
    setErrors(found)
    setAttempt((count) => count + 1)
    setState('idle')
    if (said) toast({ ...said, variant: 'destructive' })
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (state === 'sending') return
    const data = new FormData(event.currentTarget)
    const values = Object.fromEntries(
      enquiryFields.map((field) => [field, String(data.get(field) ?? '')]),
    ) as EnquiryValues
    const found = checkEnquiry(values)
    setProblem(null)
    if (found.length > 0) return refuse(found, isIncomplete(values) ? contactToasts.missing : undefined)
    setErrors([])
    setState('sending')
    try {
      await callApi('sendEnquiry', { body: { ...values, [honeypotName]: String(data.get(honeypotName) ?? '') } })
      form.current?.reset()
      setState('sent')
      toast(contactToasts.sent)
    } catch (failure) {
      const answer = failure instanceof ApiError ? failure.failure : null
      refuse(fieldsOf(answer?.fields), { ...contactToasts.failed, ...(answer && { description: answer.error }) })
    }
  }

  const text = (field: EnquiryField) => ({
    name: field,
    defaultValue: given.values[field],
    maxLength: enquiryLimits[field],
    error: errors.find((error) => error.field === field)?.message,
  })

  return (
    <section aria-labelledby="form">
      <h2 id="form">{content.form.title}</h2>
      <form
        ref={form}
        method="post"
        action={paths.contact()}
        noValidate
        onSubmit={submit}
        className="mt-6 flex flex-col gap-6 max-w-form"
      >
        {state === 'sent' && (
          <Notice tone="success" title={contactToasts.sent.title}>
            <p>{contactToasts.sent.description}</p>
          </Notice>
        )}
        {problem && (
          <Notice tone="danger" title={contactToasts.failed.title}>
            <p>{problem}</p>
          </Notice>
        )}
        <ErrorSummary
          key={attempt}
          heading="There is a problem"
          errors={errors.map(({ field, message }) => ({ id: field, message }))}
        />
        <TextInput {...text('name')} label="Name" autoComplete="name" required />
        <TextInput {...text('email')} label="Email" type="email" autoComplete="email" required />
        <TextInput {...text('company')} label="Organisation" autoComplete="organization" optional />
        <TextInput {...text('phone')} label="Phone" type="tel" autoComplete="tel" optional />
        <TextInput {...text('subject')} label="Subject" optional />
        <TextArea {...text('message')} label="Message" rows={7} required />
        <HoneypotField />
        <p className="text-sm text-muted">{content.form.privacy}</p>
        <Button type="submit" className="self-start" busy={state === 'sending'} busyText={content.form.busy}>
          {content.form.button}
        </Button>
      </form>
    </section>
  )
}

/** The server's remarks on fields that this form has. */
function fieldsOf(fields: { field: string; message: string }[] = []): EnquiryError[] {
  return fields.filter((each): each is EnquiryError => (enquiryFields as readonly string[]).includes(each.field))
}
