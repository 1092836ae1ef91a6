import { type } from 'arktype'
import { camel } from '#database/camel.ts'
import type { Day } from '#domain/formats.ts'
import { londonDay } from '#domain/london-time.ts'
import { command, did } from '#page/command.ts'
import type { Services } from '#requests/services.ts'
import { conditionOverdueMail } from '../mails.ts'
import type { CaseRow } from './queries.ts'
import { mailApplicant, ofCase, overtaken, takeStep, workOnCase } from './work-on-case.ts'

export const meetCondition = command({
  ...ofCase,
  schema: type({ condition: 'string.uuid' }),
  run: async ({ params: { id }, input: { condition }, ...given }) =>
    await workOnCase(given, { id, during: ['decided'] }, async (work) => {
      const { sql, now, admin } = work
      const [met] = await sql<{ text: string }[]>`
        update assessment_conditions
        set met_at = ${now}::timestamptz, met_by = ${admin.id}::text, met_by_name = ${admin.name}::text
        where id = ${condition}::uuid and assessment_id = ${id}::uuid and met_at is null
        returning text`
      if (!met) return overtaken
      await takeStep(work, 'condition-met', { reason: met.text })
      return did()
    }),
  done: { 'condition-met': 'The condition is noted as met' },
})

/** Tells the holders of overdue conditions, once for each. */
export async function remindConditions(services: Pick<Services, 'sql' | 'now' | 'brand' | 'env'>): Promise<void> {
  const now = services.now()
  const sql = camel(services.sql)
  const overdue = await sql<{ id: string; applicationId: string }[]>`
    select n.id, c.application_id
    from assessment_conditions as n join assessments as c on c.id = n.assessment_id
    where n.met_at is null and n.due_on < ${londonDay(now)}::date and n.overdue_told_at is null and not exists (
      select from assessments as l where l.application_id = c.application_id and l.decided_at > c.decided_at
    )
    order by n.due_on, n.id
    limit 100`
  for (const { id, applicationId } of overdue)
    await services.sql.begin(async (transaction) => {
      const tx = camel(transaction)
      // No row where it was met, or another process took it, in the meantime.
      const [reminded] = await tx<
        (Pick<CaseRow, 'id' | 'reference' | 'email' | 'contactName'> & { text: string; dueOn: Day; title: string })[]
      >`
        with reminded as (
          update assessment_conditions set overdue_told_at = ${now.toISOString()}::timestamptz
          where id = ${id}::uuid and overdue_told_at is null and met_at is null
          returning assessment_id, text, due_on
        )
        select t.assessment_id as id, t.text, t.due_on, a.reference, a.event_draft ->> 'title' as title, o.email, o.contact_name
        from reminded as t
        join assessments as c on c.id = t.assessment_id
        join applications as a on a.id = c.application_id
        join organisations as o on o.id = a.organisation_id`
      if (!reminded) return
      const { text, dueOn: due, title, ...application } = reminded
      const found = { ...application, applicationId, eventDraft: { title } }
      await mailApplicant({ sql: tx, services }, found, (summary) => conditionOverdueMail(summary, { id, text, due }))
    })
}
