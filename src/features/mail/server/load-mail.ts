import { isUuid } from '../../../domain/is-uuid.ts'
import type { Loader } from '../../../page-loader.ts'
import type { MailData } from '../state.ts'
import { withoutSecrets } from './hide-secrets.ts'
import { listedMail } from './load-mailbox.ts'
import { readMail } from './queries.ts'

/** Feeds the page of one mail. */
export const loadMail: Loader<MailData> = async ({ params, query, services: { sql, env } }) => {
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
