import { byPerson, recordChange } from '../../../../database/record-change.ts'
import type { Transaction } from '../../../../database/sql.ts'
import type { Admin } from '../../../../domain/permissions.ts'
import { href } from '../../../../pages.ts'
import type { Services } from '../../../../requests/services.ts'
import { waitForAddress } from '../../../mail/address-confirmation/server/confirm-address.ts'
import { newToken, tokenHash } from '../../../mail/server/link-token.ts'
import { queueMail } from '../../../mail/server/queue-mail.ts'
import { questionDays, reviewingRoles } from '../rules.ts'
import { applicationQuestionMail } from './mails/application-question.ts'
import {
  addQuestion,
  addRemark,
  assignApplication,
  listRemarks,
  listReviewers,
  lockApplication,
  openCheckout,
  type RemarkKind,
} from './queries.ts'

/** The same text again within this time is a second click, in milliseconds. */
const doubleClick = 60_000

type Work = Pick<Services, 'sql' | 'now'>
type Asked = { applicationId: string; admin: Admin }

const subjectOf = (id: string) => ({ kind: 'application', id })

/** Adds a note, which nobody outside the admin area sees. @returns false for an unknown application. */
export async function addNote({ sql, now }: Work, { applicationId, admin, text }: Asked & { text: string }) {
  return await sql.begin(async (tx) => {
    const [application] = await lockApplication(tx, { applicationId })
    if (!application) return false
    if (await isSaidJustNow(tx, applicationId, admin, 'note', text.trim(), now())) return true
    await addRemark(tx, {
      applicationId,
      kind: 'note',
      authorId: admin.id,
      authorName: admin.name,
      text: text.trim(),
      now: now().toISOString(),
    })
    await recordChange(tx, { actor: byPerson(admin), subject: subjectOf(applicationId), action: 'noted' })
    return true
  })
}

/**
 * Opens the checkout of an application again, which a refund for cause has closed. The reason stays in the history.
 *
 * @returns false where it is open, or the application unknown.
 */
export async function reopenCheckout({ sql, now }: Work, { applicationId, admin, text }: Asked & { text: string }) {
  return await sql.begin(async (tx) => {
    await lockApplication(tx, { applicationId })
    const [opened] = await openCheckout(tx, { applicationId })
    if (!opened) return false
    const said = `The checkout is open again: ${text.trim()}`
    await addRemark(tx, {
      applicationId,
      kind: 'note',
      authorId: admin.id,
      authorName: admin.name,
      text: said,
      now: now().toISOString(),
    })
    await recordChange(tx, { actor: byPerson(admin), subject: subjectOf(applicationId), action: 'checkout-opened' })
    return true
  })
}

/** People who may look after an application. */
export async function reviewersOf({ sql }: Pick<Services, 'sql'>) {
  return await listReviewers(sql, { roles: reviewingRoles })
}

/**
 * Hands an application to somebody, or to nobody (null).
 *
 * @returns `nobody-such` for a person who may not review; handing it to whom it belongs already changes nothing.
 */
export async function assign(
  services: Work,
  { applicationId, admin, personId }: Asked & { personId: string | null },
): Promise<'assigned' | 'not-found' | 'nobody-such'> {
  const person = personId === null ? null : (await reviewersOf(services)).find(({ id }) => id === personId)
  if (person === undefined) return 'nobody-such'
  return await services.sql.begin(async (tx) => {
    const [application] = await lockApplication(tx, { applicationId })
    if (!application) return 'not-found'
    if (application.assigned_to === (person?.id ?? null)) return 'assigned'
    await assignApplication(tx, { applicationId, personId: person?.id ?? null })
    const at = services.now().toISOString()
    await addRemark(tx, {
      applicationId,
      kind: 'assigned',
      authorId: admin.id,
      authorName: admin.name,
      text: person?.name ?? '',
      now: at,
    })
    await recordChange(tx, {
      actor: byPerson(admin),
      subject: subjectOf(applicationId),
      action: 'assigned',
      before: { assignedTo: application.assigned_name },
      after: { assignedTo: person?.name ?? null },
    })
    return 'assigned'
  })
}

/**
 * Asks the organiser for more: a mail to the organisation's own address with a link that takes one answer.
 *
 * @returns `decided` where nothing waits for an answer any more.
 */
export async function askForMore(
  services: Pick<Services, 'sql' | 'now' | 'brand' | 'env'>,
  { applicationId, admin, text }: Asked & { text: string },
): Promise<'asked' | 'not-found' | 'decided'> {
  const { sql, now } = services
  return await sql.begin(async (tx) => {
    const [application] = await lockApplication(tx, { applicationId })
    if (!application) return 'not-found'
    if (application.status !== 'submitted') return 'decided'
    const at = now()
    const question = text.trim()
    if (await isSaidJustNow(tx, applicationId, admin, 'asked', question, at)) return 'asked'
    const [remark] = await addRemark(tx, {
      applicationId,
      kind: 'asked',
      authorId: admin.id,
      authorName: admin.name,
      text: question,
      now: at.toISOString(),
    })
    const token = newToken()
    const expiresAt = new Date(at.getTime() + questionDays * 86_400_000)
    await addQuestion(tx, {
      tokenHash: tokenHash(token)!,
      applicationId,
      remarkId: remark!.id,
      now: at.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })
    const { reference, title, contact_name: contactName, email } = application
    const isConfirmed = await waitForAddress(tx, email)
    const told = {
      applicationId,
      reference,
      email,
      title: isConfirmed ? title : null,
      contactName: isConfirmed ? contactName : '',
    }
    await queueMail(tx, applicationQuestionMail(told, question, href('answer', { token }), questionDays), services)
    await recordChange(tx, { actor: byPerson(admin), subject: subjectOf(applicationId), action: 'asked' })
    return 'asked'
  })
}

/** Whether the last that was written about an application is this very text, just now. The application is locked. */
async function isSaidJustNow(
  tx: Transaction,
  applicationId: string,
  { name }: Admin,
  kind: RemarkKind,
  text: string,
  now: Date,
): Promise<boolean> {
  const last = (await listRemarks(tx, { applicationId })).at(-1)
  const isSame = last?.kind === kind && last.author_name === name && last.text === text
  return isSame && now.getTime() - Date.parse(last.written_at) < doubleClick
}
