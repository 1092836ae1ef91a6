import type { Transaction } from '#database/sql.ts'
import { softLimit } from '#domain/bounces.ts'
import { isMailAddress, normaliseMailAddress } from '#domain/mail-address.ts'
import type { BounceReport } from '#providers/bounces/bounces.ts'
import { addBounce, countSoft, noteMailBounced, suppressAddress } from './queries.ts'

/**
 * Takes one report of a mail that did not arrive or was reported as spam, once: the mail says so in the mailbox, and its address gets no
 * more after a hard bounce, a complaint, or several soft bounces within days (`softLimit`).
 *
 * @param source who reports: `smtp` for a server that refused the recipient, or the provider.
 */
export async function noteBounce(transaction: Transaction, source: string, report: BounceReport): Promise<void> {
  const email = normaliseMailAddress(report.email)
  if (!isMailAddress(email)) return
  const { kind, mailId } = report
  const reason = storable(report.reason, 300)
  const [added] = await addBounce(transaction, { source, sourceId: storable(report.id, 200), email, kind, reason })
  if (!added) return
  if (mailId && kind !== 'complaint') await noteMailBounced(transaction, { mailId, email, reason })
  if (kind === 'soft') {
    const [soft] = await countSoft(transaction, { email, days: softLimit.days })
    if (soft!.bounces < softLimit.bounces) return
  }
  await suppressAddress(transaction, { email, cause: kind, reason })
}

/** One line of at most so many characters, without what PostgreSQL cannot hold. */
function storable(text: string, most: number): string {
  return text
    .replace(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed()
}
