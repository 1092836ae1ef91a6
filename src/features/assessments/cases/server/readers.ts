import { type } from 'arktype'
import type { CamelSql } from '#database/camel.ts'
import type { Instant } from '#domain/formats.ts'
import { command, did } from '#page/command.ts'
import { failure } from '#wire/failure.ts'
import { readerSeconds } from '../rules.ts'
import { caseParams } from '../schema.ts'

/** Three signs of life are missed before a page counts as closed. */
const openMs = readerSeconds * 3.5 * 1000

const since = (now: Instant) => new Date(Date.parse(now) - openMs).toISOString()

/** Who else has an assessment open. */
export const listReaders = (
  sql: CamelSql,
  { id, personId, now }: { id: string; personId: string; now: Instant },
) => sql<{ name: string }[]>`
  select p.name from assessment_readers as r join people as p on p.id = r.person_id
  where r.assessment_id = ${id}::uuid and r.person_id <> ${personId}::text and r.seen_at > ${since(now)}::timestamptz
  order by lower(p.name), p.id`

/** A sign of life of a page. Rows of pages that were closed are deleted with the next sign of any other. */
export const readAssessment = command({
  permission: 'assess',
  params: caseParams,
  schema: type({}).onUndeclaredKey('reject'),
  api: {
    summary: 'Say that an assessment is open on the screen',
    description: `Called every ${readerSeconds} seconds by an open page. The answer names the other people who have it open.`,
    answers: { 200: type({ others: 'string[]' }) },
    failures: { 'not-found': 'There is no such assessment, or the person has declared a conflict of interest in it.' },
  },
  run: async ({ params: { id }, sql, now, admin }) => {
    const [open] = await sql<{ id: string }[]>`
      insert into assessment_readers as r (assessment_id, person_id, seen_at)
      select c.id, ${admin.id}::text, ${now}::timestamptz from assessments as c
      where c.id = ${id}::uuid and not exists (
        select from conflicts_of_interest as x where x.application_id = c.application_id and x.person_id = ${admin.id}::text
      )
      on conflict (assessment_id, person_id) do update set seen_at = excluded.seen_at
      returning r.assessment_id as id`
    if (!open) return failure('not-found', 'There is no such assessment.')
    await sql`delete from assessment_readers where seen_at <= ${since(now)}::timestamptz`
    const others = await listReaders(sql, { id, personId: admin.id, now })
    return did({ answer: { others: others.map(({ name }) => name) } })
  },
})
