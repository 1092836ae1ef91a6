import { adminHref } from '#admin-pages.ts'
import type { Transaction } from '#database/sql.ts'
import type { MailAddress } from '#domain/mail-address.ts'
import { tokenHash } from '#mail/link-token.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { reviewingRoles } from '../rules.ts'
import { lockApplication } from './queries.ts'
import { findQuestion, type QuestionRow, spendQuestion } from './question-queries.ts'
import { addRemark, listRemarks } from './remark-queries.ts'

type FoundQuestion = { state: 'open' | 'answered' | 'expired' | 'decided'; question: QuestionRow }

/** The question of a link and whether it can still be answered; null for a link that is none of ours. */
export async function readQuestion(
  { sql, now }: Pick<Services, 'sql' | 'now'>,
  token: string | undefined,
): Promise<FoundQuestion | null> {
  const hash = tokenHash(token ?? '')
  const [question] = hash ? await findQuestion(sql, { tokenHash: hash, roles: reviewingRoles }) : []
  if (!question) return null
  if (question.answered_at) return { state: 'answered', question }
  if (question.status !== 'submitted') return { state: 'decided', question }
  return { state: new Date(question.expires_at) <= now() ? 'expired' : 'open', question }
}

/**
 * Stores an organiser's answer in the history of the application and uses the link up: of two at once, one is stored. Who asked is
 * told by mail.
 *
 * @param tokenHash of the token in the link.
 * @returns false where the link takes no answer any more; true again for the answer that it has taken, sent once more.
 */
export async function answerQuestion(
  services: Pick<Services, 'sql' | 'now' | 'brand' | 'env'>,
  tokenHash: string,
  text: string,
): Promise<boolean> {
  const { sql, now } = services
  const [question] = await findQuestion(sql, { tokenHash, roles: reviewingRoles })
  if (!question) return false
  return await sql.begin(async (tx) => {
    // The decision and the answer take turns: nothing is added to what has been decided.
    const [application] = await lockApplication(tx, { applicationId: question.application_id })
    if (application?.status !== 'submitted') return false
    const at = now().toISOString()
    const [spent] = await spendQuestion(tx, { tokenHash, now: at })
    if (!spent) return await isAnswer(tx, question.application_id, text)
    await addRemark(tx, {
      applicationId: question.application_id,
      kind: 'answered',
      authorId: null,
      authorName: '',
      text,
      now: at,
    })
    if (question.asker_email) {
      const asker = { name: question.asker_name ?? '', email: question.asker_email }
      const { application_id: id, reference, title } = question
      await queueMail(tx, applicationAnsweredMail(asker, { id, reference, title }), services)
    }
    return true
  })
}

/** Whether an organiser has answered these very words: a second click, and not a second person. */
async function isAnswer(tx: Transaction, applicationId: string, text: string): Promise<boolean> {
  return (await listRemarks(tx, { applicationId })).some((remark) => remark.kind === 'answered' && remark.text === text)
}

/** To the person of the admin area who asked: the organiser has answered. What they wrote stays on the review page. */
function applicationAnsweredMail(
  asker: MailAddress,
  { id, reference, title }: { id: string; reference: string; title: string },
): MailDraft {
  return {
    kind: 'application-answered',
    causedBy: 'visitor',
    to: asker,
    subject: `Your question on ${reference} has been answered`,
    body: [
      { kind: 'paragraph', text: `Hello ${asker.name},` },
      {
        kind: 'paragraph',
        text: `The organiser of ${title} has answered your question. You can read the answer in the history.`,
      },
      { kind: 'button', label: `Review ${reference}`, href: adminHref('review', { id }) },
    ],
  }
}
