import { camel } from '#database/camel.ts'
import type { SqlRunner } from '#database/sql.ts'
import type { ApplicationFacts } from '#domain/application-facts.ts'
import { londonDay } from '#domain/london-time.ts'
import { type OpenDecisions, openDecisions } from '#domain/open-decisions.ts'

type FactsRow = Omit<ApplicationFacts, 'isListingPaid' | 'isWaiting'> & {
  isConflicted: boolean
  /** Is responsible for it, has judged or decided in it, or sits on its panel: nothing of its payments is for them. */
  decidesThere: boolean
  /** The latest. */
  assessmentId: string | null
}

/** With the facts that decide it; null for an unknown application. */
export async function readOpenDecisions(
  sql: SqlRunner,
  { applicationId, personId }: { applicationId: string; personId: string },
  now: Date,
): Promise<{ open: OpenDecisions; facts: FactsRow } | null> {
  const [facts] = await camel(sql)<FactsRow[]>`
    select f.status, f.is_withdrawn, f.is_checkout_closed, f.register_status, f.assessment, f.event_day, f.lapsed_on,
      exists (
        select from conflicts_of_interest as c where c.application_id = f.application_id and c.person_id = ${personId}::text
      ) as is_conflicted,
      exists (
        select from applications as a where a.id = f.application_id and a.assigned_to = ${personId}::text
      ) or exists (
        select from application_decisions as d where d.application_id = f.application_id and d.decided_by = ${personId}::text
      ) or exists (
        select from assessments as s
        where s.application_id = f.application_id and (
          s.assigned_to = ${personId}::text
          or exists (select from assessment_criteria as k where k.assessment_id = s.id and k.judged_by = ${personId}::text)
          or exists (
            select from assessment_steps as t
            left join assessment_panel as m on m.referral_id = t.id and m.person_id = ${personId}::text
            where t.assessment_id = s.id and (m.person_id is not null or t.by_id = ${personId}::text and t.step <> 'assigned')
          )
        )
      ) as decides_there,
      (
        select s.id from assessments as s where s.application_id = f.application_id order by s.opened_at desc, s.id desc limit 1
      ) as assessment_id
    from application_facts as f
    where f.application_id = ${applicationId}::uuid`
  return facts ? { facts, open: openDecisions(facts, londonDay(now), facts.isConflicted) } : null
}
