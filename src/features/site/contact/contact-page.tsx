import type { ReactNode } from 'react'
import { SampleNote } from '#features/claims/sample-note.tsx'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { DescriptionList } from '#ui/description-list.tsx'
import { Container } from '#ui/layout.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { useBrand } from '#wire/brand-context.ts'
import { definePage } from '#wire/page.ts'
import { ContactForm } from './contact-form.tsx'
import { content } from './content.ts'
import type { contact } from './server.ts'

type Data = PageData<typeof contact>

export const page = definePage<Data>({
  Component: ContactPage,
  meta: () => ({ title: content.title, description: content.lead, canonical: href('contact') }),
})

function ContactPage({ data }: { data: Data }) {
  const brand = useBrand()
  const { hours, responses } = content
  return (
    <Container className="py-10 lg:py-14">
      <PageHeading lead={content.lead}>{content.title}</PageHeading>
      <div className="mt-10 grid gap-x-12 gap-y-10 lg:grid-cols-[2fr_1fr]">
        <ContactForm sent={data.sent} />
        <div className="flex flex-col gap-10">
          <Part id="details" title={content.details}>
            <DescriptionList
              items={[
                { term: 'Phone', details: <a href={`tel:${brand.phoneLink}`}>{brand.phone}</a> },
                { term: 'Email', details: <a href={`mailto:${brand.email}`}>{brand.email}</a> },
                {
                  term: 'Compliance',
                  details: <a href={`mailto:${brand.complianceEmail}`}>{brand.complianceEmail}</a>,
                },
                { term: 'Press', details: <a href={`mailto:${brand.pressEmail}`}>{brand.pressEmail}</a> },
                {
                  term: 'Address',
                  details: (
                    <address className="not-italic">
                      {[brand.name, ...brand.address].map((line) => (
                        <span key={line} className="block">
                          {line}
                        </span>
                      ))}
                    </address>
                  ),
                },
              ]}
            />
          </Part>
          <Part id="hours" title={hours.title}>
            <DescriptionList
              items={[
                { term: hours.office, details: <Hours text={brand.officeHours} /> },
                ...data.chat.map(({ name, quote }) => ({ term: name!, details: quote })),
              ]}
            />
            <SampleNote claims={data.chat} className="mt-3">
              an invented live chat
            </SampleNote>
          </Part>
          <Part id="responses" title={responses.title}>
            <DescriptionList items={responses.rows} />
            <p className="mt-3 text-sm text-muted">{responses.note}</p>
          </Part>
        </div>
      </div>
    </Container>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4">
        {title}
      </h2>
      {children}
    </section>
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
