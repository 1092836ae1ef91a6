import { adminHref } from '#admin-pages.ts'
import { byPerson } from '#database/record-change.ts'
import { countSuppressed } from '#features/mailbox/bounces/server/queries.ts'
import { mailboxHref, mailStates, usualSort } from '#features/mailbox/rules.ts'
import type { ListedMail, MailboxData } from '#features/mailbox/state.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost, formsByIntent } from '#requests/form-post.ts'
import { handler, type Loader } from '#requests/page-loader.ts'
import { cleanText } from '#wire/clean-text.ts'
import { countLimit, listPages, readPageNumber, readSort, rowsOf } from '#wire/list-pages.ts'
import { countMails, countUnsettled, listMails, type MailListRow } from './queries.ts'
import { sendAllAgain } from './send-mail.ts'

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
