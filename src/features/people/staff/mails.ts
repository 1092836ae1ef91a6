import { adminHref } from '#admin-pages.ts'
import { type Role, rolesLabel } from '#domain/permissions.ts'
import { mail } from '#mail/mail.ts'
import { linkDays } from './rules.ts'

/** @param by the name of who sends it. */
export function invitationMail(
  { name, email, roles }: { name: string; email: string; roles: readonly Role[] },
  { token, isNew, by }: { token: string; isNew: boolean; by: string },
) {
  const text = isNew
    ? `${by} has invited you to the admin area of the authority as ${rolesLabel(roles).toLowerCase()}. Set your password to start. You sign in with this email address.`
    : `${by} has sent you a link to set a new password for the admin. Your current password works until you do.`
  return mail(isNew ? 'admin-invitation' : 'admin-new-password', {
    causedBy: 'staff',
    to: { name, email },
    subject: isNew ? 'Your invitation to the admin area' : 'Set a new password for the admin area',
  })`
    Hello ${name},

    ${text}

    [${isNew ? 'Accept the invitation' : 'Set a new password'}](${adminHref('invitation', { token })})

    The link works once, within ${linkDays} days. Do not forward this email: anyone who opens the link can sign in as you.`
}
