import { adminHref } from '../../../admin-pages.ts'
import { byPerson } from '../../../database/record-change.ts'
import { type Action, handler } from '../../../requests/page-loader.ts'
import type { MailboxData } from '../state.ts'
import { loadMailbox } from './load-mailbox.ts'
import { sendAllAgain } from './send-mail.ts'

/** Takes 'Send all failed again'. */
export const actMailbox: Action<MailboxData> = async ({ form, visitor, services }) => {
  const admin = await visitor.admin()
  if (!admin || form.intent !== 'again') return { kind: 'redirect', to: adminHref('mailbox'), status: 303 }
  const again = await sendAllAgain(services, byPerson(admin))
  return { kind: 'redirect', to: adminHref('mailbox', { again: String(again) }), status: 303 }
}

export const mailbox = handler({ load: loadMailbox, act: actMailbox })
