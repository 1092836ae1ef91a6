import { NumberedSteps } from '#features/site/authority/chapter.tsx'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Section, TitledPage } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { NewTabLink } from '#ui/text.tsx'
import { definePage } from '#wire/page.ts'
import type { partners } from './server.ts'

type Data = PageData<typeof partners>

const title = 'Partners'
const lead = 'Broadcasters, venues, insurers and professional bodies that support the scheme and use the register.'

const steps = [
  {
    title: 'Tell us who you are',
    text: 'Write to us. Tell us about your organisation, what you do for events, and what you want from a partnership.',
  },
  {
    title: 'Meet an assessor',
    text: 'We talk about the criteria, how you would use the register, and any conflicts of interest.',
  },
  {
    title: 'Sign an agreement',
    text: 'A written agreement says what each of us does and for how long. We then add your name to this page.',
  },
]

export const page = definePage<Data>(PartnersPage, { title, description: lead, canonical: href('partners') })

function PartnersPage({ data: { partners, demonstration } }: { data: Data }) {
  return (
    <>
      <TitledPage lead={lead}>
        {demonstration && (
          <Notice className="mt-8">These organisations are invented. They are shown only in this demonstration.</Notice>
        )}
        <h2 className="visually-hidden">Our partners</h2>
        {partners.length === 0 ? (
          <EmptyState className="mt-10" icon="i-handshake" title="No partners found" level="h3" />
        ) : (
          <ul className="mt-10 grid grid-cols-1 sm:grid-cols-2 lg:grid-cols-4 border-t border-l border-border bg-surface-raised">
            {partners.map((partner) => (
              <li key={partner.id} className="border-r border-b border-border">
                <PartnerPlate {...partner} />
              </li>
            ))}
          </ul>
        )}
      </TitledPage>
      <Section tone="sunken" labelledBy="become">
        <h2 id="become">Become a Partner</h2>
        <p className="mt-3 mb-10 max-w-prose text-muted">
          Partners recognise accreditation, advise on its criteria and are named here. There is no fee.
        </p>
        <NumberedSteps steps={steps} />
        <ButtonLink href={href('contact')} className="mt-8">
          Contact us about a partnership
        </ButtonLink>
      </Section>
    </>
  )
}

const plate = 'flex items-center justify-center min-h-32 p-5 text-center text-text'

function PartnerPlate({ name, url, logoUrl }: Data['partners'][number]) {
  const sign = logoUrl ? (
    // Partners' logos are drawn for white paper, so they get some in either theme.
    <span className="inline-flex items-center justify-center rounded bg-[white] px-5 py-4">
      <img src={logoUrl} alt={name} width={168} height={40} loading="lazy" className="h-10 max-w-full object-contain" />
    </span>
  ) : (
    <span className="font-serif text-lg leading-snug">{name}</span>
  )
  if (!url) return <div className={plate}>{sign}</div>
  return (
    <NewTabLink href={url} className={`${plate} no-underline hover:underline hover:bg-surface-sunken`}>
      {sign}
    </NewTabLink>
  )
}
