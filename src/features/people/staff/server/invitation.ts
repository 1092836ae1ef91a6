import { adminHref } from '../../../../admin-pages.ts'
import { byPerson, recordChange } from '../../../../database/record-change.ts'
import { hashPassword, passwordProblem } from '../../../../providers/auth/password.ts'
import { endOtherSessions, readPassword, replacePassword } from '../../../../providers/auth/queries.ts'
import {
  type Action,
  handler,
  type Loader,
  type PageAnswer,
  type PageRequest,
} from '../../../../requests/page-loader.ts'
import type { Services } from '../../../../requests/services.ts'
import { tokenHash } from '../../../mail/server/link-token.ts'
import { tellPerson } from '../../sign-in/server/security-mail.ts'
import { signInPerson } from '../../sign-in/server/sign-in.ts'
import type { InvitationData } from '../state.ts'
import { findInvitation, spendInvitation, verifyEmail } from './queries.ts'

/** The page of a link for a password. Looking uses nothing up, because mail scanners follow links; the form does. */
const loadInvitation: Loader<InvitationData> = async (request) => await invitationPage(request)

/** The page of a link as it stands, with what is wrong with the password that was typed. */
async function invitationPage(
  { params, services }: PageRequest,
  problem: string | null = null,
): Promise<PageAnswer<InvitationData>> {
  const token = params.token ?? ''
  const hash = tokenHash(token)
  const [link] = hash ? await findInvitation(services.sql, { tokenHash: hash }) : []
  if (!link || link.deactivated_at) return { kind: 'page', status: 404, data: { kind: 'unknown' } }
  if (link.used_at) return { kind: 'page', status: 410, data: { kind: 'used' } }
  if (new Date(link.expires_at) <= services.now()) return { kind: 'page', status: 410, data: { kind: 'expired' } }
  const { name, email, has_password: hasPassword } = link
  return {
    kind: 'page',
    status: problem ? 422 : 200,
    data: { kind: 'usable', token, name, email, isNew: !hasPassword, problem },
  }
}

/** Takes the password that a person sets by their link, and signs them in: on to the admin area, or to their second factor. */
const actInvitation: Action<InvitationData> = async (request) => {
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
