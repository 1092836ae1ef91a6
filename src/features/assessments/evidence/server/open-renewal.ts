import type { Transaction } from '#database/sql.ts'
import { londonDay } from '#domain/london-time.ts'
import { criteriaFor } from '#features/assessments/criteria/criterion.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { assessedEvent, isAnswered } from '../rules.ts'
import { renewalOpenedMail } from './expiry/mails.ts'
import { askAgain, openFollowing, readHolder } from './expiry/queries.ts'
import { findRoom, listCriterionStates } from './room-queries.ts'

/**
 * Opens the assessment of a listing that was renewed for another year, under the criteria of its day. What was accepted and is still
 * valid counts on; what has run out is asked for again, and the organisation is told by mail. Where an assessment is open already, it goes
 * on and nothing happens; so it is after a refusal.
 */
export async function openRenewal(
  tx: Transaction,
  { applicationId }: { applicationId: string },
  services: Pick<Services, 'now' | 'brand' | 'env'>,
): Promise<void> {
  const now = services.now()
  const [opened] = await openFollowing(tx, { applicationId, now: now.toISOString() })
  if (!opened?.id) return
  await askAgain(tx, { today: londonDay(now) })
  const [room] = await findRoom(tx, { applicationId })
  const states = await listCriterionStates(tx, { assessmentId: opened.id })
  const wanted = criteriaFor(room!.criteria, assessedEvent(room!.event_draft)).filter(
    ({ id, level }) =>
      level === 'must' && !isAnswered(states.find(({ criterion_id }) => criterion_id === id)?.state ?? 'wanted'),
  )
  const [holder] = await readHolder(tx, { applicationId })
  const mail = renewalOpenedMail(
    holder!,
    opened.id,
    wanted.map(({ name }) => name),
  )
  await queueMail(tx, mail, services)
}
