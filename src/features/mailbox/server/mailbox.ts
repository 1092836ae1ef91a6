import { type } from 'arktype'
import { adminHref } from '#admin-pages.ts'
import { byPerson } from '#database/record-change.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { countSuppressed } from '#features/mailbox/bounces/server/queries.ts'
import { findSuppressed } from '#mail/find-suppressed.ts'
import { withoutSecrets } from '#mail/hide-secrets.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost, formsByIntent } from '#requests/form-post.ts'
import { handler, type Loader } from '#requests/page-loader.ts'
import { cleanText } from '#wire/clean-text.ts'
import { countLimit, listPages, readPageNumber, readSort, rowsOf } from '#wire/list-pages.ts'
import { mailboxHref, mailStates, notArrived, usualSort } from '../rules.ts'
import type { ListedMail, MailboxData, MailData } from '../state.ts'
import { countMails, countUnsettled, listMails, type MailListRow, readMail } from './queries.ts'
import { sendAgain, sendAllAgain } from './send-mail.ts'

const pageSize = 50

/** Feeds the mailbox: every mail that the site has written, newest first. */
const loadMailbox: Loader<MailboxData> = async ({ query, services: { sql, env } }) => {
  const state = mailStates.find((known) => known === query.get('state')) ?? null
  const page = readPageNumber(query.get('page'))
  const sort = readSort(query.get('sort'), ['written'], usualSort)
  const q = cleanText(query.get('q'))
  const asked = { state, text: q || null }
  const [rows, [counted], [counts], [suppressed]] = await Promise.all([
    listMails(sql, { ...asked, newestFirst: sort.descending, ...rowsOf(page, pageSize) }),
    countMails(sql, { ...asked, limit: countLimit + 1 }),
    countUnsettled(sql),
    countSuppressed(sql, { text: null, limit: countLimit + 1 }),
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
      suppressed: suppressed!.addresses,
      isKeeping: env.sandbox.has('mail'),
      sort,
      pages: listPages({
        page,
        pageSize,
        fetched: rows.length,
        counted: counted!.mails,
        hrefOf: (number) => mailboxHref({ state, q }, sort, number),
      }),
    },
  }
}

/** A row as the pages show it. */
export function listedMail(row: MailListRow): ListedMail {
  const { id, kind, to_name: toName, to_email: toEmail, subject, state, reason, created_at: createdAt } = row
  return { id, kind, toName, toEmail, subject, state, reason, createdAt }
}

const resendAll = formCommand({
  permission: 'mail',
  run: async ({ admin, services }) => answer({ again: await sendAllAgain(services, byPerson(admin)) }),
})

export const mailbox = handler<MailboxData>({
  load: loadMailbox,
  act: formsByIntent(
    { again: formPost(resendAll, { done: ({ again }) => adminHref('mailbox', { again }) }) },
    async () => ({ kind: 'redirect', to: adminHref('mailbox'), status: 303 }),
  ),
})

/** Feeds the page of one mail. */
const loadMail: Loader<MailData> = async ({ params, query, services: { sql, env } }) => {
  const [row] = isUuid(params.id) ? await readMail(sql, { mailId: params.id }) : []
  if (!row) return { kind: 'not-found' }
  const { text_body, attempts, reason, settled_at: settledAt, attachments } = row
  return {
    kind: 'page',
    data: {
      mail: { ...listedMail(row), text: withoutSecrets(text_body, env), attempts, reason, settledAt, attachments },
      from: env.smtp.from,
      isAskedAgain: query.has('again') && !notArrived.includes(row.state),
      isSuppressed: (await findSuppressed(sql, row.to_email)) !== null,
    },
  }
}

/** Sends a mail again that did not arrive. Pressed twice, or for any other, it changes nothing more. */
const resend = formCommand({
  permission: 'mail',
  params: type({ id: 'string.uuid' }),
  run: async ({ params: { id }, admin, services }) =>
    answer({ id, again: await sendAgain(id, services, byPerson(admin)) }),
})

export const mail = handler({
  load: loadMail,
  act: formPost(resend, { done: ({ id, again }) => adminHref('mail', { id }, { again }) }),
})
