import { lockKeys } from '#database/lock-keys.ts'
import { pageTags } from '#domain/page-tags.ts'
import { newToken, tokenHash } from '#mail/link-token.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { keptHandler } from '#requests/page-loader.ts'
import { honeypotName } from '#ui/honeypot-field.tsx'
import { failure } from '#wire/failure.ts'
import { emptyForm } from '#wire/form.ts'
import { maxKeys } from '../rules.ts'
import { keyRequestSchema } from '../schema.ts'
import type { DevelopersData } from '../state.ts'
import { keyHash, newKey } from './find-caller.ts'
import { keyMail } from './key-mail.ts'
import { addKey, countKeysOf } from './queries.ts'

/** Makes a key at once, and mails its holder the link that shows its use and revokes it. The key itself is in no mail. */
const askForKey = formCommand({
  permission: 'anyone',
  schema: keyRequestSchema,
  limit: { name: 'api-key', points: 5, seconds: 3600 },
  run: async ({ input: { name, email, ...rest }, services }) => {
    const key = newKey()
    // No person fills in the hidden field: the program gets something that looks like a key.
    if (rest[honeypotName] !== '') return answer({ key })
    return await services.sql.begin(async (transaction) => {
      // Of two that ask at once for the last key, one gets it.
      await lockKeys(transaction, { keys: [`api keys ${email.toLowerCase()}`] })
      const [held] = await countKeysOf(transaction, { email })
      if (held!.in_use >= maxKeys) {
        const message = `This email address has ${maxKeys} keys. Revoke one with the link that we emailed with it, then ask again.`
        return failure('conflict', message, { fields: [{ field: 'email', message }] })
      }
      const token = newToken()
      const ending = key.slice(-4)
      // A key whose holder got no link could not be revoked.
      if (!(await queueMail(transaction, keyMail(email, { ending, token }), services))) {
        const message = 'We have sent this email address as many emails today as we may. Ask again tomorrow.'
        return failure('too-many', message, { fields: [{ field: 'email', message }] })
      }
      await addKey(transaction, {
        keyHash: keyHash(key),
        linkHash: tokenHash(token)!,
        ending,
        name,
        email,
        now: services.now().toISOString(),
      })
      return answer({ key })
    })
  },
})

/** The page for developers. The answer to its form shows the new key, once: it has no address that could be opened again. */
export const developers = keptHandler<DevelopersData>({
  load: async ({ services: { env } }) => ({
    kind: 'page',
    data: { form: emptyForm, key: null, site: env.publicUrl },
    tags: [pageTags.fixed],
  }),
  act: formPost<DevelopersData, typeof askForKey>(askForKey, {
    done: ({ key }, { services: { env } }) => ({
      kind: 'page',
      data: { form: emptyForm, key, site: env.publicUrl },
    }),
    again: ({ services: { env } }, form) => ({ kind: 'page', data: { form, key: null, site: env.publicUrl } }),
  }),
})
