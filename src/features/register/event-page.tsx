import type { Sector } from '#domain/categories.ts'
import { longDay } from '#domain/london-time.ts'
import type { AnswerFacts, NextDate } from '#domain/register-answer.ts'
import { type RegisterChange, registerStatuses } from '#domain/register-status.ts'
import { shortened } from '#domain/shortened.ts'
import { dateAndTime } from '#domain/when-and-where.ts'
import { filePaths, href } from '#pages.ts'
import { Badge } from '#ui/badge.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { Container } from '#ui/layout.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import type { FoundProof } from '#wire/entry-proof.ts'
import { definePage } from '#wire/page.ts'
import { aMinute } from './checked-now.tsx'
import { DemonstrationNotice } from './demonstration-notice.tsx'
import { nextWords } from './entry-history.tsx'
import { EntryPicture } from './entry-picture.tsx'
import { EventActions } from './event-actions.tsx'
import { EventFacts } from './event-facts.tsx'
import { Gallery } from './gallery.tsx'
import { QrCode } from './qr-code.tsx'
import { RegisterAnswer } from './register-answer.tsx'
import { RegisterEntry } from './register-entry.tsx'
import { isOpen } from './rules.ts'
import { UpheldConcerns } from './upheld-concerns.tsx'
import { type Assured, WhatWasChecked } from './what-was-checked.tsx'

export type FoundEvent = {
  state: 'found'
  slug: string
  number: string
  title: string
  organizer: string
  /** Address of its page; null where it has none. */
  organiserPage: string | null
  date: string | null
  time: string | null
  isPrivate: boolean
  /** Venue and address, one line each. */
  place: string[]
  city: string
  /** On a map of another site; null where nobody has given a place. */
  directions: string | null
  category: string
  description: string
  price: string
  attendees: number
  capacity: number | null
  image: string | null
  tone: Sector
  images: string[]
  action: { label: string; href: string } | null
  partners: string[]
  isFeatured: boolean
  isPro: boolean
  landingPageUrl: string | null
  facts: AnswerFacts
  /** When the register was read for this page: ISO time in UTC. */
  readAt: string
  next: NextDate | null
  assured: Assured
  /** It was given the Gold award. */
  isGold: boolean
  reason: string | null
  /** ISO time in UTC. */
  validFrom: string
  history: { at: string; change: RegisterChange; reason: string | null }[]
  /** Concerns that were upheld. */
  notes: { at: string; text: string; reply: string }[]
  isDemonstration: boolean
  /** That all this is in the public log. */
  proof: FoundProof
  /** Its credential has been signed. */
  hasCredential: boolean
  /** Of this page, in full. */
  address: string
  /** Where a calendar program follows the event. */
  calendar: string
  /** Of the check of its number, as on its certificate: the rows of the code. */
  qrCode: string[]
  jsonLd: Record<string, unknown>[]
  /** Of the picture shown when the page is shared. */
  shareVersion: string
}

export type EventData = FoundEvent | { state: 'missing' | 'failed' }

export const page = definePage<EventData>({
  Component: EventPage,
  startsWhenUsed: { atLatest: aMinute },
  meta: (data) =>
    data.state === 'found'
      ? {
          title: data.title,
          description:
            shortened(data.description, 160) || `${data.title}: entry ${data.number} of the public register.`,
          canonical: href('event', { slug: data.slug }),
          image: {
            src: filePaths.shareImage(data.slug, data.shareVersion),
            alt: `${data.title}. ${dateAndTime(data)}. ${registerStatuses[data.facts.status].label}.`,
          },
          ...(data.date ? { calendar: filePaths.eventCalendar(data.slug) } : {}),
          jsonLd: data.jsonLd,
        }
      : { title: 'Event Not Found' },
})

function EventPage({ data }: { data: EventData }) {
  if (data.state === 'found') return <Event event={data} />
  const isMissing = data.state === 'missing'
  return (
    <Container narrow className="py-10 lg:py-14">
      <EmptyState
        level="h1"
        icon="i-calendar-x"
        title={isMissing ? 'Event Not Found' : 'Oops! Event Not Found'}
        text={isMissing ? "Sorry, we couldn't find this event." : 'This event might have been moved or cancelled.'}
      >
        <BackToEvents />
      </EmptyState>
    </Container>
  )
}

function BackToEvents() {
  return (
    <ButtonLink href={href('home')}>
      <Icon icon="i-arrow-left" />
      Back to Events
    </ButtonLink>
  )
}

function Event({ event }: { event: FoundEvent }) {
  const { facts, next } = event
  return (
    <article>
      <Container className="pt-4 print:!px-0">
        <div className="no-print">
          <Breadcrumb
            crumbs={[
              { label: 'Home', href: href('home') },
              { label: 'Register', href: href('listings') },
              { label: event.title },
            ]}
          />
        </div>
        <RegisterAnswer
          answer={{ facts, assurance: event.assured.level, reason: event.reason, readAt: event.readAt }}
          heading={<Heading event={event} />}
          className="mt-2"
        >
          <div className="flex gap-6 justify-between">
            <div className="flex-1 max-w-prose">
              <DescriptionList
                items={[
                  {
                    term: 'Number',
                    details: (
                      <a className="font-semibold" href={href('verification', { number: event.number })}>
                        {event.number}
                      </a>
                    ),
                  },
                  { term: 'Next date', details: next && `${longDay(next.on)}: ${nextWords[next.what].toLowerCase()}` },
                ]}
              />
              <p className="hidden print:block mt-2 text-sm">{event.address}</p>
            </div>
            <QrCode
              rows={event.qrCode}
              label="QR code that leads to the check of this number"
              className="hidden print:block size-28"
            />
          </div>
        </RegisterAnswer>
      </Container>
      <Container className="mt-6 print:mt-2 grid gap-6">
        {event.isDemonstration && <DemonstrationNotice />}
        <EventActions event={event} />
      </Container>
      <Container className="py-8 print:!py-0 print:mt-2 grid grid-cols-1 gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_26rem] print:grid-cols-2 items-start">
        <div className="grid grid-cols-1 gap-6 print:gap-2">
          <UpheldConcerns notes={event.notes} />
          {isOpen(facts.status) && (
            <EntryPicture
              slug={event.slug}
              image={event.image}
              tone={event.tone}
              eager
              ratio="band"
              className="rounded border border-border print:hidden"
            />
          )}
          {event.description && <p className="max-w-prose whitespace-pre-line print:hidden">{event.description}</p>}
          <EventFacts event={event} />
          <WhatWasChecked assured={event.assured} />
          {event.images.length > 0 && <Gallery title={event.title} images={event.images} />}
        </div>
        <RegisterEntry event={event} />
      </Container>
      <Container className="pb-14 no-print">
        <BackToEvents />
      </Container>
    </article>
  )
}

function Heading({ event }: { event: FoundEvent }) {
  const when = <time dateTime={event.facts.date ?? undefined}>{dateAndTime(event)}</time>
  return (
    <div className="grid gap-3">
      <PageHeading eyebrow={event.category} lead={<span className="figures">{when}</span>}>
        {event.title}
      </PageHeading>
      {(event.isGold || event.isPro || event.isFeatured || event.facts.isPast) && (
        <p className="badges">
          {event.isGold && (
            <Badge tone="gold" icon="i-badge-check">
              Gold award
            </Badge>
          )}
          {event.isPro && <Badge>PRO</Badge>}
          {event.isFeatured && (
            <Badge tone="gold" icon="i-star">
              Featured
            </Badge>
          )}
          {event.facts.isPast && <Badge icon="i-history">Past event</Badge>}
        </p>
      )}
    </div>
  )
}
