import { byPerson, recordChange } from '#database/record-change.ts'
import type { Transaction } from '#database/sql.ts'
import { publishedStatusOf } from '#domain/assurance.ts'
import type { Admin } from '#domain/permissions.ts'
import { afterEvent } from '#domain/register-status.ts'
import { statusChangedMail } from '#features/register/mails.ts'
import { setRegisterStatus } from '#features/register/server/queries.ts'
import { appealLink } from '#mail/appeal-link.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { lockEntry } from '../queries.ts'
import { causeOf, type RegisterAct } from '../rules.ts'

type StatusChange = { id: string; admin: Admin; act: RegisterAct; seen: string | null; reason: string }

/**
 * The reason is public, and the organiser is emailed. What is reinstated is lapsed, listed or refused when that is
 * due. `seen`: null for any status.
 */
export async function changeStatusWithin(
  tx: Transaction,
  services: Pick<Services, 'now' | 'brand' | 'env'>,
  { id, admin, act, seen, reason: typed }: StatusChange,
): Promise<'done' | 'conflict' | 'not-found'> {
  const [entry] = await lockEntry(tx, { id })
  if (!entry) return 'not-found'
  // What the authority has entered itself is accredited by that.
  const due = entry.applicationId === null ? 'active' : publishedStatusOf(entry, services.brand.accreditAfter)
  const after = afterEvent(act, entry.status, due)
  if ((seen !== null && entry.registerStatus !== seen) || !after) return 'conflict'
  const { to, change } = after
  const at = services.now().toISOString()
  const reason = typed.trim()
  await setRegisterStatus(tx, entry, after, { reason, validUntil: entry.validUntil, at, cause: causeOf(admin) })
  await recordChange(tx, {
    actor: byPerson(admin),
    subject: { kind: 'entry', id },
    action: change,
    before: { status: entry.status, reason: entry.statusReason },
    after: { status: to, reason },
  })
  if (entry.email) {
    const isOver = entry.validUntil !== null && Date.parse(entry.validUntil) <= Date.parse(at)
    const mail = statusChangedMail(
      { name: entry.contactName ?? '', email: entry.email },
      entry,
      {
        act: act !== 'reinstate' ? act : isOver ? 'lifted' : to === 'listed' || to === 'refused' ? to : act,
        reason,
        appeal: entry.applicationId && appealLink({ appId: entry.applicationId, email: entry.email }, services.env),
      },
      services.brand,
    )
    const about = entry.applicationId ? { application: entry.applicationId } : {}
    await queueMail(tx, { ...mail, ...about }, services)
  }
  return 'done'
}
