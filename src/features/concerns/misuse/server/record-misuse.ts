import { type Counter, countInMemory } from '#database/count-in-memory.ts'
import { londonDay } from '#domain/london-time.ts'
import { tidyNumber } from '#domain/typed-number.ts'
import type { Services } from '#requests/services.ts'
import { alike } from '../rules.ts'

/** Applications of one run: each takes some milliseconds, more in a register with many names of the same words. */
const maxAtOnce = 200
/** Entries for each application. */
const maxOfAKind = 5

/** Compares names in new and corrected applications with accredited entries of other organisers. The list decides nothing. */
export async function compareNames(_: Record<string, never>, { sql, now }: Pick<Services, 'sql' | 'now'>) {
  const at = now().toISOString()
  const uncompared = await sql<{ id: string; revision: number }[]>`
    select a.id, a.revision
    from applications as a left join compared_names as c on c.application_id = a.id
    where a.submitted_at > ${at}::timestamptz - interval '30 days' and c.revision is distinct from a.revision
    order by a.submitted_at limit ${maxAtOnce}::int`
  for (const { id, revision } of uncompared) {
    await sql.begin(async (transaction) => {
      // The likeness from which the indexes find a row, for this transaction.
      await transaction<{ words: string; names: string }[]>`
        select set_config('pg_trgm.word_similarity_threshold', ${String(alike)}::text, true) as words,
          set_config('pg_trgm.similarity_threshold', ${String(alike)}::text, true) as names`
      await transaction`delete from look_alike_names where application_id = ${id}::uuid`
      // An organiser is another one by its key (migration 00023): another company number, or without one another address or name.
      await transaction<{ kind: string }[]>`
        with own as materialized (
          select fold(o.name) as name, fold(a.event_draft ->> 'title') as title, organiser_key(o.id, o.name) as key
          from applications as a join organisations as o on o.id = a.organisation_id where a.id = ${id}::uuid
        )
        insert into look_alike_names (application_id, kind, entry_id, likeness, found_at)
        select ${id}::uuid, found.kind, found.entry_id, found.likeness, ${at}::timestamptz
        from (
          (select 'organiser' as kind, e.id as entry_id, similarity(fold(r.name), own.name) as likeness
          from own
          join register_organisers as r on fold(r.name) % own.name and r.key <> own.key
          join lateral (
            select id from register_entries
            where organiser_id = r.id and register_status(status, valid_until) = 'active' order by valid_from desc, id limit 1
          ) as e on true
          order by likeness desc, e.id limit ${maxOfAKind}::int)
          union all
          (select 'title', e.id, similarity(split_part(e.search_text, E'\\t', 1), own.title) as likeness
          from own
          join register_entries as e on own.title <% title_part(e.search_text) and register_status(e.status, e.valid_until) = 'active'
          left join register_organisers as r on r.id = e.organiser_id
          where r.key is distinct from own.key and similarity(split_part(e.search_text, E'\\t', 1), own.title) >= ${alike}::real
          order by likeness desc, e.id limit ${maxOfAKind}::int)
        ) as found
        returning kind`
      await transaction`
        insert into compared_names (application_id, revision, compared_at)
        values (${id}::uuid, ${revision}::int, ${at}::timestamptz)
        on conflict (application_id) do update set revision = excluded.revision, compared_at = excluded.compared_at`
    })
  }
}

/** Different numbers between two writings; further ones are not counted. */
const maxRemembered = 5000
const maxOfADay = 1000

/**
 * Counts in memory, and writes twice a minute, so that a check waits for nothing and nothing leads to the person who asked. What cannot be a number
 * is forgotten, and with it everything else that may have been typed.
 */
export function countFailedChecks({ sql, now, log }: Pick<Services, 'sql' | 'now' | 'log'>): Counter {
  const checks = countInMemory(
    async (counted) => {
      const day = londonDay(now())
      // In the order of numbers, so that two processes never deadlock.
      const added = await sql<{ number: string }[]>`
        insert into failed_checks as f (day, number, checks)
        select ${day}::date, c.number, c.checks
        from unnest(${[...counted.keys()]}::text[], ${[...counted.values()]}::int[]) as c (number, checks)
        left join register_entries as e on e.number = c.number
        where e.id is null or e.status in ('refused', 'suspended', 'revoked')
        order by c.number
        on conflict (day, number) do update set checks = f.checks + excluded.checks
        returning number`
      if (added.length > 0)
        await sql`
          delete from failed_checks where day = ${day}::date and number in (
            select number from failed_checks where day = ${day}::date order by checks desc, number offset ${maxOfADay}::int)`
    },
    { log, failed: 'failed checks not written', max: maxRemembered },
  )
  return { ...checks, count }

  function count(typed: string): void {
    const number = tidyNumber(typed)
    if (number) checks.count(number)
  }
}
