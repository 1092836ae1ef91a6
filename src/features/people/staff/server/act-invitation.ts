import { adminHref } from '../../../../admin-pages.ts'
import { byPerson, recordChange } from '../../../../database/record-change.ts'
import { type Action, handler } from '../../../../page-loader.ts'
import { hashPassword, passwordProblem } from '../../../../providers/auth/password.ts'
import { endOtherSessions, readPassword, replacePassword } from '../../../../providers/auth/queries.ts'
import type { Services } from '../../../../services.ts'
import { tokenHash } from '../../../mail/server/link-token.ts'
import { tellPerson } from '../../sign-in/server/security-mail.ts'
import { signInPerson } from '../../sign-in/server/sign-in.ts'
import type { InvitationData } from '../state.ts'
import { invitationPage, loadInvitation } from './load-invitation.ts'
import { spendInvitation, verifyEmail } from './queries.ts'

/** Takes the password that a person sets by their link, and signs them in: on to the admin area, or to their second factor. */
export const actInvitation: Action<InvitationData> = async (request) => {
  const { params, form, headers, visitor, services } = request
  const password = form.password ?? ''
  const problem = await passwordProblem(password)
  if (problem) return await invitationPage(request, problem)
  const hash = tokenHash(params.token)
  // The link first: hashing takes a while, and strangers could ask for it again and again.
  const page = await invitationPage(request)
  if (!hash || page.kind !== 'page' || page.data.kind !== 'usable') return page
  const email = await setPassword(services, hash, password)
  if (!email) return await invitationPage(request)
  const outcome = await signInPerson(services, { email, password, headers, address: visitor.address })
  if (outcome.kind !== 'signed-in') return { kind: 'redirect', to: adminHref('signIn'), status: 303 }
  const to = outcome.session.needs === 'nothing' ? adminHref('admin') : adminHref('secondFactor')
  return { kind: 'redirect', to, status: 303, cookies: outcome.cookies }
}

/** @returns the person's address; null when the link was used in the meantime. */
async function setPassword(services: Services, tokenHash: string, password: string): Promise<string | null> {
  const passwordHash = await hashPassword(password)
  return await services.sql.begin(async (transaction) => {
    const [person] = await spendInvitation(transaction, { tokenHash, now: services.now().toISOString() })
    if (!person) return null
    const [earlier] = await readPassword(transaction, { personId: person.id })
    await replacePassword(transaction, { personId: person.id, hash: passwordHash })
    await verifyEmail(transaction, { personId: person.id })
    await endOtherSessions(transaction, { personId: person.id, keptSessionId: null })
    const subject = { kind: 'person', id: person.id }
    await recordChange(transaction, { actor: byPerson(person), subject, action: 'password-set' })
    if (earlier) await tellPerson(transaction, services, person.id, 'password-changed')
    return person.email
  })
}

export const invitation = handler({ load: loadInvitation, act: actInvitation })
