import { type ReactNode, useState } from 'react'
import { SampleNote } from '#features/claims/sample-note.tsx'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Button } from '#ui/button.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Fields } from '#ui/form.tsx'
import { TitledPage, TitledSection } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { useToast } from '#ui/toast.tsx'
import { usePostForm } from '#ui/use-post-form.ts'
import { useBrand } from '#wire/brand-context.ts'
import { definePage } from '#wire/page.ts'
import { contactToasts, enquiryForm, responses } from './form.ts'
import type { contact } from './server.ts'

type Data = PageData<typeof contact>

const lead =
  'Ask us about accreditation, an application or the register. You can call, write or use the form on this page.'

export const page = definePage<Data>(ContactPage, { title: 'Contact', description: lead, canonical: href('contact') })

function ContactPage({ data }: { data: Data }) {
  const brand = useBrand()
  return (
    <TitledPage lead={lead}>
      <div className="mt-10 grid gap-x-12 gap-y-10 lg:grid-cols-[2fr_1fr]">
        <ContactForm sent={data.sent} />
        <div className="flex flex-col gap-10">
          <Part id="details" title="How to reach us">
            <DescriptionList
              items={{
                Phone: <a href={`tel:${brand.phoneLink}`}>{brand.phone}</a>,
                Email: <a href={`mailto:${brand.email}`}>{brand.email}</a>,
                Compliance: <a href={`mailto:${brand.complianceEmail}`}>{brand.complianceEmail}</a>,
                Press: <a href={`mailto:${brand.pressEmail}`}>{brand.pressEmail}</a>,
                Address: (
                  <address className="not-italic">
                    {[brand.name, ...brand.address].map((line) => (
                      <span key={line} className="block">
                        {line}
                      </span>
                    ))}
                  </address>
                ),
              }}
            />
          </Part>
          <Part id="hours" title="Office hours">
            <DescriptionList
              items={[
                { term: 'Office', details: <Hours text={brand.officeHours} /> },
                ...data.chat.map(({ name, quote }) => ({ term: name!, details: quote })),
              ]}
            />
            <SampleNote claims={data.chat} className="mt-3">
              an invented live chat
            </SampleNote>
          </Part>
          <Part id="responses" title="Response times">
            <DescriptionList items={responses} />
            <p className="mt-3 text-sm text-muted">Counted within office hours.</p>
          </Part>
        </div>
      </div>
    </TitledPage>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <TitledSection id={id} title={title} heading="mb-4">
      {children}
    </TitledSection>
  )
}

/** A semicolon divides its lines. */
function Hours({ text }: { text: string }) {
  const parts = text.split(';').map((part) => part.trim())
  return parts.map((part) => (
    <span key={part} className="block">
      {part.charAt(0).toUpperCase() + part.slice(1)}
    </span>
  ))
}

/** @param sent a message was sent without a script. */
function ContactForm({ sent }: { sent: boolean }) {
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
      else if (Object.entries(enquiryForm.fields).some(([name, { required }]) => required && !typed[name]?.trim()))
        toast({ ...contactToasts.missing, variant: 'destructive' })
    },
  })
  return (
    <TitledSection id="form" title="Send a message">
      <form {...form} action={href('contact')} noValidate className="mt-6 flex flex-col gap-6 max-w-form">
        {isSent && <Notice tone="success" title={contactToasts.sent.title} text={contactToasts.sent.description} />}
        {attempt === 0 && notice && <Notice tone="danger" title={contactToasts.failed.title} text={notice} />}
        <ErrorSummary key={attempt} problems={problems} />
        <Fields of={enquiryForm} typed={typed} problems={problems} />
        <p className="text-sm text-muted">We use what you send only to answer you.</p>
        <Button className="self-start" busy={busy} busyText="Sending...">
          Send Message
        </Button>
      </form>
    </TitledSection>
  )
}
