import { camel } from '#database/camel.ts'
import type { Transaction } from '#database/sql.ts'
import { londonDay } from '#domain/london-time.ts'
import { criteriaFor } from '#features/assessments/criteria/criterion.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { assessedEvent, isAnswered } from '../rules.ts'
import { renewalOpenedMail } from './expiry/mails.ts'
import { askAgain, findHolder, openFollower } from './expiry/queries.ts'
import { findEvidence, listCriterionStates } from './queries.ts'

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
