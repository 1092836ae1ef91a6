import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { Select } from '#ui/field.tsx'
import { BenchForm, postedTo } from './bench-form.tsx'
import { outcomes } from './rules.ts'
import type { FoundCase } from './state.ts'

/** The panel that the case is before: who has voted, and a new member for a seat that is free or waits. */
export function PanelSection({ data, here }: { data: FoundCase; here: string }) {
  const { typed, problem } = postedTo(data, 'seat')
  const waiting = data.panel.filter(({ vote }) => !vote)
  const seated = data.panel.map(({ personId }) => personId)
  const free = data.candidates.filter(({ id }) => !seated.includes(id))
  return (
    <Card as="section" className="flex flex-col gap-4">
      <h2 className="text-xl">Panel</h2>
      <ul className="flex flex-col gap-3">
        {data.panel.map(({ personId, name, vote, isVacant }) => (
          <li key={personId} className="flex flex-wrap items-center gap-3">
            {name}
            <Badge tone={vote ? 'accredited' : isVacant ? 'danger' : 'neutral'}>
              {vote ? `Voted: ${outcomes[vote.outcome].toLowerCase()}` : isVacant ? 'Cannot vote' : 'Has not voted'}
            </Badge>
          </li>
        ))}
      </ul>
      {data.status === 'panel' && !data.may.declare && waiting.length > 0 && free.length > 0 && (
        <BenchForm key={data.steps.length} here={here} intent="seat" button="Name another member">
          <Select
            name="seat"
            label="In place of"
            options={waiting.map(({ personId, name }) => ({ value: personId, label: name }))}
            defaultValue={typed.seat}
          />
          <Select
            name="seatPerson"
            label="New member"
            placeholder="Choose a person"
            options={free.map(({ id, name }) => ({ value: id, label: name }))}
            defaultValue={typed.seatPerson}
            error={problem('seatPerson')}
          />
        </BenchForm>
      )}
    </Card>
  )
}
