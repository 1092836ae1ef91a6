import { type CamelSql, camel } from '#database/camel.ts'
import type { SqlRunner } from '#database/sql.ts'
import type { ApplicationFacts } from '#domain/application-facts.ts'
import { londonDay } from '#domain/london-time.ts'
import { type OpenDecisions, openDecisions } from '#domain/open-decisions.ts'

type FactsRow = Omit<ApplicationFacts, 'isListingPaid' | 'isWaiting'> & {
  isConflicted: boolean
  /** The latest. */
  assessmentId: string | null
}

/** With the facts that decide it; null for an unknown application. */
export async function readOpenDecisions(
  sql: SqlRunner,
  asked: { applicationId: string; personId: string },
  now: Date,
): Promise<{ open: OpenDecisions; facts: FactsRow } | null> {
  const [facts] = await readDecisionFacts(camel(sql), asked)
  return facts ? { facts, open: openDecisions(facts, londonDay(now), facts.isConflicted) } : null
}

const readDecisionFacts = (
  sql: CamelSql,
  { applicationId, personId }: { applicationId: string; personId: string },
) => sql<FactsRow[]>`
  select f.status, f.is_withdrawn, f.is_checkout_closed, f.register_status, f.assessment, f.event_day,
    exists (
      select from conflicts_of_interest as c where c.application_id = f.application_id and c.person_id = ${personId}::text
    ) as is_conflicted,
    (
      select s.id from assessments as s where s.application_id = f.application_id order by s.opened_at desc, s.id desc limit 1
    ) as assessment_id
  from application_facts as f
  where f.application_id = ${applicationId}::uuid`
