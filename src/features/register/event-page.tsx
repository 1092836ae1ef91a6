import { statusWords } from '#domain/assurance.ts'
import { londonDateOf, longDay } from '#domain/london-time.ts'
import { shortened } from '#domain/shortened.ts'
import { dateAndTime } from '#domain/when-and-where.ts'
import type { PageData } from '#page/page.ts'
import { filePaths, href } from '#pages.ts'
import { Badge } from '#ui/badge.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { Container, TitledSection } from '#ui/layout.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { useBrand } from '#wire/brand-context.ts'
import { definePage } from '#wire/page.ts'
import { cityTitle } from './content.ts'
import { DemonstrationNotice } from './demonstration-notice.tsx'
import { EntryHistory, nextWords, UpheldConcerns } from './entry-history.tsx'
import { EntryPicture } from './entry-picture.tsx'
import { EventActions } from './event-actions.tsx'
import { Gallery } from './gallery.tsx'
import { ProveIt } from './prove-it.tsx'
import { RegisterAnswer } from './register-answer.tsx'
import { FeaturedBadge } from './register-status-badge.tsx'
import { attendance, cityAddress, crumbsTo, isOpen } from './rules.ts'
import type { event, FoundEvent } from './server/load-event.ts'
import { WhatWasChecked } from './what-was-checked.tsx'

export const page = definePage<PageData<typeof event>>(EventPage, (data) =>
  data.state === 'found'
    ? {
        title: data.title,
        description: shortened(data.description, 160) || `${data.title}: entry ${data.number} of the public register.`,
        canonical: href('event', { slug: data.slug }),
        image: {
          src: filePaths.shareImage(data.slug, data.shareVersion),
          alt: `${data.title}. ${dateAndTime(data)}. ${statusWords(data.facts)}.`,
        },
        ...(data.date ? { calendar: filePaths.eventCalendar(data.slug) } : {}),
        jsonLd: data.jsonLd,
      }
    : { title: 'Event Not Found' },
)

function EventPage({ data }: { data: PageData<typeof event> }) {
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
          <Breadcrumb crumbs={crumbsTo(event.title)} />
        </div>
        <RegisterAnswer
          answer={{ facts, reason: event.statusReason, readAt: event.readAt }}
          heading={<Heading event={event} />}
          className="mt-2"
        >
          <div className="flex gap-6 justify-between">
            <div className="flex-1 max-w-prose">
              <DescriptionList
                items={{
                  Number: (
                    <a className="font-semibold" href={href('verification', { number: event.number })}>
                      {event.number}
                    </a>
                  ),
                  [next ? nextWords[next.what] : '']: next && longDay(next.on),
                }}
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
        {event.isDemo && <DemonstrationNotice />}
        <EventActions event={event} />
      </Container>
      <Container className="py-8 print:!py-0 print:mt-2 grid grid-cols-1 gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_26rem] print:grid-cols-2 items-start">
        <div className="grid grid-cols-1 gap-6 print:gap-2">
          <UpheldConcerns notes={event.notes} />
          {isOpen(facts.status) && (
            <EntryPicture
              slug={event.slug}
              image={event.imageUrl}
              tone={event.sector}
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
          {event.isPro && <Badge>PRO: paid</Badge>}
          {event.isFeatured && <FeaturedBadge />}
          {event.facts.isPast && <Badge icon="i-history">Past event</Badge>}
        </p>
      )}
    </div>
  )
}

function EventFacts({ event }: { event: FoundEvent }) {
  const lines = event.place.filter(Boolean)
  return (
    <TitledSection id="facts" title="About the event" heading="mb-4">
      <DescriptionList
        items={{
          Organiser: event.organiserPage ? <a href={event.organiserPage}>{event.organiser}</a> : event.organiser,
          Where: lines.length > 0 && (
            <address className="not-italic">
              {lines.map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
            </address>
          ),
          Capacity: attendance(event.attendees, event.capacity),
          Price: event.price,
          Partners: event.partners.join(', '),
          'Earlier editions': event.editions.map(longDay).join(', '),
        }}
      />
      {event.city && (
        <p className="mt-3 no-print">
          <a href={cityAddress(event.city)}>{cityTitle(event.city)}</a>
        </p>
      )}
    </TitledSection>
  )
}

function QrCode({ rows, label, className }: { rows: string[]; label: string; className?: string }) {
  const path = rows.flatMap((row, y) =>
    [...row.matchAll(/1+/g)].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
  )
  const size = rows.length + 8
  return (
    <svg viewBox={`-4 -4 ${size} ${size}`} role="img" aria-label={label} className={className}>
      <path d={path.join('')} fill="currentColor" />
    </svg>
  )
}

function RegisterEntry({ event }: { event: FoundEvent }) {
  const brand = useBrand()
  const { status, validUntil } = event.facts
  const isListed = status === 'listed'
  return (
    <aside
      aria-labelledby="entry"
      className="grid grid-cols-1 gap-4 p-5 sm:p-6 bg-surface-raised border border-border border-t-3 border-t-gold rounded print:!p-0 print:border-0"
    >
      <h2 id="entry" className="text-xl">
        Register entry
      </h2>
      <DescriptionList
        items={{
          Status: statusWords(event.facts),
          [isListed ? 'Listed from' : 'Valid from']: londonDateOf(event.validFrom),
          // What was revoked is valid until no day.
          [isListed ? 'Listed until' : 'Valid until']:
            status === 'revoked' ? null : validUntil ? londonDateOf(validUntil) : 'No end date',
        }}
      />
      <EntryHistory history={event.history} next={event.next} />
      <ProveIt number={event.number} proof={event.proof} hasCredential={event.hasCredential} className="text-sm" />
      <p className="text-sm text-muted">This register is kept by the {brand.name}.</p>
    </aside>
  )
}
