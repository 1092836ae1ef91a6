import { takeRateLimit } from '#database/rate-limit.ts'
import { mailboxKey, normaliseMailAddress } from '#domain/mail-address.ts'
import { follow as words } from '#features/watching/content.ts'
import { followSchema } from '#features/watching/schema.ts'
import { linkParams, newToken, tokenHash } from '#mail/link-token.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { href } from '#pages.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { handler, type PageAnswer, type PageRequest } from '#requests/page-loader.ts'
import type { Services } from '#requests/services.ts'
import { honeypotName } from '#ui/honeypot-field.tsx'
import { failure } from '#wire/failure.ts'
import { emptyForm, type FormState } from '#wire/form.ts'
import {
  type Cadence,
  type FollowConfirmationData,
  type FollowData,
  maxFollows,
  maxRequestsPerHour,
  requestDays,
} from '../rules.ts'
import { alreadyFollowingMail, confirmationMail } from './follow-mails.ts'
import { addFollow, addRequest, endRequest, findFollower, findRequest, holdFollower, holdRequest } from './queries.ts'
import { nameSubject, readSubject, subjectQuery } from './subject.ts'

/** What one address is written at most, whoever asks. */
const perAddress = { name: 'follow-address', points: maxRequestsPerHour, seconds: 3600 }
const day = 24 * 60 * 60 * 1000

const askToFollow = formCommand({
  permission: 'anyone',
  schema: followSchema,
  limit: { name: 'follow', points: 10, seconds: 600 },
  run: async ({ input, services }) => {
    const subject = readSubject(new URLSearchParams(input.of))
    if (!subject || !(await nameSubject(services.sql, subject)))
      return failure('not-found', 'This is not in the register.')
    const wish = { email: normaliseMailAddress(input.email), subject: subjectQuery(subject), cadence: input.cadence }
    // No person fills in the hidden field: the program is told what it hopes for.
    if (input[honeypotName] === '') await requestFollow(services, wish)
    return answer(null)
  },
})

/** The page on which something is followed: `?entry=…`, `?organiser=…`, or the filters of the register. Read by the address alone. */
export const follow = handler<FollowData>({
  load: async ({ query, services }) => await followPage(services, query, emptyForm, query.get('asked') === '1'),
  act: formPost<FollowData, typeof askToFollow>(askToFollow, {
    done: (_, { form }) => followAddress(form.of ?? '', { asked: true }),
    again: async ({ services }, form) => await followPage(services, new URLSearchParams(form.typed.of), form, false),
  }),
})

function followAddress(of: string, { asked }: { asked: boolean }): string {
  const query = new URLSearchParams(of)
  if (asked) query.set('asked', '1')
  return `${href('follow')}?${query}`
}

async function followPage(
  { sql }: Pick<Services, 'sql'>,
  query: URLSearchParams,
  form: FormState,
  isAsked: boolean,
): Promise<PageAnswer<FollowData>> {
  const subject = readSubject(query)
  const named = subject && (await nameSubject(sql, subject))
  if (!subject || !named) return { kind: 'not-found' }
  return { kind: 'page', data: { subject: named, of: subjectQuery(subject), form, isAsked } }
}

/**
 * Stores a request and mails the link that confirms it, both or neither. Nothing that a caller sees tells whether the address follows
 * anything, or whether it has had enough mails.
 */
async function requestFollow(
  services: Services,
  { email, subject, cadence }: { email: string; subject: string; cadence: Cadence },
): Promise<void> {
  const { sql } = services
  if ((await takeRateLimit(sql, perAddress, Bun.hash(mailboxKey(email)).toString(36))) !== null) return
  await sql.begin(async (transaction) => {
    const [follower] = await findFollower(transaction, { email, subject })
    if (follower) {
      await queueMail(transaction, alreadyFollowingMail(email, follower.token), services)
      return
    }
    const token = newToken()
    const now = services.now()
    await addRequest(transaction, {
      tokenHash: tokenHash(token)!,
      email,
      subject,
      cadence,
      consent: words.consent,
      now: now.toISOString(),
      expiresAt: new Date(now.getTime() + requestDays * day).toISOString(),
    })
    await queueMail(transaction, confirmationMail(email, token), services)
  })
}

/** The page of a confirmation link as it is now. Looking confirms nothing, because mail scanners follow links; the button does. */
async function confirmationPage(
  { params, services: { sql, now } }: PageRequest,
  isFull = false,
): Promise<PageAnswer<FollowConfirmationData>> {
  const token = params.token ?? ''
  const hash = tokenHash(token)
  const [found] = hash ? await findRequest(sql, { tokenHash: hash }) : []
  if (!found) return { kind: 'page', status: 404, data: { kind: 'unknown' } }
  if (found.token) return { kind: 'page', data: { kind: 'used', mine: href('following', { token: found.token }) } }
  if (new Date(found.expires_at) <= now()) return { kind: 'page', status: 410, data: { kind: 'expired' } }
  const subject = readSubject(new URLSearchParams(found.subject))
  const named = subject && (await nameSubject(sql, subject))
  const data = { kind: 'usable' as const, token, subject: named, cadence: found.cadence, isFull }
  return { kind: 'page', status: isFull ? 409 : 200, data }
}

/** What was asked for is followed from now on. */
const confirm = formCommand({
  permission: 'anyone',
  params: linkParams,
  run: async ({ params: { tokenHash }, services }) =>
    await services.sql.begin(async (transaction) => {
      const now = services.now().toISOString()
      const [asked] = await holdRequest(transaction, { tokenHash, now })
      if (!asked) return failure('not-found', 'This link cannot be used.')
      const [follower] = await holdFollower(transaction, { email: asked.email, token: newToken(), now })
      const followerId = follower!.id
      const [added] = await addFollow(transaction, { followerId, ...asked, now, most: maxFollows })
      if (!added) return failure('conflict', `This email address follows ${maxFollows} things already.`)
      await endRequest(transaction, { tokenHash, followerId, now })
      return answer({ token: follower!.token })
    }),
})

export const followConfirmation = handler<FollowConfirmationData>({
  load: (request) => confirmationPage(request),
  act: formPost(confirm, {
    done: ({ token }) => href('following', { token }, { said: 'begun' }),
    again: (request, _, { failure }) => confirmationPage(request, failure === 'conflict'),
  }),
})
