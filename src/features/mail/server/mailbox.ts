import { adminHref } from '../../../admin-pages.ts'
import { byPerson } from '../../../database/record-change.ts'
import { isUuid } from '../../../domain/is-uuid.ts'
import { type Action, handler, type Loader } from '../../../requests/page-loader.ts'
import { cleanText } from '../../../wire/clean-text.ts'
import { mailStates } from '../rules.ts'
import type { ListedMail, MailboxData } from '../state.ts'
import { countUnsettled, listMails, type MailListRow } from './queries.ts'
import { sendAllAgain } from './send-mail.ts'

const pageSize = 50

/** Feeds the mailbox: every mail that the site has written, newest first. */
const loadMailbox: Loader<MailboxData> = async ({ query, services: { sql, env } }) => {
  const state = mailStates.find((known) => known === query.get('state')) ?? null
  const after = query.get('after')
  const before = isUuid(after) ? after : null
  // One more than is shown tells whether there is a next page.
  const q = cleanText(query.get('q'))
  const [rows, [counts]] = await Promise.all([
    listMails(sql, { state, text: q || null, before, limit: pageSize + 1 }),
    countUnsettled(sql),
  ])
  const again = /^\d{1,4}$/.test(query.get('again') ?? '') ? Number(query.get('again')) : null
  const mails = rows.slice(0, pageSize).map(listedMail)
  return {
    kind: 'page',
    data: {
      state,
      q,
      counts: counts!,
      again,
      mails,
      isKeeping: env.sandbox.has('mail'),
      firstHref: before ? adminHref('mailbox', { state, q }) : null,
      nextHref: rows.length > pageSize ? adminHref('mailbox', { state, q, after: mails.at(-1)!.id }) : null,
    },
  }
}

/** A row as the pages show it. */
export function listedMail(row: MailListRow): ListedMail {
  const { id, kind, to_name: toName, to_email: toEmail, subject, state, reason, created_at: createdAt } = row
  return { id, kind, toName, toEmail, subject, state, reason, createdAt }
}

/** Takes 'Send all failed again'. */
const actMailbox: Action<MailboxData> = async ({ form, visitor, services }) => {
  const admin = await visitor.admin()
  if (!admin || form.intent !== 'again') return { kind: 'redirect', to: adminHref('mailbox'), status: 303 }
  const again = await sendAllAgain(services, byPerson(admin))
  return { kind: 'redirect', to: adminHref('mailbox', { again: String(again) }), status: 303 }
}

export const mailbox = handler({ load: loadMailbox, act: actMailbox })
