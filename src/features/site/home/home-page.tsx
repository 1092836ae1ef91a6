import { assuranceNames } from '#domain/assurance.ts'
import type { ShownClaim } from '#domain/claims.ts'
import { figure } from '#domain/figures.ts'
import { ClaimFigures } from '#features/claims/claim-figures.tsx'
import { SampleNote } from '#features/claims/sample-note.tsx'
import { SuggestingSearch } from '#features/register/suggesting-search.tsx'
import { NumberedSteps } from '#features/site/authority/numbered-steps.tsx'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Container, Section } from '#ui/layout.tsx'
import { StatCard, StatList } from '#ui/stat-card.tsx'
import { Wordmark } from '#ui/wordmark.tsx'
import { definePage } from '#wire/page.ts'
import { content } from './content.ts'
import { FeaturedEvents } from './featured-events.tsx'
import type { home } from './server.ts'

type Data = PageData<typeof home>

export const page = definePage<Data>({
  Component: HomePage,
  meta: ({ organisation }) => ({
    title: content.hero.title,
    description: content.hero.lead,
    canonical: href('home'),
    jsonLd: organisation,
  }),
})

function HomePage({ data }: { data: Data }) {
  return (
    <>
      <Hero levels={data.levels} />
      <RegisterCheck />
      <Figures accredited={sum(Object.values(data.levels))} partners={data.partners} claimed={data.claims.figures} />
      <Process />
      <FeaturedEvents events={data.events} />
      <Broadcasters partners={data.claims.broadcasters} />
      <Closing />
    </>
  )
}

function Process() {
  const { title, lead, steps } = content.process
  return (
    <Section tone="sunken" labelledBy="process">
      <h2 id="process">{title}</h2>
      <p className="mt-3 max-w-prose text-muted">{lead}</p>
      <div className="mt-10">
        <NumberedSteps steps={steps} />
      </div>
    </Section>
  )
}

function Broadcasters({ partners }: { partners: readonly ShownClaim[] }) {
  const { title, lead } = content.broadcasters
  if (partners.length === 0) return null
  return (
    <Section tone="sunken" labelledBy="broadcasters">
      <h2 id="broadcasters">{title}</h2>
      <p className="mt-3 text-muted">{lead}</p>
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
  const { title, lead, apply, talk, prices } = content.closing
  return (
    <Section labelledBy="closing">
      <div className="max-w-3xl mx-auto py-4 text-center">
        <h2 id="closing">{title}</h2>
        <p className="mt-4 text-lg text-muted">{lead}</p>
        <div className="mt-8 flex flex-wrap gap-4 justify-center">
          <ButtonLink href={href('apply')} variant="quiet">
            {apply}
          </ButtonLink>
          <ButtonLink href={href('contact')} variant="quiet">
            {talk}
          </ButtonLink>
        </div>
        <p className="mt-6">
          <a href={href('prices')}>{prices}</a>
        </p>
      </div>
    </Section>
  )
}

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)

// Side by side, the figures are in one line, however long the note above them is.
const group = 'lg:grid lg:row-span-3 lg:grid-rows-subgrid'

/** The claims, and apart from them what the register itself can count. */
function Figures({
  accredited,
  partners,
  claimed,
}: {
  accredited: number
  partners: number
  claimed: readonly ShownClaim[]
}) {
  const { title, claims, live, how } = content.figures
  return (
    <Section labelledBy="figures">
      <h2 id="figures" className="visually-hidden">
        {title}
      </h2>
      <div className={classNames('grid gap-x-12 gap-y-10 lg:gap-y-0', claimed.length > 0 && 'lg:grid-cols-[2fr_1fr]')}>
        {claimed.length > 0 && (
          <div className={group}>
            <h3 className="font-sans text-base font-semibold">{claims.title}</h3>
            <p className="text-sm text-muted">{claims.note}</p>
            <StatList className="mt-6">
              <ClaimFigures claims={claimed} />
            </StatList>
          </div>
        )}
        <div className={group}>
          <h3 className="font-sans text-base font-semibold">{live.title}</h3>
          <p className="text-sm text-muted">
            {live.note} <a href={href('howWeCount')}>{how}</a>
          </p>
          <StatList className="mt-6">
            <StatCard value={figure(accredited)} label={live.accredited} />
            <StatCard value={figure(partners)} label={live.partners} />
          </StatList>
        </div>
      </div>
    </Section>
  )
}

function Hero({ levels }: Pick<Data, 'levels'>) {
  const { eyebrow, title, lead, quick, full } = content.hero
  return (
    <section aria-labelledby="hero" className="hero on-ink">
      <img src="/rosette.svg" alt="" width={600} height={600} className="rosette" />
      <Container>
        <p className="text-gold-text font-semibold">{eyebrow}</p>
        <h1 id="hero" tabIndex={-1} data-page-heading="">
          {title}
        </h1>
        <p className="mt-6 max-w-prose text-lg">{lead}</p>
        <ul className="mt-6 grid gap-2 max-w-prose">
          {assuranceNames.map((assurance) => (
            <li key={assurance}>
              <a href={href('listings', { assurance, verified: true })} className="font-semibold figures">
                {content.levels.count(levels[assurance] ?? 0, content.levels[assurance].name)}
              </a>
              {`: ${content.levels[assurance].means}`}
            </li>
          ))}
        </ul>
        <div className="mt-10 flex flex-wrap gap-4">
          <ButtonLink href={href('quickApply')}>{quick}</ButtonLink>
          <ButtonLink href={href('apply')} variant="quiet">
            {full}
          </ButtonLink>
        </div>
      </Container>
    </section>
  )
}

/** Most people come to a register to look something up. */
function RegisterCheck() {
  const { title, label, button } = content.check
  return (
    <div className="bg-surface-raised border-b border-border">
      <Container className="py-8">
        <SuggestingSearch
          id="check"
          action={href('listings')}
          label={label}
          button={button}
          className="grid gap-x-12 gap-y-6 items-end lg:grid-cols-2"
        >
          <h2>{title}</h2>
        </SuggestingSearch>
      </Container>
    </div>
  )
}
