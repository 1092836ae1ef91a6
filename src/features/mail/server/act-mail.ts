import { adminHref } from '../../../admin-pages.ts'
import { byPerson } from '../../../database/record-change.ts'
import { isUuid } from '../../../domain/is-uuid.ts'
import { type Action, handler } from '../../../page-loader.ts'
import type { MailData } from '../state.ts'
import { loadMail } from './load-mail.ts'
import { sendAgain } from './send-mail.ts'

/** Takes 'Send again' of a failed mail. Pressed twice, or for a mail that is not failed, it changes nothing more. */
export const actMail: Action<MailData> = async ({ params, visitor, services }) => {
  const admin = await visitor.admin()
  if (!admin || !isUuid(params.id)) return { kind: 'not-found' }
  const again = await sendAgain(params.id, services, byPerson(admin))
  return { kind: 'redirect', to: adminHref('mail', { id: params.id }, { again }), status: 303 }
}

export const mail = handler({ load: loadMail, act: actMail })
