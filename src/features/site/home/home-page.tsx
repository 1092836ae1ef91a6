import { assuranceNames } from '#domain/assurance.ts'
import type { ShownClaim } from '#domain/claims.ts'
import { figure } from '#domain/figures.ts'
import { dateAndTime, place } from '#domain/when-and-where.ts'
import { ClaimFigures } from '#features/claims/claim-figures.tsx'
import { SampleNote } from '#features/claims/sample-note.tsx'
import { FeaturedBadge, RegisterStatusBadge } from '#features/register/register-status-badge.tsx'
import { SuggestingSearch } from '#features/register/suggesting-search.tsx'
import { NumberedSteps } from '#features/site/authority/chapter.tsx'
import type { PageData } from '#page/page.ts'
import { filePaths, href } from '#pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { StatCard, StatList } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { Cover } from '#ui/cover.tsx'
import { Icon } from '#ui/icon.tsx'
import { Container, Section } from '#ui/layout.tsx'
import { Wordmark } from '#ui/wordmark.tsx'
import { definePage } from '#wire/page.ts'
import type { home, TeaserEvent } from './server.ts'

type Data = PageData<typeof home>

const title = 'Accrediting Excellence In British Events'
const lead =
  'We check how events are run: safety, safeguarding, insurance and governance. Every accredited event is on the public register, which says how far we checked it. Today there are:'

/** What each level of what is accredited means, in one line. */
const levels = {
  declared: {
    name: 'declared',
    means: 'we confirmed the organisation. No documents were checked, so the rest is the organiser’s statement.',
  },
  evidence: {
    name: 'documents checked',
    means: 'we also read and accepted the documents that the criteria ask for.',
  },
  assessed: { name: 'assessed', means: 'we scored every criterion, and a second person or a panel decided.' },
}

const steps = [
  {
    title: 'Pre-Assessment',
    text: 'We look at the organisation and the event to see whether they can meet the criteria, and tell you what is missing.',
  },
  {
    title: 'Evidence & Compliance',
    text: 'We check your documents against the criteria for safety, safeguarding, insurance and governance.',
  },
  {
    title: 'Independent Panel',
    text: 'A second assessor, or a panel of three, makes the decision. None of them did the assessment. They record their reasons.',
  },
  {
    title: 'Recognition',
    text: 'You can show the verification badge, and your event is listed on the national register, where anyone can check it.',
  },
]

export const page = definePage<Data>(HomePage, ({ organisation }) => ({
  title,
  description: lead,
  canonical: href('home'),
  jsonLd: organisation,
}))

function HomePage({ data }: { data: Data }) {
  return (
    <>
      <Hero counts={data.levels} />
      <RegisterCheck />
      <Figures accredited={sum(Object.values(data.levels))} partners={data.partners} claimed={data.claims.figures} />
      <Section tone="sunken" labelledBy="process">
        <h2 id="process">How accreditation works</h2>
        <p className="mt-3 max-w-prose text-muted">The four steps are the same for every event, large or small.</p>
        <div className="mt-10">
          <NumberedSteps steps={steps} />
        </div>
      </Section>
      <FeaturedEvents events={data.events} />
      <Broadcasters partners={data.claims.broadcasters} />
      <Closing />
    </>
  )
}

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)

function Hero({ counts }: { counts: Data['levels'] }) {
  return (
    <section aria-labelledby="hero" className="hero on-ink">
      <img src="/rosette.svg" alt="" width={600} height={600} className="rosette" />
      <Container>
        <p className="text-gold-text font-semibold">The register of accredited events in the United Kingdom</p>
        <h1 id="hero" tabIndex={-1} data-page-heading="">
          {title}
        </h1>
        <p className="mt-6 max-w-prose text-lg">{lead}</p>
        <ul className="mt-6 grid gap-2 max-w-prose">
          {assuranceNames.map((assurance) => (
            <li key={assurance}>
              <a href={href('listings', { assurance, verified: true })} className="font-semibold figures">
                {`${figure(counts[assurance] ?? 0)} ${levels[assurance].name}`}
              </a>
              {`: ${levels[assurance].means}`}
            </li>
          ))}
        </ul>
        <div className="mt-10 flex flex-wrap gap-4">
          <ButtonLink href={href('quickApply')}>Quick Apply (2 mins)</ButtonLink>
          <ButtonLink href={href('apply')} variant="quiet">
            Full Application
          </ButtonLink>
        </div>
      </Container>
    </section>
  )
}

/** Most people come to a register to look something up. */
function RegisterCheck() {
  return (
    <div className="bg-surface-raised border-b border-border">
      <Container className="py-8">
        <SuggestingSearch
          id="check"
          action={href('listings')}
          label="Event, number, venue, city or organiser"
          button="Check the register"
          className="grid gap-x-12 gap-y-6 items-end lg:grid-cols-2"
        >
          <h2>Is an event accredited?</h2>
        </SuggestingSearch>
      </Container>
    </div>
  )
}

