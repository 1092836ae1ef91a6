import { apiPath } from '#api.ts'
import { limitStatements } from '#database/follow-statements.ts'
import type { Fragment, SqlRunner } from '#database/sql.ts'
import { pickFields } from '#domain/pick-fields.ts'
import { isAccredited } from '#domain/register-status.ts'
import { misreadNumbers, tidyNumber } from '#domain/typed-number.ts'
import { findPublicKey, listLeaves } from '#features/proof/server/queries.ts'
import type { CertificateRow } from '#features/register/certificate/server/queries.ts'
import { type StatusChangeRow, statusChangeOf } from '#features/register/server/queries.ts'
import { filePaths, href } from '#pages.ts'
import { answer, command, read } from '#requests/command.ts'
import { failure } from '#wire/failure.ts'
import { readLeaf } from '#wire/leaf.ts'
import { checkedPerCall, maxCandidates, maxChanges, maxChecked } from '../limits.ts'
import {
  anyQuery,
  type Change,
  type CheckedEntry,
  type CheckResult,
  changesQuerySchema,
  changesSchema,
  checkedSchema,
  checkSchema,
} from '../schema.ts'
import { countedFailures, countedHeaders, withinLimit } from './within-limit.ts'

/** A numbered change never changes, and so neither does a full page. */
const forEver = 'public, max-age=31536000, immutable'
const fewSeconds = 'public, max-age=5, s-maxage=5'

/** One process numbers changes without a gap, and they are seen once signed: readers get each one once. */
export const listChanges = read({
  isOpen: true,
  permission: 'anyone',
  summary: 'Changes of the register, in the order of the public log',
  description:
    `Every change of an entry's status, dates or facts, oldest first, at most ${maxChanges} an answer (also the default). Send \`next\` back as ` +
    '`since`, or follow `nextPage`: no change is left out and none comes twice. What an entry is called is not part of a change: `entry` leads to it. ' +
    'A full page never changes, so you can keep it. You can keep the newest one for 5 seconds.',
  query: changesQuerySchema,
  answers: { 200: changesSchema },
  headers: [...countedHeaders, 'ETag'],
  failures: {
    ...countedFailures,
    conflict: 'The public log was started again since `log` was given. Start from the first change.',
  },
  run: async (call) =>
    await withinLimit('changes', call, 1, async () => {
      const { query, services } = call
      const [key] = await findPublicKey(services.sql, { purpose: 'log' })
      const log = key?.name ?? null
      if (query.log !== undefined && query.log !== log) {
        const message = 'The public log was started again. Leave out since and log to read it from the start.'
        return failure('conflict', message)
      }
      const limit = query.limit ?? maxChanges
      // Positions begin at 1, the log's indexes at 0: the change after position n has index n.
      const first = query.since ?? 0
      // One more than asked for tells whether there are more.
      const rows = await listLeaves(services.sql, { first, end: first + limit + 1 })
      const changes = rows.slice(0, limit).map((row) => changeOf(row, services.env.publicUrl))
      const next = changes.at(-1)?.position ?? query.since ?? null
      const page = { since: next === null ? undefined : String(next), log, limit: query.limit, first: '1' }
      const value = {
        log,
        changes,
        next,
        nextPage: services.env.publicUrl + apiPath('listChanges', {}, page),
        more: rows.length > limit,
      }
      // Without `log` it is another page once a log is started again; without `first` it was one in earlier releases.
      const isFinal = value.more && query.log !== undefined && query.first !== undefined
      return answer(value, { cacheControl: isFinal ? forEver : fewSeconds })
    }),
})

function changeOf({ position: index, leaf }: { position: number; leaf: Uint8Array }, publicUrl: string): Change {
  const read = readLeaf(leaf)
  // Leaving it out would lose a change.
  if (!read) throw new Error(`Entry ${index} of the public log cannot be read.`)
  return {
    position: index + 1,
    ...pickFields(read, 'number', 'change', 'at', 'status', 'assurance', 'validFrom', 'validUntil'),
    entry: publicUrl + href('verification', { number: read.number }),
    proof: publicUrl + filePaths.log(`proof/${read.number}.json`),
  }
}

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
      // Three index look-ups for each event, of at most 1,000 entries: as fast in a large register as in a small one.
      const found = await limited<CheckedRow[]>`
        with asked as materialized (
          select nth, number, fold(name) as name, day
          from unnest(${asked.map(({ number }) => number)}::text[], ${asked.map(({ name }) => name)}::text[],
            ${asked.map(({ day }) => day)}::date[]) with ordinality as given (number, name, day, nth)
        )
        select asked.nth::int as nth, found.likeness = 3 as "isExact", ${checkedColumns(limited)}
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
        ) as found join register_entries as e on e.id = found.id cross join ${statusChangeOf(limited)}
        order by asked.nth, found.likeness desc, abs(e.starts_on - asked.day) nulls last, e.id`
      const known = new Set(found.map(({ nth }) => nth))
      const misread = call.input.events.flatMap((event, index) =>
        'number' in event && !known.has(index + 1)
          ? misreadNumbers(event.number).map((number) => ({ nth: index + 1, number }))
          : [],
      )
      if (misread.length > 0) {
        // One index look-up for each number.
        const meant = await limited<CheckedRow[]>`
          select asked.nth, false as "isExact", ${checkedColumns(limited)}
          from unnest(${misread.map(({ nth }) => nth)}::int[], ${misread.map(({ number }) => number)}::text[]) as asked (nth, number)
          join register_entries as e on e.number = asked.number cross join ${statusChangeOf(limited)}
          order by asked.nth, e.number`
        found.push(...meant)
      }
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
  'number' | 'title' | 'organiser' | 'date' | 'status' | 'assurance' | 'validUntil'
> &
  Omit<StatusChangeRow, 'id'> & {
    /** Which event was asked about, from 1. */
    nth: number
    isExact: boolean
  }

const checkedColumns = (sql: SqlRunner): Fragment => sql`
  e.number, e.title, e.organiser, e.starts_on as date, register_status(e.status, e.valid_until) as status, e.assurance,
  e.valid_until as "validUntil", e.status_reason as "statusReason", status_changed_at as "statusChangedAt", status_change as "statusChange"`
