import { type } from 'arktype'
import { adminHref } from '#admin-pages.ts'
import { byPerson } from '#database/record-change.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { notArrived } from '#features/mailbox/rules.ts'
import type { MailData } from '#features/mailbox/state.ts'
import { findSuppressed } from '#mail/find-suppressed.ts'
import { withoutSecrets } from '#mail/hide-secrets.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { handler, type Loader } from '#requests/page-loader.ts'
import { listedMail } from './mailbox.ts'
import { readMail } from './queries.ts'
import { sendAgain } from './send-mail.ts'

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