// Side by side, the figures are in one line, however long the note above them is.
const group = 'lg:grid lg:row-span-3 lg:grid-rows-subgrid'

type FiguresProps = { accredited: number; partners: number; claimed: readonly ShownClaim[] }

/** The claims, and apart from them what the register itself can count. */
function Figures({ accredited, partners, claimed }: FiguresProps) {
  return (
    <Section labelledBy="figures">
      <h2 id="figures" className="visually-hidden">
        The scheme in figures
      </h2>
      <div className={classNames('grid gap-x-12 gap-y-10 lg:gap-y-0', claimed.length > 0 && 'lg:grid-cols-[2fr_1fr]')}>
        {claimed.length > 0 && (
          <div className={group}>
            <h3 className="font-sans text-base font-semibold">Published by the authority</h3>
            <p className="text-sm text-muted">
              Headline figures for the whole scheme since it began. They are not counted from this register.
            </p>
            <StatList className="mt-6">
              <ClaimFigures claims={claimed} />
            </StatList>
          </div>
        )}
        <div className={group}>
          <h3 className="font-sans text-base font-semibold">In this register now</h3>
          <p className="text-sm text-muted">
            Counted from the register, and updated whenever it changes. <a href={href('howWeCount')}>How we count</a>
          </p>
          <StatList className="mt-6">
            <StatCard value={figure(accredited)} label="entries accredited now" />
            <StatCard value={figure(partners)} label="active partners" />
          </StatList>
        </div>
      </div>
    </Section>
  )
}

function FeaturedEvents({ events }: { events: TeaserEvent[] }) {
  return (
    <Section labelledBy="featured">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
        <div>
          <h2 id="featured">Featured in the register</h2>
          <p className="mt-3 text-muted">
            {events.length > 0
              ? 'Accredited events that have not taken place yet. Organisers pay for these places.'
              : 'There are no featured events at the moment.'}
          </p>
        </div>
        <ButtonLink href={href('events')} variant="link">
          View All Accredited Events
          <Icon icon="i-arrow-right" />
        </ButtonLink>
      </div>
      {events.length > 0 && (
        <ul className="cards rows mt-8">
          {events.map((event) => (
            <TeaserRow key={event.id} event={event} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function TeaserRow({ event }: { event: TeaserEvent }) {
  const { id, slug, title, organiser, category, sector, imageUrl } = event
  return (
    <li>
      {imageUrl ? (
        <img src={imageUrl} alt="" loading="lazy" />
      ) : (
        <Cover src={filePaths.cover(sector, id)} ratio="card" />
      )}
      <RegisterStatusBadge status="active" {...event} />
      <h3>{title}</h3>
      <p>{[dateAndTime(event), place(event.venue, event.city)].filter(Boolean).join(' · ')}</p>
      <p>{`${category}, by ${organiser}`}</p>
      <FeaturedBadge />
      <a href={href('event', { slug })} aria-label={`View Event Details of ${title}`}>
        View Event Details
      </a>
    </li>
  )
}

function Broadcasters({ partners }: { partners: readonly ShownClaim[] }) {
  if (partners.length === 0) return null
  return (
    <Section tone="sunken" labelledBy="broadcasters">
      <h2 id="broadcasters">Broadcast partners</h2>
      <p className="mt-3 text-muted">These broadcasters report on accredited events.</p>
      <SampleNote claims={partners} className="mt-2">
        invented partners
      </SampleNote>
      <ul className="mt-8 grid grid-cols-2 lg:grid-cols-4 border-t border-l border-border bg-surface-raised">
        {partners.map(({ name = '', value }) => (
          <li
            key={name}
            className="flex items-center justify-center px-4 py-8 border-r border-b border-border text-muted"
          >
            <Wordmark drawing={value} name={name} className="h-6 sm:h-8 w-auto" />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Closing() {
  return (
    <Section labelledBy="closing">
      <div className="max-w-3xl mx-auto py-4 text-center">
        <h2 id="closing">Put your event on the register</h2>
        <p className="mt-4 text-lg text-muted">
          It takes about 15 minutes to apply. If you have questions first, you can ask an assessor.
        </p>
        <div className="mt-8 flex flex-wrap gap-4 justify-center">
          <ButtonLink href={href('apply')} variant="quiet">
            Start Your Application
          </ButtonLink>
          <ButtonLink href={href('contact')} variant="quiet">
            Speak to an Assessor
          </ButtonLink>
        </div>
        <p className="mt-6">
          <a href={href('prices')}>What it costs</a>
        </p>
      </div>
    </Section>
  )
}
