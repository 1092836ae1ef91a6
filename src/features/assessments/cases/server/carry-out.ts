import { londonDay } from '#domain/london-time.ts'
import { addComparison } from '#features/applications/server/compare-officers.ts'
import { appealLink } from '#mail/appeal-link.ts'
import { newToken, tokenHash } from '#mail/link-token.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { href } from '#pages.ts'
import type { Services } from '#requests/services.ts'
import { restsOn, scoreOf } from '../judged-criteria.ts'
import { nextReview, noticeDays } from '../rules.ts'
import { findEntryOf } from './case-queries.ts'
import { noteDocuments } from './criterion-queries.ts'
import type { Result } from './mails/assessment-decided.ts'
import { assessmentDecidedMail } from './mails/assessment-decided.ts'
import { refusalNoticeMail } from './mails/refusal-notice.ts'
import { publishAssurance } from './publish-assurance.ts'
import { addCondition, addNotice, setDecided, setStatus } from './step-queries.ts'
import { toldOf } from './told-case.ts'
import { type CaseWork, takeStep } from './work-on-case.ts'

type Mailing = Pick<Services, 'brand' | 'env' | 'now'>

/**
 * Does what was decided: a refusal is told first, with its reasons and the days to answer, unless it is a matter of safety; everything else
 * ends the case.
 */
export async function carryOut(work: CaseWork, result: Result, services: Mailing): Promise<void> {
  if (result.outcome === 'refuse' && !result.isSafety) await sendNotice(work, result, services)
  else await endCase(work, result, services)
}

async function sendNotice(work: CaseWork, { reason, about, decidedBy }: Result, services: Mailing): Promise<void> {
  const { tx, found, criteria, at } = work
  const by = decidedBy === 'panel' ? { by: null } : {}
  const stepId = await takeStep(work, 'noticed', { outcome: 'refuse', reason, about, ...by })
  const until = new Date(Date.parse(at) + noticeDays * 86_400_000).toISOString()
  await setStatus(tx, { id: found.id, status: 'notice', answerUntil: until })
  const token = newToken()
  await addNotice(tx, { tokenHash: tokenHash(token)!, id: found.id, stepId })
  const link = href('refusalAnswer', { token })
  await queueMail(tx, refusalNoticeMail(await toldOf(tx, found), { stepId, reason, criteria, until, link }), services)
}

/** Ends a case for good, tells the applicant, and the register what it says of the entry. */
export async function endCase(work: CaseWork, result: Result, services: Mailing): Promise<void> {
  const { tx, found, criteria, at, today } = work
  const { outcome, isSafety, reason, conditions, decidedBy, about } = result
  const isPanel = decidedBy === 'panel'
  await takeStep(work, 'decided', { outcome, isSafety, reason, conditions, about, ...(isPanel ? { by: null } : {}) })
  const [entry] = await findEntryOf(tx, { applicationId: found.application_id })
  const lastDay = entry?.valid_until ? londonDay(new Date(entry.valid_until)) : null
  const nextReviewOn = outcome === 'refuse' ? null : nextReview(today, lastDay)
  if (outcome !== 'refuse') {
    const resting = criteria.map((criterion) => ({ criterionId: criterion.id, ...restsOn(criterion, today) }))
    const results = resting.flatMap(({ criterionId, basis, basisOn: until }) =>
      basis === 'document' ? { criterionId, until } : [],
    )
    await noteDocuments(tx, { id: found.id, results })
  }
  await setDecided(tx, { id: found.id, outcome, decidedBy, score: scoreOf(criteria), nextReviewOn, now: at })
  for (const condition of conditions) await addCondition(tx, { id: found.id, ...condition })
  const told = await toldOf(tx, found)
  const { applicationId, email } = told
  // The way to an appeal, which there is against a refusal alone.
  const link = outcome === 'refuse' ? appealLink({ appId: applicationId, email }, services.env) : ''
  await queueMail(
    tx,
    assessmentDecidedMail(
      told,
      { ...result, criteria, nextReviewOn, isApproved: found.application_status === 'approved' },
      link,
    ),
    services,
  )
  if (outcome === 'refuse') await addComparison(tx, applicationId)
  await publishAssurance(tx, { applicationId: found.application_id }, services)
}
