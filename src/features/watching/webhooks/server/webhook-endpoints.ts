import { type } from 'arktype'
import { lockKeys } from '#database/lock-keys.ts'
import type { SqlRunner } from '#database/sql.ts'
import { mailboxKey } from '#domain/mail-address.ts'
import { findCity } from '#features/register/cities/server.ts'
import { nameSubject, readSubject, subjectQuery } from '#features/watching/server/subject.ts'
import { confirmAddress } from '#mail/confirm-address.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { pageAt, pages } from '#pages.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost, formsByIntent } from '#requests/form-post.ts'
import { handler, type PageAnswer, type PageRequest } from '#requests/page-loader.ts'
import { failure } from '#wire/failure.ts'
import { emptyForm, type FormState } from '#wire/form.ts'
import { organiserId } from '#wire/organiser-address.ts'
import { maxAtHost, maxEndpoints } from '../rules.ts'
import { endpointSchema, readEndpointAddress } from '../schema.ts'
import type { EndpointsData, NewSecret } from '../state.ts'
import { addEndpoint, countAtHost, countEndpoints, listEndpoints } from './endpoint-queries.ts'
import { sealSecret } from './endpoint-secret.ts'
import { endpointOf } from './endpoint-view.ts'
import { hostIsFull } from './host-is-full.ts'
import { isPrivateHost } from './post-webhook.ts'
import { newSecret } from './sign-webhook.ts'
import { addLink, endLinks, openLink } from './webhook-link.ts'
import { newLinkMail } from './webhook-mails.ts'

/** The page of a link, as it stands or after a post. */
async function endpointsPage(
  { params, query, services: { sql, now } }: PageRequest,
  form: FormState = emptyForm,
  secret: NewSecret | null = null,
): Promise<PageAnswer<EndpointsData>> {
  const token = params.token ?? ''
  const email = await openLink(sql, token, now())
  if (!email) return { kind: 'page', status: 404, data: { kind: 'unknown' } }
  const rows = await listEndpoints(sql, { email, id: null, now: now().toISOString() })
  const endpoints = await Promise.all(rows.map((row) => endpointOf(sql, row)))
  const isDeleted = query.has('deleted')
  return { kind: 'page', data: { kind: 'known', token, email, endpoints, isDeleted, secret, form } }
}

const refused = (field: string, message: string) => failure('invalid', message, { fields: [{ field, message }] })

/** Registers an endpoint for whoever has the link, which proves that they read the contact's mail. Its secret is answered this once. */
const addOne = formCommand({
  permission: 'anyone',
  params: type({ token: 'string' }),
  schema: endpointSchema,
  limit: { name: 'webhook-endpoint', points: 20, seconds: 3600 },
  run: async ({ params, input, services: { sql, env, brand, now } }) => {
    const email = await openLink(sql, params.token, now())
    if (!email) return failure('not-found', 'This link does not work.')
    const address = readEndpointAddress(input.address, { permitsHttp: env.webhookLoopback })
    if (!address)
      return refused(
        'address',
        'Enter an address that begins with https://, with no user name, no # and no port below 1024',
      )
    const { hostname: host } = new URL(address)
    if (await isPrivateHost(host.replace(/^\[|\]$/g, ''), { permitsLoopback: env.webhookLoopback }))
      return refused('address', 'Enter an address on the internet: we do not send to private networks')
    const subject = await readFollow(sql, input.follow)
    if (subject === null)
      return refused('follow', 'Enter the number of an entry, or the address of an entry, organiser, city or search')
    return await sql.begin(async (transaction) => {
      const mailbox = Bun.hash(mailboxKey(email)).toString(36)
      await lockKeys(transaction, { keys: [`webhooks ${mailbox}`, `webhooks to ${host}`] })
      const [held] = await countEndpoints(transaction, { mailbox })
      if (held!.count >= maxEndpoints)
        return failure('conflict', `You have ${maxEndpoints} endpoints, which is the most. Delete one first.`)
      const [there] = await countAtHost(transaction, { host })
      if (there!.count >= maxAtHost) return refused('address', hostIsFull(brand))
      const id = Bun.randomUUIDv7()
      const secret = newSecret()
      const moment = now().toISOString()
      await addEndpoint(transaction, {
        id,
        email,
        mailbox,
        address,
        host,
        subject,
        secret: sealSecret(secret, id, env),
        now: moment,
      })
      await confirmAddress(transaction, email, now())
      return answer({ id, address, secret })
    })
  },
})

/** Ends all links of the address, this one too, and mails a new one there: whoever else has a link cannot read that. */
const replaceLinks = formCommand({
  permission: 'anyone',
  params: type({ token: 'string' }),
  run: async ({ params, services: { sql, now, ...services } }) => {
    const email = await openLink(sql, params.token, now())
    if (!email) return failure('not-found', 'This link does not work.')
    await sql.begin(async (transaction) => {
      await endLinks(transaction, { email })
      await queueMail(transaction, newLinkMail(email, await addLink(transaction, email, now())), services)
    })
    return answer({ email })
  },
})

/** Everything that the contact's link leads to. Shown, it changes nothing: mail scanners follow links. */
export const webhookEndpoints = handler<EndpointsData>({
  load: async (request) => await endpointsPage(request),
  act: formsByIntent<EndpointsData>(
    {
      'replace-links': formPost<EndpointsData, typeof replaceLinks>(replaceLinks, {
        done: async ({ email }) => ({ kind: 'page', data: { kind: 'replaced', email } }),
        again: (request) => endpointsPage(request),
      }),
    },
    formPost<EndpointsData, typeof addOne>(addOne, {
      done: (secret, request) => endpointsPage(request, emptyForm, secret),
      again: (request, form) => endpointsPage(request, form),
    }),
  ),
})

const { listings, event, verification, organiser, city } = pages
const followed = { listings, event, verification, organiser, city }

/**
 * What somebody wants to follow: the number of an entry, or the address of a page of this site: an entry, an organiser, a city, or the
 * register with any filters. Nothing is the whole register.
 *
 * @returns the subject as it is stored; null for what names nothing.
 */
async function readFollow(sql: SqlRunner, text: string): Promise<string | null> {
  const query = await queryOf(sql, text)
  const subject = query && readSubject(query)
  return subject && (await nameSubject(sql, subject)) ? subjectQuery(subject) : null
}

async function queryOf(sql: SqlRunner, text: string): Promise<URLSearchParams | null> {
  if (text === '') return new URLSearchParams()
  if (!/[/?]/.test(text)) return new URLSearchParams({ entry: text.toUpperCase() })
  const url = URL.parse(text, 'https://this.invalid')
  const found = url && pageAt(followed, url.pathname)
  if (!url || !found) return null
  const { page, params } = found
  if (page === 'listings') return url.searchParams
  if (page === 'verification') return new URLSearchParams({ entry: params.number! })
  if (page === 'organiser') return new URLSearchParams({ organiser: String(organiserId(params.organiser!)) })
  const slug = decodeURIComponent(params.city ?? params.slug!)
  if (page === 'city') {
    const [named] = await findCity(sql, { slug })
    return named ? new URLSearchParams({ city: named.name }) : null
  }
  const [entry] = await findNumber(sql, { slug })
  return entry ? new URLSearchParams({ entry: entry.number }) : null
}

const findNumber = (sql: SqlRunner, { slug }: { slug: string }) => sql<{ number: string }[]>`
  select number from register_entries where slug = ${slug}::text`
