import { takeRateLimit } from '#database/rate-limit.ts'
import { mailboxKey } from '#domain/mail-address.ts'
import { pageTags } from '#domain/page-tags.ts'
import { readClaims } from '#features/claims/server/read-claims.ts'
import { newToken, tokenHash } from '#mail/link-token.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { href } from '#pages.ts'
import { answer, command } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { keptHandler } from '#requests/page-loader.ts'
import type { Services } from '#requests/services.ts'
import { honeypotName } from '#ui/honeypot-field.tsx'
import { emptyForm } from '#wire/form.ts'
import { press as words } from '../content.ts'
import { type PressData, requestDays } from '../rules.ts'
import { subscriptionAnswer, subscriptionSchema } from '../schema.ts'
import { confirmationMail, stillSubscribedMail } from './press-mails.ts'
import { addRequest, findSubscription } from './queries.ts'
import { listReleases } from './releases.ts'

export const subscribeToPress = command({
  permission: 'anyone',
  summary: 'Ask for press releases by email',
  description:
    'Emails a link that confirms the subscription. The answer is the same whether or not the address is subscribed.',
  schema: subscriptionSchema,
  answers: { 200: subscriptionAnswer },
  failures: {},
  limit: {
    name: 'press-subscription',
    points: 5,
    seconds: 600,
    when: 'Five requests in ten minutes have come from this address.',
  },
  run: async ({ input, services }) => {
    // No person fills in the hidden field: the program is told what it hopes for.
    if (input[honeypotName] === '') await requestSubscription(services, input.email)
    return answer({ success: true, message: words.subscription.asked.text })
  },
})

/** The press page; `?asked=1` is where a form that was posted without a script ends. */
export const press = keptHandler<PressData>({
  load: async ({ query, services }) => ({
    kind: 'page',
    data: { ...(await claimed(services)), form: emptyForm, isAsked: query.get('asked') === '1' },
    tags: [pageTags.contentFlags],
  }),
  act: formPost(subscribeToPress, {
    done: () => `${href('press', { asked: true })}#subscribe`,
    again: async ({ services }, form) => ({
      kind: 'page',
      data: { ...(await claimed(services)), form, isAsked: false },
    }),
  }),
})

async function claimed(services: Services): Promise<Pick<PressData, 'releases' | 'quotes'>> {
  const [releases, claims] = await Promise.all([listReleases(services), readClaims(services, ['press-quotes'])])
  return { releases, quotes: claims['press-quotes'] }
}

/** What one address is written at most, whoever asks. */
const perAddress = { name: 'press-subscription-address', points: 3, seconds: 3600 }
const day = 24 * 60 * 60 * 1000

/**
 * Stores a request and mails the link that confirms it, both or neither. Nothing that a caller sees tells whether the address is
 * subscribed, or whether it has had enough mails.
 */
async function requestSubscription(services: Services, email: string): Promise<void> {
  const { sql } = services
  if ((await takeRateLimit(sql, perAddress, Bun.hash(mailboxKey(email)).toString(36))) !== null) return
  await sql.begin(async (transaction) => {
    const [subscription] = await findSubscription(transaction, { email })
    if (subscription) {
      await queueMail(transaction, stillSubscribedMail(subscription), services)
      return
    }
    const token = newToken()
    const now = services.now()
    const expiresAt = new Date(now.getTime() + requestDays * day).toISOString()
    await addRequest(transaction, {
      tokenHash: tokenHash(token)!,
      email,
      consent: words.subscription.consent,
      now: now.toISOString(),
      expiresAt,
    })
    await queueMail(transaction, confirmationMail(email, token), services)
  })
}
