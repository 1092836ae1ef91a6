import type { FormEvent, ReactNode } from 'react'
import { useLocation } from 'wouter'
import { longDay } from '#domain/london-time.ts'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ChipLink, ChipRow } from '#ui/chip.tsx'
import { classNames } from '#ui/class-names.ts'
import { DescriptionList } from '#ui/description-list.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { phoneInput, TextInput } from '#ui/field.tsx'
import { HoneypotField } from '#ui/honeypot-field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import { usePosted } from '#ui/posted-context.ts'
import { Price } from '#ui/price.tsx'
import { usePostForm } from '#ui/use-post-form.ts'
import { content } from './content.ts'
import { fewSeats, guestWords, isFilled, maxGuests } from './rules.ts'
import type { Reservation } from './schema.ts'
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

/** Confirming with a field missing does nothing; the browser itself points at the field. */
export function ReserveDialog({ data }: { data: Data }) {
  const { guests, ticket, tickets } = data
  const posted = usePosted('reserve')
  const chosen = tickets.find(({ id }) => id === ticket)!
  const [, navigate] = useLocation()
  const { form, busy, notice, errorOf } = usePostForm<Reservation>({
    call: 'reserveBoxingTickets',
    schema: async () => (await import('./schema.ts')).reservationSchema,
    posted: isFilled(posted.typed) ? posted : { ...posted, problems: [] },
    more: { guests, ticketType: ticket },
    failed: 'The reservation could not be sent. Please try again.',
    onDone: ({ id }) => navigate(href('boxing', { reservation: id }), { replace: true }),
  })
  const confirm = (event: FormEvent<HTMLFormElement>) =>
    isFilled(Object.fromEntries(new FormData(event.currentTarget))) ? form.onSubmit(event) : event.preventDefault()
  const text = (name: string) => ({
    name,
    required: true,
    defaultValue: posted.typed[name] ?? '',
    error: errorOf(name),
  })

  return (
    <Dialog open title="Reserve your tickets" closeHref={`${href('boxing', { guests, ticket })}#reserve`}>
      <DescriptionList
        items={{
          Event: `${content.title}, ${longDay(data.day)}, ${content.venue}`,
          Tickets: `${chosen.name} for ${guestWords(guests!)}`,
          Total: <Price pence={chosen.totalPence!} exact />,
        }}
      />
      <form
        {...form}
        action={href('boxing', { guests, ticket, reserve: true })}
        onSubmit={confirm}
        className="mt-6 flex flex-col gap-5"
      >
        {notice && (
          <Notice tone="danger" live="alert">
            {notice}
          </Notice>
        )}
        <input type="hidden" name="submissionKey" value={data.submissionKey!} />
        <TextInput {...text('name')} label="Name" autoComplete="name" maxLength={120} />
        <TextInput
          {...text('email')}
          type="email"
          label="Email"
          autoComplete="email"
          inputMode="email"
          maxLength={254}
        />
        <TextInput {...text('phone')} {...phoneInput} label="Phone number" />
        <HoneypotField />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <Button busy={busy} busyText="Confirming...">
            Confirm Reservation
          </Button>
          <span className="text-sm text-muted">{content.note} We use these details only for this reservation.</span>
        </div>
      </form>
    </Dialog>
  )
}
