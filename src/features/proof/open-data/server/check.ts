import { limitStatements } from '#database/follow-statements.ts'
import type { Fragment, SqlRunner } from '#database/sql.ts'
import type { Instant } from '#domain/formats.ts'
import { isAccredited } from '#domain/register-status.ts'
import { misreadNumbers, tidyNumber } from '#domain/typed-number.ts'
import type { CertificateRow } from '#features/register/certificate/server/queries.ts'
import { statusChangeOf } from '#features/register/server/queries.ts'
import { href } from '#pages.ts'
import { answer, command } from '#requests/command.ts'
import { checkedPerCall, maxCandidates, maxChecked } from '../limits.ts'
import { anyQuery, type CheckedEntry, type CheckResult, checkedSchema, checkSchema } from '../schema.ts'
import { countedFailures, countedHeaders, withinLimit } from './within-limit.ts'

export const check = command({
  isOpen: true,
  permission: 'anyone',
  summary: 'Check many events at once',
  description:
    `Up to ${maxChecked} events, each by its register number or by its name and date. The results come in the same order. A name is compared without ` +
    'capital letters and accents. `near` names entries whose number the one that was asked about may be a misreading of (0 and O, 1 and I, 5 and S), the same name on other days, and names that are spelt much like it on that day, the day before or the day ' +
    `after: at most ${maxCandidates}, the likeliest first. Up to ${checkedPerCall} events count as one call, up to ${2 * checkedPerCall} as two, and so on.`,
  query: anyQuery,
  schema: checkSchema,
  answers: { 200: checkedSchema },
  headers: countedHeaders,
  failures: countedFailures,
  run: async (call) =>
    await withinLimit('check', call, Math.ceil(call.input.events.length / checkedPerCall), async () => {
      const { env, sql } = call.services
      const asked = call.input.events.map((event) =>
        'number' in event
          ? { number: tidyNumber(event.number), name: null, day: null }
          : { number: null, name: event.name, day: event.date },
      )
      const limited = limitStatements(sql, env.pageStatementSeconds * 1000)
      const found = await listChecked(limited, asked)
      const known = new Set(found.map(({ nth }) => nth))
      const misread = call.input.events.flatMap((event, index) =>
        'number' in event && !known.has(index + 1)
          ? misreadNumbers(event.number).map((number) => ({ nth: index + 1, number }))
          : [],
      )
      if (misread.length > 0) found.push(...(await listMisread(limited, misread)))
      for (const { number } of asked) if (number) call.services.failedChecks.count(number)
      const rowsOf = (index: number) => found.filter(({ nth }) => nth === index + 1)
      return answer({ results: asked.map((_, index) => resultOf(rowsOf(index), env.publicUrl)) })
    }),
})

function resultOf(rows: CheckedRow[], publicUrl: string): CheckResult {
  const exact = rows.filter(({ isExact }) => isExact)
  // Only the caller knows which of two events of one name on one day is meant.
  if (exact.length === 1) return { match: 'exact', entry: entryOf(exact[0]!, publicUrl), candidates: [] }
  const numbers = new Set<string>()
  const candidates = rows.filter(({ number }) => !numbers.has(number) && numbers.add(number)).slice(0, maxCandidates)
  return {
    match: candidates.length > 0 ? 'near' : 'none',
    entry: null,
    candidates: candidates.map((row) => entryOf(row, publicUrl)),
  }
}

function entryOf({ nth: _nth, isExact: _isExact, ...row }: CheckedRow, publicUrl: string): CheckedEntry {
  const entry = publicUrl + href('verification', { number: row.number })
  return { ...row, accredited: isAccredited(row.status), entry }
}

type CheckedRow = Pick<
  CertificateRow,
  'number' | 'title' | 'organiser' | 'date' | 'status' | 'statusReason' | 'assurance'
> & {
  /** Which event was asked about, from 1. */
  nth: number
  isExact: boolean
  statusChangedAt: Instant
  statusChange: string
  validUntil: Instant | null
}

const checkedColumns = (sql: SqlRunner): Fragment => sql`
  e.number, e.title, e.organiser, e.starts_on as date, register_status(e.status, e.valid_until) as status, e.assurance,
  e.valid_until as "validUntil", e.status_reason as "statusReason", status_changed_at as "statusChangedAt", status_change as "statusChange"`

/** One index look-up for each number. */
const listMisread = (sql: SqlRunner, misread: { nth: number; number: string }[]) => sql<CheckedRow[]>`
  select asked.nth, false as "isExact", ${checkedColumns(sql)}
  from unnest(${misread.map(({ nth }) => nth)}::int[], ${misread.map(({ number }) => number)}::text[]) as asked (nth, number)
  join register_entries as e on e.number = asked.number cross join ${statusChangeOf(sql)}
  order by asked.nth, e.number`

/** Three index look-ups for each event, of at most 1,000 entries: as fast in a large register as in a small one. */
const listChecked = (
  sql: SqlRunner,
  asked: { number: string | null; name: string | null; day: string | null }[],
) => sql<CheckedRow[]>`
  with asked as materialized (
    select nth, number, fold(name) as name, day
    from unnest(${asked.map(({ number }) => number)}::text[], ${asked.map(({ name }) => name)}::text[],
      ${asked.map(({ day }) => day)}::date[]) with ordinality as given (number, name, day, nth)
  )
  select asked.nth::int as nth, found.likeness = 3 as "isExact", ${checkedColumns(sql)}
  from asked, lateral (
    select id, 3 as likeness from register_entries where number = asked.number
    union all
    (select id, case when starts_on = asked.day then 3 else 2 end from (
      select id, starts_on from register_entries where fold(title) collate "C" = asked.name collate "C" limit 1000
    ) as same
    order by abs(starts_on - asked.day) nulls last, id limit 3)
    union all
    (select id, likeness from (
      select id, similarity(split_part(search_text, E'\\t', 1), asked.name) as likeness from (
        select id, search_text from register_entries where sort_on between asked.day - 1 and asked.day + 1
        order by sort_on, id limit 1000
      ) as near_days
    ) as like_names
    where likeness >= 0.35 and likeness < 1
    order by likeness desc, id limit 3)
  ) as found join register_entries as e on e.id = found.id cross join ${statusChangeOf(sql)}
  order by asked.nth, found.likeness desc, abs(e.starts_on - asked.day) nulls last, e.id`
