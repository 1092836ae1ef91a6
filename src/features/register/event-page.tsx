import type { Sector } from '../../domain/categories.ts'
import {
  isAccredited,
  type RegisterChange,
  type RegisterStatus,
  registerStatuses,
} from '../../domain/register-status.ts'
import { shortened } from '../../domain/shortened.ts'
import { filePaths, href } from '../../pages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Container } from '../../ui/layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { definePage } from '../../wire/page.ts'
import { AssuranceBadge } from './assurance-badge.tsx'
import { DemonstrationNotice } from './demonstration-notice.tsx'
import { EntryPicture } from './entry-picture.tsx'
import { Gallery } from './gallery.tsx'
import { RegisterEntry } from './register-entry.tsx'
import { RegisterStatusBadge } from './register-status-badge.tsx'
import { attendance, dateAndTime } from './rules.ts'
import { UpheldConcerns } from './upheld-concerns.tsx'
import { type Assured, WhatWasChecked } from './what-was-checked.tsx'

export type FoundEvent = {
  state: 'found'
  slug: string
  number: string
  title: string
  organizer: string
  date: string | null
  time: string | null
  isPrivate: boolean
  isPast: boolean
  /** Venue and address, one line each. */
  place: string[]
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
  status: RegisterStatus
  assured: Assured
  /** It was given the Gold award. */
  isGold: boolean
  reason: string | null
  /** ISO times in UTC. */
  validFrom: string
  validUntil: string | null
  history: { at: string; change: RegisterChange; reason: string | null }[]
  /** Concerns that were upheld. */
  notes: { at: string; text: string; reply: string }[]
  isDemonstration: boolean
  jsonLd: Record<string, unknown>[]
  /** Of the picture shown when the page is shared. */
  shareVersion: string
}

export type EventData = FoundEvent | { state: 'missing' | 'failed' }

export const page = definePage<EventData>({
  Component: EventPage,
  startsWhenUsed: true,
  meta: (data) =>
    data.state === 'found'
      ? {
          title: data.title,
          description:
            shortened(data.description, 160) || `${data.title}: entry ${data.number} of the public register.`,
          canonical: href('event', { slug: data.slug }),
          image: {
            src: filePaths.shareImage(data.slug, data.shareVersion),
            alt: `${data.title}. ${dateAndTime(data)}. ${registerStatuses[data.status].label}.`,
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
    <Container narrow className="py-14">
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
  return (
    <article>
      <Container className="pt-4">
        <div className="no-print">
          <Breadcrumb
            crumbs={[
              { label: 'Home', href: href('home') },
              { label: 'Register', href: href('listings') },
              { label: event.title },
            ]}
          />
        </div>
      </Container>
      <Container className="mt-2">
        <EntryPicture
          slug={event.slug}
          image={event.image}
          tone={event.tone}
          eager
          ratio="band"
          className="rounded border border-border print:hidden"
        />
      </Container>
      <Container className="py-8 sm:py-10 grid grid-cols-1 gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem] items-start">
        <div className="grid grid-cols-1 gap-6">
          <PageHeading
            eyebrow={event.category}
            lead={
              <span className="figures">
                <time dateTime={event.date ?? undefined}>{dateAndTime(event)}</time>
              </span>
            }
          >
            {event.title}
          </PageHeading>
          <p className="flex flex-wrap gap-2">
            <RegisterStatusBadge status={event.status} />
            <AssuranceBadge assurance={event.assured.level} />
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
            {event.isPast && <Badge icon="i-history">Past event</Badge>}
          </p>
          {event.isDemonstration && <DemonstrationNotice />}
          {!isAccredited(event.status) && (
            <Notice
              tone={event.status === 'lapsed' || event.status === 'listed' ? 'info' : 'warning'}
              title={registerStatuses[event.status].sentence}
            >
              {event.reason && <p>Reason: {event.reason}</p>}
            </Notice>
          )}
          <UpheldConcerns notes={event.notes} />
          <div className="flex flex-wrap gap-3 no-print">
            {event.action && (
              <ButtonLink href={event.action.href} newTab>
                {event.action.label}
                <Icon icon="i-external-link" />
              </ButtonLink>
            )}
            {event.landingPageUrl && (
              <ButtonLink variant="quiet" href={event.landingPageUrl} newTab>
                Event Landing Page
                <Icon icon="i-external-link" />
              </ButtonLink>
            )}
            {event.date && !event.isPast && event.status !== 'revoked' && (
              <a
                href={filePaths.eventCalendar(event.slug)}
                download
                className="inline-flex items-center gap-2 min-h-11 px-2 font-semibold"
              >
                <Icon icon="i-calendar-plus" />
                Add to calendar
              </a>
            )}
          </div>
          {event.description && <p className="max-w-prose whitespace-pre-line">{event.description}</p>}
          <section aria-labelledby="facts">
            <h2 id="facts" className="mb-4">
              About the event
            </h2>
            <DescriptionList
              items={[
                { term: 'Organiser', details: event.organizer },
                {
                  term: 'Where',
                  details: event.place.some(Boolean) ? (
                    <address className="not-italic">
                      {event.place.filter(Boolean).map((line) => (
                        <span key={line} className="block">
                          {line}
                        </span>
                      ))}
                    </address>
                  ) : null,
                },
                { term: 'Capacity', details: attendance(event.attendees, event.capacity) },
                { term: 'Price', details: event.price },
                { term: 'Partners', details: event.partners.join(', ') },
              ]}
            />
          </section>
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
