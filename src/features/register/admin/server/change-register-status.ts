import type { Transaction } from '#database/sql.ts'
import { publishedStatusOf } from '#domain/assurance.ts'
import type { Admin } from '#domain/permissions.ts'
import { afterEvent } from '#domain/register-status.ts'
import { statusChangedMail } from '#features/register/mails.ts'
import { setRegisterStatus } from '#features/register/server/queries.ts'
import { appealLink } from '#mail/appeal-link.ts'
import type { Services } from '#requests/services.ts'
import { failure } from '#wire/failure.ts'
import { lockEntry } from '../queries.ts'
import { causeOf, type RegisterAct } from '../rules.ts'

export const unknownEntry = failure('not-found', 'There is no such entry.')
export const hasChanged = failure('conflict', 'Nothing was changed: the entry has changed since you opened this page')

type StatusChange = { id: string; admin: Admin; act: RegisterAct; seen: string | null; reason: string }

/**
 * The reason is public. What is reinstated is lapsed, listed or refused when that is due. `seen`: null for any status. @returns what its command
 * hands on: a line for the audit log, and the organiser's email.
 */
export async function changeStatus(
  tx: Transaction,
  { brand, env, now }: Pick<Services, 'now' | 'brand' | 'env'>,
  { id, admin, act, seen, reason: typed }: StatusChange,
) {
  const [entry] = await lockEntry(tx, { id })
  if (!entry) return unknownEntry
  const { applicationId, contactName, email, validUntil } = entry
  // What the authority has entered itself is accredited by that.
  const due = applicationId === null ? 'active' : publishedStatusOf(entry, brand.accreditAfter)
  const after = afterEvent(act, entry.status, due)
  if ((seen !== null && entry.registerStatus !== seen) || !after) return hasChanged
  const { to, change } = after
  const at = now().toISOString()
  const reason = typed.trim()
  await setRegisterStatus(tx, entry, after, { reason, validUntil, at, cause: causeOf(admin) })
  const before = { status: entry.status, reason: entry.statusReason }
  const audit = [{ subject: { kind: 'entry', id }, action: change, before, after: { status: to, reason } }]
  if (!email) return { audit, mails: [] }
  const isOver = validUntil !== null && Date.parse(validUntil) <= Date.parse(at)
  const said = act !== 'reinstate' ? act : isOver ? 'lifted' : to === 'listed' || to === 'refused' ? to : act
  const appeal = applicationId && appealLink({ appId: applicationId, email }, env)
  const mail = statusChangedMail({ name: contactName ?? '', email }, entry, { act: said, reason, appeal }, brand)
  return { audit, mails: [{ ...mail, ...(applicationId && { application: applicationId }) }] }
}
