import { type } from 'arktype'
import { lockKeys } from '#database/lock-keys.ts'
import { dayAfter } from '#domain/calendar-day.ts'
import { londonDay } from '#domain/london-time.ts'
import { pageTags } from '#domain/page-tags.ts'
import { linkParams, newToken, tokenHash } from '#mail/link-token.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { href } from '#pages.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { handler, keptHandler, type PageAnswer, type PageRequest } from '#requests/page-loader.ts'
import { honeypotName } from '#ui/honeypot-field.tsx'
import { failure } from '#wire/failure.ts'
import { emptyForm } from '#wire/form.ts'
import { emailLine, requiredLine } from '#wire/text-schema.ts'
import { chartDays, maxKeys, nameLimit } from '../rules.ts'
import type { DayOfUse, DevelopersData, KeyPageData } from '../state.ts'
import { keyHash, newKey } from './find-caller.ts'
import { addKey, countKeysOf, findKeyByLink, type KeyUse, listKeyUses, revokeKey } from './queries.ts'

/** What the form for a key takes. */
const keyRequestSchema = type({
  name: requiredLine(nameLimit, 'Enter your name or the name of your organisation'),
  email: emailLine,
  [honeypotName]: type('string <= 1000').default(''),
}).onUndeclaredKey('delete')

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

/** Tells the holder of a new key where they see its use and can revoke it. Nobody has proved the address, so nothing typed stands here. */
function keyMail(email: string, { ending, token }: { ending: string; token: string }): MailDraft {
  return {
    kind: 'api-key',
    causedBy: 'visitor',
    to: { name: '', email },
    subject: 'Your API key',
    body: [
      {
        kind: 'paragraph',
        text: `Someone, probably you, asked us for an API key with this email address. The key ends in ${ending}. We showed it once and cannot show it again.`,
      },
      { kind: 'paragraph', text: 'Use this link to see how often the key is used, or to revoke it. Keep this email.' },
      { kind: 'button', label: 'See or revoke the key', href: href('apiKey', { token }) },
      { kind: 'paragraph', text: 'If you did not ask for a key, use the link to revoke it.' },
    ],
  }
}

const revoke = formCommand({
  permission: 'anyone',
  params: linkParams,
  run: async ({ params: { tokenHash: linkHash }, services: { sql, now } }) => {
    const [row] = await findKeyByLink(sql, { linkHash })
    if (!row) return failure('not-found', 'There is no key at this link.')
    return answer(await revokeKey(sql, { id: row.id, by: 'holder', now: now().toISOString() }))
  },
})

/** The page of a key, for whoever was mailed its link. Looking changes nothing, because mail scanners follow links; the button revokes. */
export const apiKey = handler<KeyPageData>({
  load: keyPage,
  act: formPost(revoke, { done: (_, request) => keyPage(request), again: keyPage }),
})

async function keyPage({ params, services: { sql, now } }: PageRequest): Promise<PageAnswer<KeyPageData>> {
  const linkHash = tokenHash(params.token)
  const [row] = linkHash ? await findKeyByLink(sql, { linkHash }) : []
  if (!row) return { kind: 'page', status: 404, data: { kind: 'unknown' } }
  const today = londonDay(now())
  const uses = await listKeyUses(sql, { id: row.id, since: dayAfter(today, 1 - chartDays) })
  const days = Array.from({ length: chartDays }, (_, before) => dayOf(dayAfter(today, -before), uses))
  const { ending, name, created_at: createdAt, revoked_at: revokedAt } = row
  const data = { kind: 'found', token: params.token!, ending, name, createdAt, revokedAt, days } as const
  return { kind: 'page', status: 200, data }
}

function dayOf(day: string, uses: KeyUse[]): DayOfUse {
  const callsOf = (call: string) => uses.find((use) => use.day === day && use.call === call)?.calls ?? 0
  return { day, changes: callsOf('changes'), check: callsOf('check') }
}
