import type { ReactNode } from 'react'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { ChipLink, ChipRow } from '#ui/chip.tsx'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { Price } from '#ui/price.tsx'
import { content } from './content.ts'
import { fewSeats, guestWords, maxGuests } from './rules.ts'
import type { boxing } from './server.ts'

type Data = PageData<typeof boxing>

/** Links, so that each choice has an address and works without a script. */
export function ReservationSteps({ data: { guests, ticket, tickets } }: { data: Data }) {
  const chosen = tickets.find(({ id }) => id === ticket)
  return (
    <ol className="flex flex-col gap-10">
      <Step number={1} title={content.guests}>
        <ChipRow label="Number of guests">
          {Array.from({ length: maxGuests }, (_, index) => index + 1).map((count) => (
            <ChipLink
              key={count}
              href={`${href('boxing', { guests: count, ticket })}#ticket-type`}
              current={count === guests}
            >
              {count}
            </ChipLink>
          ))}
        </ChipRow>
      </Step>
      {guests && (
        <Step number={2} id="ticket-type" title="Choose your ticket type">
          <ul className="border-t border-border">
            {tickets.map((type) => (
              <TicketRow key={type.id} type={type} guests={guests} isChosen={type.id === ticket} />
            ))}
          </ul>
        </Step>
      )}
      {guests && chosen && (
        <Step number={3} id="reserve" title="Reserve">
          <div className="flex flex-wrap items-center gap-x-8 gap-y-2">
            <p>
              <span className="block">
                {chosen.name} for {guestWords(guests)}
              </span>
              <Price pence={chosen.totalPence!} per="in total" className="font-serif text-2xl" />
            </p>
            {chosen.left >= guests ? (
              <ButtonLink href={href('boxing', { guests, ticket, reserve: true })} id="open-reservation">
                Reserve tickets
              </ButtonLink>
            ) : (
              <p className="font-semibold">Please choose another ticket type, or fewer guests.</p>
            )}
          </div>
          <p className="mt-3 text-sm text-muted">{content.note}</p>
        </Step>
      )}
    </ol>
  )
}

function Step({ number, id, title, children }: { number: number; id?: string; title: string; children: ReactNode }) {
  return (
    <li id={id} className="scroll-mt-6">
      <h2 className="mb-5 flex gap-3">
        <span className="text-gold-text figures">{number}.</span>
        {title}
      </h2>
      {children}
    </li>
  )
}

function TicketRow({ type, guests, isChosen }: { type: Data['tickets'][number]; guests: number; isChosen: boolean }) {
  const { id, name, text, pence, totalPence, left } = type
  const enough = left >= guests
  const row = (
    <>
      <span className="flex gap-3 min-w-0">
        <Icon
          icon={isChosen ? 'i-circle-check' : 'i-circle'}
          className={classNames('mt-1', isChosen ? 'text-link' : 'text-muted')}
        />
        <span className="min-w-0">
          <span className="font-semibold">{name}</span>
          <span className="block text-sm text-muted">{text}</span>
          {!enough && <span className="block text-sm font-semibold">{soldOutWords(left, guests)}</span>}
          {enough && left <= fewSeats && <span className="block text-sm font-semibold">{left} left</span>}
        </span>
      </span>
      <span className="pl-8 sm:pl-0 sm:text-right">
        <Price pence={totalPence!} className="text-lg font-semibold" />
        <span className="block text-sm text-muted">
          {guests} × <Price pence={pence} />
        </span>
      </span>
    </>
  )
  const shape = 'flex flex-col sm:flex-row sm:justify-between gap-x-6 gap-y-1 p-4'
  return (
    <li className={classNames('border-b border-border', isChosen && 'bg-surface-sunken')}>
      {enough ? (
        <a
          href={`${href('boxing', { guests, ticket: id })}#reserve`}
          aria-current={isChosen ? 'true' : undefined}
          className={classNames(shape, 'text-text no-underline hover:bg-surface-sunken')}
        >
          {row}
        </a>
      ) : (
        <div className={classNames(shape, 'text-muted')}>{row}</div>
      )}
    </li>
  )
}

function soldOutWords(left: number, guests: number): string {
  if (left === 0) return 'Sold out'
  return `Only ${left} left, not enough for ${guestWords(guests)}`
}
