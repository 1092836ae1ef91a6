import { useEffect, useRef } from 'react'
import { longDay } from '#domain/london-time.ts'
import { tryOutNotice } from '#domain/promotion-date.ts'
import { SampleNote } from '#features/claims/sample-note.tsx'
import { NotAnnounced } from '#features/site/not-announced.tsx'
import type { PageData } from '#page/page.ts'
import { filePaths, href } from '#pages.ts'
import { Cover } from '#ui/cover.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { Icon } from '#ui/icon.tsx'
import { Container } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Price } from '#ui/price.tsx'
import { definePage } from '#wire/page.ts'
import { content } from './content.ts'
import { ReservationSteps, ReserveDialog } from './reservation-steps.tsx'
import { findTicketType, guestWords, referenceOf } from './rules.ts'
import type { Reservation } from './schema.ts'
import type { boxing } from './server.ts'

type Data = PageData<typeof boxing>

/** While reservations are open. */
const invitation = 'Choose how many guests and where to sit, and reserve your tickets.'

export const page = definePage<Data>(BoxingPage, ({ isAnnounced, isOpen, submissionKey, reservation }) => ({
  title: isAnnounced ? content.title : content.notAnnounced.title,
  description: !isAnnounced
    ? content.notAnnounced.text
    : isOpen
      ? 'Reserve tickets for the boxing night at Altrincham Ice Dome.'
      : content.lead,
  ...(submissionKey || reservation ? {} : { canonical: href('boxing') }),
}))

function BoxingPage({ data }: { data: Data }) {
  if (!data.isAnnounced && !data.reservation) return <NotAnnounced {...content.notAnnounced} />
  return (
    <>
      <Container className="pt-6 pb-14">
        <a href={href('home')} className="inline-flex items-center gap-2 min-h-11">
          <Icon icon="i-arrow-left" />
          Back to Events
        </a>
        <div className="mt-4 grid gap-8 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-16 items-start">
          <div>
            <PageHeading eyebrow="Live boxing" lead={data.isOpen ? `${content.lead} ${invitation}` : content.lead}>
              {content.title}
            </PageHeading>
            <ul className="mt-6 flex flex-col gap-2 text-lg">
              <li className="flex gap-3">
                <Icon icon="i-calendar" className="mt-1.5 text-muted" />
                <time dateTime={data.day}>{longDay(data.day)}</time>
              </li>
              <li className="flex gap-3">
                <Icon icon="i-map-pin" className="mt-1.5 text-muted" />
                {content.venue}
              </li>
            </ul>
            <SampleNote claims={data.isSample ? [{ isSample: true }] : []} className="mt-4">
              an invented event
            </SampleNote>
          </div>
          <Cover
            src={filePaths.cover('sports', 'boxing-night')}
            eager
            className="hidden lg:block border border-border rounded"
          />
        </div>
        <div className="mt-10 lg:mt-14 max-w-3xl">
          {data.reservation && <Confirmed key={data.reservation.id} reservation={data.reservation} />}
          {!data.reservation && <Choice data={data} />}
        </div>
      </Container>
      {data.submissionKey && <ReserveDialog data={data} />}
    </>
  )
}

function Choice({ data }: { data: Data }) {
  if (data.isOpen) {
    return (
      <>
        {data.isOver && (
          <Notice tone="warning" className="mb-8">
            {tryOutNotice}
          </Notice>
        )}
        <ReservationSteps data={data} />
      </>
    )
  }
  if (data.isOver) return <Over tickets={data.tickets} />
  return (
    <Notice tone="warning" title="Reservations are closed">
      {content.closed}
    </Notice>
  )
}

/** It takes the focus when it appears, so that it is read out. */
function Confirmed({
  reservation: { id, ticketType, guests, totalPence, confirmBy, isReleased },
}: {
  reservation: Reservation
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus()
  }, [])
  if (isReleased) {
    return (
      <Notice tone="warning" title="This reservation was cancelled.">
        <p>The email address was not confirmed within 24 hours, so the seats can be reserved by others.</p>
        <p className="mt-3">
          <a href={href('boxing')}>Make another reservation</a>
        </p>
      </Notice>
    )
  }
  return (
    <div ref={box} tabIndex={-1} role="status" className="notice success block">
      <p className="flex gap-3">
        <Icon icon="i-circle-check" className="mt-1 text-lg text-accredited" />
        <span>
          <strong>Reservation Confirmed:</strong> Your tickets are reserved. We'll be in touch with details shortly.
          Check your email for confirmation details.
        </span>
      </p>
      {confirmBy && (
        <p className="mt-4 font-semibold">
          Please confirm your email address with the link that we emailed you. If you do not confirm it within 24 hours,
          we cancel the reservation.
        </p>
      )}
      <DescriptionList
        className="mt-6"
        items={{
          Reference: referenceOf(id),
          Tickets: `${findTicketType(ticketType)?.name ?? ticketType} for ${guestWords(guests)}`,
          Total: <Price pence={totalPence} exact />,
        }}
      />
      <p className="mt-6">
        <a href={href('boxing')}>Make another reservation</a>
      </p>
    </div>
  )
}

function Over({ tickets }: { tickets: Data['tickets'] }) {
  return (
    <>
      <Notice tone="warning" title="This event is over">
        It took place on the date above. Reservations have closed.{' '}
        <a href={href('events')}>See upcoming accredited events</a>
      </Notice>
      <h2 className="mt-10 mb-4">Ticket types and their prices</h2>
      <DescriptionList
        items={tickets.map(({ name, pence }) => ({ term: name, details: <Price pence={pence} per="a guest" /> }))}
      />
    </>
  )
}
