import { takeRateLimit } from '#database/rate-limit.ts'
import { mailboxKey, normaliseMailAddress } from '#domain/mail-address.ts'
import { pageTags } from '#domain/page-tags.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { href } from '#pages.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { keptHandler } from '#requests/page-loader.ts'
import { honeypotName } from '#ui/honeypot-field.tsx'
import { emptyForm } from '#wire/form.ts'
import { webhookLinkSchema } from '../schema.ts'
import type { WebhooksData } from '../state.ts'
import { exampleEvent, verifyingExamples } from './examples.ts'
import { addLink } from './webhook-link.ts'
import { webhookLinkMail } from './webhook-mails.ts'

/** What one address is written at most, whoever asks; the links that it has had go on working. */
const perAddress = { name: 'webhook-link-address', points: 3, seconds: 3600 }

/** Mails the link that endpoints are registered and managed by. The answer is the same for an address that has endpoints and one that has none. */
const askForLink = formCommand({
  permission: 'anyone',
  schema: webhookLinkSchema,
  limit: { name: 'webhook-link', points: 5, seconds: 600 },
  run: async ({ input, services: { sql, now, ...services } }) => {
    // No person fills in the hidden field.
    if (input[honeypotName] !== '') return answer(null)
    const email = normaliseMailAddress(input.email)
    if ((await takeRateLimit(sql, perAddress, Bun.hash(mailboxKey(email)).toString(36))) !== null) return answer(null)
    await sql.begin(async (transaction) => {
      await queueMail(transaction, webhookLinkMail(email, await addLink(transaction, email, now())), services)
    })
    return answer(null)
  },
})

const examples = { event: exampleEvent, ...verifyingExamples }

/** What webhooks are, how they are verified, and where to begin. */
export const webhooks = keptHandler<WebhooksData>({
  load: async ({ query }) => ({
    kind: 'page',
    data: { form: emptyForm, isAsked: query.has('asked'), examples },
    tags: [pageTags.fixed],
  }),
  act: formPost(askForLink, {
    done: () => `${href('webhooks', { asked: true })}#begin`,
    again: (_, form) => ({ kind: 'page', data: { form, isAsked: false, examples } }),
  }),
})
