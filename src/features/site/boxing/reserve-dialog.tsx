import type { FormEvent } from 'react'
import { useLocation } from 'wouter'
import { longDay } from '#domain/london-time.ts'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Button } from '#ui/button.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { phoneInput, TextInput } from '#ui/field.tsx'
import { HoneypotField } from '#ui/honeypot-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { usePosted } from '#ui/posted-context.ts'
import { Price } from '#ui/price.tsx'
import { usePostForm } from '#ui/use-post-form.ts'
import { content } from './content.ts'
import { guestWords, isFilled } from './rules.ts'
import type { Reservation } from './schema.ts'
import type { boxing } from './server.ts'

/** Confirming with a field missing does nothing; the browser itself points at the field. */
export function ReserveDialog({ data }: { data: PageData<typeof boxing> }) {
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
        items={[
          { term: 'Event', details: `${content.title}, ${longDay(data.day)}, ${content.venue}` },
          { term: 'Tickets', details: `${chosen.name} for ${guestWords(guests!)}` },
          { term: 'Total', details: <Price pence={chosen.totalPence!} exact /> },
        ]}
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
          <Button type="submit" busy={busy} busyText="Confirming...">
            Confirm Reservation
          </Button>
          <span className="text-sm text-muted">{content.note} We use these details only for this reservation.</span>
        </div>
      </form>
    </Dialog>
  )
}
