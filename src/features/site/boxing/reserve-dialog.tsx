import { type FormEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { longDay } from '../../../domain/london-time.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextInput } from '../../../ui/field.tsx'
import { HoneypotField, honeypotName } from '../../../ui/honeypot-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Price } from '../../../ui/price.tsx'
import { ApiError, callApi } from '../../../wire/call-api.ts'
import { content } from './content.ts'
import { type BoxingData, guestWords, isFilled, type Reservation } from './rules.ts'

type Reserving = NonNullable<BoxingData['reserving']>
type Refusal = Pick<Reserving, 'problems' | 'notice'>

/** The last step: whose tickets they are. Confirming with a field missing does nothing; the browser itself points at the field. */
export function ReserveDialog({ data, reserving }: { data: BoxingData; reserving: Reserving }) {
  const { guests, ticket, tickets } = data
  const chosen = tickets.find(({ id }) => id === ticket)!
  const [, navigate] = useLocation()
  const [refusal, setRefusal] = useState<Refusal>(reserving)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)

  async function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const text = (name: string) => String(values.get(name) ?? '')
    const form = { name: text('name'), email: text('email'), phone: text('phone') }
    if (running.current || !isFilled(form)) return
    running.current = true
    setBusy(true)
    setRefusal({ problems: [], notice: null })
    try {
      const { id } = await callApi<Reservation>('reserveBoxingTickets', {
        body: {
          ...form,
          guests,
          ticketType: ticket,
          submissionKey: reserving.submissionKey,
          [honeypotName]: text(honeypotName),
        },
      })
      navigate(paths.boxing({ reservation: id }), { replace: true })
    } catch (problem) {
      setRefusal(refusalOf(problem))
      running.current = false
      setBusy(false)
    }
  }

  const errorOf = (field: string) => refusal.problems.find((problem) => problem.field === field)?.message
  return (
    <Dialog open title={content.reserve.title} closeHref={`${paths.boxing({ guests, ticket })}#reserve`}>
      <DescriptionList
        items={[
          { term: 'Event', details: `${content.title}, ${longDay(data.day)}, ${content.venue}` },
          { term: 'Tickets', details: `${chosen.name} for ${guestWords(guests!)}` },
          { term: 'Total', details: <Price pence={chosen.totalPence!} exact /> },
        ]}
      />
      <form
        method="post"
        action={paths.boxing({ guests, ticket, reserve: true })}
        onSubmit={confirm}
        className="mt-6 flex flex-col gap-5"
      >
        {refusal.notice && (
          <Notice tone="danger" live="alert">
            {refusal.notice}
          </Notice>
        )}
        <input type="hidden" name="submissionKey" value={reserving.submissionKey} />
        <TextInput
          name="name"
          label="Name"
          required
          autoComplete="name"
          maxLength={120}
          defaultValue={reserving.form.name}
          error={errorOf('name')}
        />
        <TextInput
          name="email"
          type="email"
          label="Email"
          required
          autoComplete="email"
          inputMode="email"
          maxLength={254}
          defaultValue={reserving.form.email}
          error={errorOf('email')}
        />
        <TextInput
          name="phone"
          type="tel"
          label="Phone number"
          required
          autoComplete="tel"
          inputMode="tel"
          maxLength={40}
          defaultValue={reserving.form.phone}
          error={errorOf('phone')}
        />
        <HoneypotField />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button type="submit" busy={busy} busyText="Confirming...">
            {content.reserve.confirm}
          </Button>
          <span className="text-sm text-muted">
            {content.reserve.note} {content.reserve.privacy}
          </span>
        </div>
      </form>
    </Dialog>
  )
}

function refusalOf(problem: unknown): Refusal {
  const failure = problem instanceof ApiError ? problem.failure : null
  if (failure?.fields) return { problems: failure.fields, notice: null }
  return { problems: [], notice: failure?.error ?? 'The reservation could not be sent. Please try again.' }
}
