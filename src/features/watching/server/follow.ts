import { takeRateLimit } from '#database/rate-limit.ts'
import { mailboxKey, normaliseMailAddress } from '#domain/mail-address.ts'
import { follow as words } from '#features/watching/content.ts'
import { type Cadence, type FollowData, maxRequestsPerHour, requestDays } from '#features/watching/rules.ts'
import { followSchema } from '#features/watching/schema.ts'
import { newToken, tokenHash } from '#mail/link-token.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { href } from '#pages.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { handler, type PageAnswer } from '#requests/page-loader.ts'
import type { Services } from '#requests/services.ts'
import { honeypotName } from '#ui/honeypot-field.tsx'
import { failure } from '#wire/failure.ts'
import { emptyForm, type FormState } from '#wire/form.ts'
import { alreadyFollowingMail, confirmationMail } from './follow-mails.ts'
import { addRequest, findFollower } from './queries.ts'
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
