import { londonDay } from '#domain/london-time.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { unseenEvidence } from '../rules.ts'
import { purgeEvidence } from './purge-evidence.ts'
import { unseenEvidenceMail } from './unseen-evidence-mail.ts'
import { holdApplication, listEndedNotices, readTold, takeEndNotices } from './unseen-evidence-queries.ts'

type Needed = Pick<Services, 'sql' | 'now' | 'brand' | 'env'>

/**
 * Deletes the documents that nobody has looked at, of applications that nothing was paid for (the view `unseen_evidence`): some days after
 * the last activity, with one email before. Each notice is taken with its email, and each application is held while it is
 * asked once more, so both happen once, however often and in however many processes this runs.
 *
 * @returns how many documents went.
 */
export async function purgeUnseenEvidence(services: Needed): Promise<number> {
  const now = services.now().toISOString()
  const today = londonDay(services.now())
  while ((await tellSome(services, { now, today })) > 0);
  let removed = 0
  for (const { id } of await listEndedNotices(services.sql, { today })) {
    removed += await services.sql.begin(async (tx) => {
      await holdApplication(tx, { id })
      const isStillDue = (await listEndedNotices(tx, { today })).some((each) => each.id === id)
      return isStillDue ? await purgeEvidence(tx, { ids: [id], by: 'retention', now, keepsWords: true }) : 0
    })
  }
  return removed
}

/** @returns how many were told. */
async function tellSome(services: Needed, { now, today }: { now: string; today: string }): Promise<number> {
  return await services.sql.begin(async (tx) => {
    const notices = await takeEndNotices(tx, { now, today, ...unseenEvidence })
    for (const { application_id: applicationId, deleted_on: deletedOn } of notices) {
      const { reference, title, email, contact_name: contactName } = (await readTold(tx, { id: applicationId }))[0]!
      const told = { applicationId, reference, title, contactName, email }
      await queueMail(tx, unseenEvidenceMail(told, deletedOn, services.brand), services)
    }
    return notices.length
  })
}
