import { useEffect, useRef } from 'react'
import { href } from '#pages.ts'
import { DescriptionList } from '#ui/description-list.tsx'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import { Price } from '#ui/price.tsx'
import { content } from './content.ts'
import { findTicketType, guestWords, type Reservation, referenceOf } from './rules.ts'

/** The receipt of a stored reservation. It takes the focus when it appears, so that it is read out. */
export function Confirmed({
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
      <Notice tone="warning" title={content.released.title}>
        <p>{content.released.text}</p>
        <p className="mt-3">
          <a href={href('boxing')}>{content.confirmed.again}</a>
        </p>
      </Notice>
    )
  }
  return (
    <div ref={box} tabIndex={-1} role="status" className="notice success block">
      <p className="flex gap-3">
        <Icon icon="i-circle-check" className="mt-1 text-lg text-accredited" />
        <span>
          <strong>{content.confirmed.title}</strong> {content.confirmed.text}
        </span>
      </p>
      {confirmBy && <p className="mt-4 font-semibold">{content.confirmed.waits}</p>}
      <DescriptionList
        className="mt-6"
        items={[
          { term: 'Reference', details: referenceOf(id) },
          { term: 'Tickets', details: `${findTicketType(ticketType)?.name ?? ticketType} for ${guestWords(guests)}` },
          { term: 'Total', details: <Price pence={totalPence} exact /> },
        ]}
      />
      <p className="mt-6">
        <a href={href('boxing')}>{content.confirmed.again}</a>
      </p>
    </div>
  )
}
