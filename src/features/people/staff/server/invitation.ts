import { type } from 'arktype'
import { adminHref } from '#admin-pages.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import { tellPerson } from '#features/people/sign-in/server/security-mail.ts'
import { signInPerson } from '#features/people/sign-in/server/sign-in-person.ts'
import { linkParams, tokenHash } from '#mail/link-token.ts'
import { hashPassword, passwordProblem } from '#providers/auth/password.ts'
import { endOtherSessions, readPassword, replacePassword } from '#providers/auth/queries.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { handler, type PageAnswer, type PageRequest } from '#requests/page-loader.ts'
import type { Services } from '#requests/services.ts'
import { failure } from '#wire/failure.ts'
import { emptyForm, type FormState, problemOf } from '#wire/form.ts'
import type { InvitationData } from '../state.ts'
import { findInvitation, spendInvitation, verifyEmail } from './queries.ts'

/** The page of a link for a password. Looking uses nothing up, because mail scanners follow links; the form does. */
async function invitationPage(
  { params, services }: PageRequest,
  { problems }: FormState = emptyForm,
): Promise<PageAnswer<InvitationData>> {
  const hash = tokenHash(params.token)
  const [link] = hash ? await findInvitation(services.sql, { tokenHash: hash }) : []
  if (!link || link.deactivated_at) return { kind: 'page', status: 404, data: { kind: 'unknown' } }
  if (link.used_at) return { kind: 'page', status: 410, data: { kind: 'used' } }
  if (new Date(link.expires_at) <= services.now()) return { kind: 'page', status: 410, data: { kind: 'expired' } }
  const { name, email, has_password: hasPassword } = link
  const problem = problemOf(problems, 'password') ?? null
  return { kind: 'page', data: { kind: 'usable', token: params.token!, name, email, isNew: !hasPassword, problem } }
}

/** Sets a person's password by their link, and signs them in: on to the admin area, or to their second factor. */
const choosePassword = formCommand({
  permission: 'anyone',
  params: linkParams,
  schema: type({ password: type('string').configure({ exact: true }).default('') }),
  run: async ({ params: { tokenHash }, input: { password }, headers, visitor, services }) => {
    const message = await passwordProblem(password)
    if (message) return failure('invalid', message, { fields: [{ field: 'password', message }] })
    // The link first: hashing takes a while, and strangers could ask for it again and again.
    const [link] = await findInvitation(services.sql, { tokenHash })
    const isUsable = link && !link.deactivated_at && !link.used_at && new Date(link.expires_at) > services.now()
    const email = isUsable ? await setPassword(services, tokenHash, password) : null
    if (!email) return failure('conflict', 'This link cannot be used.')
    const outcome = await signInPerson(services, { email, password, headers, address: visitor.address })
    if (outcome.kind !== 'signed-in') return answer({ to: adminHref('signIn') })
    const to = outcome.session.needs === 'nothing' ? adminHref('admin') : adminHref('secondFactor')
    return answer({ to }, { cookies: outcome.cookies })
  },
})

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

export const invitation = handler<InvitationData>({
  load: (request) => invitationPage(request),
  act: formPost(choosePassword, { done: ({ to }) => to, again: invitationPage }),
})
