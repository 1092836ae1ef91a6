import { areSamples, type ShownClaim } from '#domain/claims.ts'
import { type PromotionDate, startOf } from '#domain/promotion-date.ts'
import { ClaimFigures } from '#features/claims/claim-figures.tsx'
import { SampleNote } from '#features/claims/sample-note.tsx'
import { NotAnnounced } from '#features/site/not-announced.tsx'
import { Quotations } from '#features/site/quotations.tsx'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { Icon } from '#ui/icon.tsx'
import { Container, Section, TitledSection } from '#ui/layout.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { definePage } from '#wire/page.ts'
import { content } from './content.ts'
import { startWords, webinarDetails } from './rules.ts'
import type { webinar } from './server.ts'
import { type SignUp, SignUpForm, useSignUp } from './sign-up-form.tsx'

type Data = PageData<typeof webinar>

const lessons = [
  {
    title: 'Find the people who come back',
    text: 'Use AI to study last year’s bookings, without giving it anyone’s name.',
  },
  {
    title: 'Write once, publish everywhere',
    text: 'Turn one brief into posts, emails and a press notice in your own style.',
  },
  { title: 'Answer within minutes', text: 'Draft replies to sponsors and groups, ready for a person to check.' },
  {
    title: 'Plan a campaign by the week',
    text: 'Make a calendar that follows your ticket sales.',
  },
  { title: 'Spend less on advertising', text: 'Find out which tests are worth paying for.' },
  { title: 'Stay within the law', text: 'Consent, personal data and honest claims in AI marketing.' },
]

const audience = [
  'Organisers who market their own events',
  'Small teams at venues and in charities',
  'Marketing and sales people who are responsible for ticket sales',
  'Anyone who has tried AI and was not convinced',
]

export const page = definePage<Data>(WebinarPage, ({ isDone, isAnnounced }) => ({
  ...announced(isAnnounced),
  ...(isDone ? {} : { canonical: href('webinar') }),
}))

const announced = (isAnnounced: boolean) =>
  isAnnounced
    ? { title: content.title, description: content.description }
    : { title: content.notAnnounced.title, description: content.notAnnounced.text }

function WebinarPage({ data }: { data: Data }) {
  const signUp = useSignUp(data)
  if (!data.isAnnounced && !data.isDone) return <NotAnnounced {...content.notAnnounced} />
  return (
    <>
      <Banner data={data} />
      <Hero data={data} signUp={signUp} />
      <Speaker claims={data.claims.speaker} />
      <Lessons />
      <AudienceAndDetails isOpen={data.isOpen} when={data.when} />
      <Quotations id="results" title={content.results} claims={data.claims.testimonials} />
      {data.isOpen && <Urgency {...data.claims} />}
      <Registration data={data} signUp={signUp} />
    </>
  )
}

function Banner({ data: { isOpen, hasStarted, claims } }: { data: Data }) {
  const { banner } = claims
  const open = banner.map(({ value }) => value).join(' ') || `${content.eyebrow}.`
  return (
    <div className="live-banner no-print sticky top-0 z-40 bg-banner text-banner-text">
      <Container className="flex flex-wrap items-center justify-center gap-x-5 text-center">
        <p className="py-2 font-semibold">
          {isOpen ? open : hasStarted ? content.past : 'Sign-up is closed.'}
          {isOpen && areSamples(banner) && <span className="font-normal"> (Sample: invented)</span>}
        </p>
        {isOpen && (
          <a
            href="#registration"
            className="inline-flex items-center min-h-11 text-banner-text font-semibold focus-visible:outline-banner-text"
          >
            Reserve a place
          </a>
        )}
      </Container>
    </div>
  )
}

