import { londonDateOf, longDay } from '#domain/london-time.ts'
import { Badge } from '#ui/badge.tsx'
import { BenchForm } from './bench-form.tsx'
import type { FoundCase } from './state.ts'

/** The conditions of the decision: what is met, and what is overdue. */
export function ConditionsSection({ data, here }: { data: FoundCase; here: string }) {
  return (
    <section aria-labelledby="conditions">
      <h2 id="conditions" className="mb-3 text-xl">
        Conditions
      </h2>
      <ul className="flex flex-col gap-4">
        {data.conditions.map(({ id, text, due_on: due, met_at: metAt, met_by_name: by }) => (
          <li key={id} className="pl-4 border-l-3 border-border break-words">
            <p className="whitespace-pre-line">{text}</p>
            <p className="flex flex-wrap items-center gap-3 text-sm text-muted">
              By {longDay(due)}
              {metAt ? (
                <Badge tone="accredited">
                  Met, {by}, {londonDateOf(metAt)}
                </Badge>
              ) : (
                due < data.today && <Badge tone="danger">Overdue</Badge>
              )}
            </p>
            {!metAt && (
              <BenchForm here={here} intent="condition-met" button="Note as met" className="mt-2">
                <input type="hidden" name="condition" value={id} />
              </BenchForm>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
