import { camel } from '#database/camel.ts'
import type { Transaction } from '#database/sql.ts'
import type { Instant } from '#domain/formats.ts'
import { londonDay } from '#domain/london-time.ts'
import { criteriaFor } from '#features/assessments/criteria/criterion.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { assessedEvent, isAnswered } from '../rules.ts'
import { renewalOpenedMail } from './expiry/mails.ts'
import { askAgain, findEvidence, findHolder, listCriterionStates, openFollower } from './queries.ts'

/** After a renewal of the listing: what has expired is asked for again. Nothing happens where an assessment is open, or the last one refused. */
export async function openRenewal(
  tx: Transaction,
  { applicationId }: { applicationId: string },
  services: Pick<Services, 'now' | 'brand' | 'env'>,
): Promise<void> {
  const sql = camel(tx)
  const now = services.now()
  const [opened] = await openFollower(sql, { applicationId, now: now.toISOString() })
  if (!opened?.id) return
  await askAgain(sql, { today: londonDay(now) })
  const [found] = await findEvidence(sql, { applicationId })
  const states = await listCriterionStates(sql, { assessmentId: opened.id })
  const stateOf = (id: string) => states.find(({ criterionId }) => criterionId === id)?.state ?? 'wanted'
  const wanted = criteriaFor(found!.criteria, assessedEvent(found!.eventDraft)).flatMap(({ id, level, name }) =>
    level === 'must' && !isAnswered(stateOf(id)) ? name : [],
  )
  const [holder] = await findHolder(sql, { applicationId })
  await queueMail(tx, renewalOpenedMail(holder!, opened.id, wanted), services)
}

/**
 * What was found of an event says nothing of a changed one: an open assessment loses its verdicts, and after an accreditation another one is opened, until
 * whose decision it holds. The caller locks the application.
 */
export async function assessAgain(
  tx: Transaction,
  { applicationId, now }: { applicationId: string; now: Instant },
): Promise<void> {
  await tx<{ id: string | null }[]>`
    select open_renewal(${applicationId}::uuid, ${now}::timestamptz) as id
    where exists (
      select from application_facts as f where f.application_id = ${applicationId}::uuid and f.assessment = 'passed'
    )`
  await tx`
    with reopened as (
      update assessments set status = 'open', kind = case when kind = 'renewal' then 'again' else kind end
      where application_id = ${applicationId}::uuid and status in ('open', 'proposed')
      returning id
    )
    update assessment_criteria
    set verdict = null, score = null, reason = '', note = '', judged_by = null, judged_by_name = '', judged_at = null,
      revision = revision + 1
    where assessment_id in (select id from reopened)`
}