function Hero({ data, signUp }: { data: Data; signUp: SignUp }) {
  const { date, time } = startWords(data.when)
  return (
    <section id="hero" className="bg-surface-sunken border-b border-border">
      <Container className="py-10 lg:py-16 grid gap-10 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-16 items-start">
        <div>
          <PageHeading eyebrow={content.eyebrow} lead={content.lead}>
            {content.title}
          </PageHeading>
          <p className="mt-6 flex gap-3 text-lg font-semibold">
            <Icon icon="i-calendar" className="mt-1.5 text-muted" />
            <span>
              <time dateTime={startOf(data.when)}>
                {date}, {time}
              </time>
            </span>
          </p>
        </div>
        <Card>
          <SignUpForm id="hero" title="Reserve your free place" data={data} signUp={signUp} />
        </Card>
      </Container>
    </section>
  )
}

function Speaker({ claims }: { claims: readonly ShownClaim[] }) {
  if (claims.length === 0) return null
  return (
    <Section labelledBy="speaker">
      <div className="grid gap-6 lg:grid-cols-[1fr_2fr] lg:gap-16">
        <h2 id="speaker">Your speaker</h2>
        <div className="max-w-prose">
          <SampleNote claims={claims} className="mb-3">
            an invented person
          </SampleNote>
          {claims.map(({ name, role, quote }) => (
            <div key={name} className="mb-6 last:mb-0">
              <h3>{name}</h3>
              {role && <p className="text-muted">{role}</p>}
              <p className="mt-4">{quote}</p>
            </div>
          ))}
        </div>
      </div>
    </Section>
  )
}

function Lessons() {
  return (
    <Section tone="sunken" labelledBy="learn">
      <h2 id="learn">What you will learn</h2>
      <ol className="mt-8 grid gap-8 sm:grid-cols-2 lg:grid-cols-3">
        {lessons.map((item) => (
          <li key={item.title} className="pt-4 border-t-3 border-t-gold">
            <h3>{item.title}</h3>
            <p className="mt-2 text-muted">{item.text}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function AudienceAndDetails({ isOpen, when }: { isOpen: boolean; when: PromotionDate }) {
  return (
    <Section>
      <div className="grid gap-10 lg:grid-cols-2 lg:gap-16">
        <TitledSection id="audience" title="Who it is for">
          <ul className="mt-6 flex flex-col gap-3">
            {audience.map((item) => (
              <li key={item} className="flex gap-3">
                <Icon icon="i-check" className="mt-1 text-link" />
                {item}
              </li>
            ))}
          </ul>
          {isOpen && <ToRegistration className="mt-8" />}
        </TitledSection>
        <TitledSection id="details" title="Event details" heading="mb-6">
          <DescriptionList items={webinarDetails(when)} />
        </TitledSection>
      </div>
    </Section>
  )
}

function Urgency({ urgency, deadline }: Data['claims']) {
  if (urgency.length + deadline.length === 0) return null
  return (
    <Section labelledBy="urgency">
      <h2 id="urgency">{content.urgency}</h2>
      {urgency.length > 0 && (
        <dl className="mt-8 grid gap-8 sm:grid-cols-2 lg:grid-cols-5">
          <ClaimFigures claims={urgency} />
        </dl>
      )}
      <Lines claims={deadline} className="mt-8" />
      <ToRegistration className="mt-4" />
    </Section>
  )
}

function Registration({ data, signUp }: { data: Data; signUp: SignUp }) {
  return (
    <Section id="registration" labelledBy="registration-heading" narrow>
      <h2 id="registration-heading">{data.isOpen ? 'Reserve your place' : 'Registration'}</h2>
      {data.isOpen && <Lines claims={data.claims.registration} className="mt-3 text-lg" />}
      <Card className="mt-6">
        <SignUpForm id="registration" data={data} signUp={signUp} />
      </Card>
    </Section>
  )
}

function Lines({ claims, className }: { claims: readonly ShownClaim[]; className: string }) {
  const text = claims.map(({ value }) => value).join(' ')
  if (!text) return null
  return (
    <p className={`${className} font-semibold`}>
      {text}
      {areSamples(claims) && <span className="text-sm font-normal"> (Sample: invented)</span>}
    </p>
  )
}

function ToRegistration({ className }: { className: string }) {
  return (
    <ButtonLink href="#registration" variant="quiet" className={className}>
      {content.register}
    </ButtonLink>
  )
}
