import { adminHref } from '../../../admin-pages.ts'
import { byPerson } from '../../../database/record-change.ts'
import { isUuid } from '../../../domain/is-uuid.ts'
import { type Action, handler, type Loader } from '../../../requests/page-loader.ts'
import type { MailData } from '../state.ts'
import { withoutSecrets } from './hide-secrets.ts'
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
      isAskedAgain: query.has('again') && row.state !== 'failed',
    },
  }
}

/** Takes 'Send again' of a failed mail. Pressed twice, or for a mail that is not failed, it changes nothing more. */
const actMail: Action<MailData> = async ({ params, visitor, services }) => {
  const admin = await visitor.admin()
  if (!admin || !isUuid(params.id)) return { kind: 'not-found' }
  const again = await sendAgain(params.id, services, byPerson(admin))
  return { kind: 'redirect', to: adminHref('mail', { id: params.id }, { again }), status: 303 }
}

export const mail = handler({ load: loadMail, act: actMail })
