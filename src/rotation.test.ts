import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { reencryptColumns } from './commands/reencrypt-columns.ts'
import { openSql, type Sql } from './database/sql.ts'
import { type Env, readEnv } from './env.ts'
import { callToken, readCallToken } from './features/assessments/server/call-token.ts'
import { knownBrowser, knownBrowserCookie } from './features/people/sign-in/server/known-browser.ts'
import { encryptSecret, openSecret } from './features/people/sign-in/server/second-factor.ts'
import { openSigningKey } from './features/proof/server/signing-key.ts'
import {
  decryptSecret,
  encryptSecret as encryptEndpointSecret,
} from './features/watching/webhooks/server/webhook-secret.ts'
import { appealLink, holdsAppealKey } from './mail/appeal-link.ts'
import { createLog } from './process/log.ts'
import { createAuth } from './providers/auth/better-auth.ts'
import { createCrmWebhook } from './providers/crm/crm-webhook.ts'
import { createPayments } from './providers/payments/stripe-payments.ts'
import { draftCookie, readDraftId } from './requests/ownership.ts'
import { signatureOf } from './sandbox/payments/deliver-events.ts'

// How each secret is changed without an outage (docs/rotating-secrets.md): in three steps, of which two may run side by side while replicas
// are restarted. What a process of one step signs or seals, a process of the other accepts.

const before = 'a'.repeat(40)
const after = 'b'.repeat(40)
const steps = [
  { now: before, also: '' },
  { now: before, also: after },
  { now: after, also: before },
  { now: after, also: '' },
]
const sideBySide = [
  [0, 1],
  [1, 0],
  [1, 2],
  [2, 1],
  [2, 3],
  [3, 2],
].map(([one, other]) => [steps[one!]!, steps[other!]!] as const)

const envOf = ({ now, also }: (typeof steps)[number]): Env => {
  const read = readEnv({
    SESSION_SECRET: now,
    SESSION_SECRET_ALSO: also,
    SIGNING_SECRET: now,
    SIGNING_SECRET_ALSO: also,
  })
  if ('problems' in read) throw new Error(read.problems.join())
  return read.env
}
const log = createLog(() => {})
const cookieOf = (line: string) => line.split(';')[0]!
const id = '0198c0de-0000-7000-8000-000000000001'

let database: TestDatabase
let sql: Sql
beforeAll(async () => {
  database = await openTestDatabase()
  sql = openSql(database.roles.queueUrl, { connections: 2 })
})
afterAll(async () => {
  await sql.end()
  await database.close()
})

describe('SESSION_SECRET', () => {
  test.each(sideBySide)('what is signed under %o is accepted under %o', (one, other) => {
    const [signing, reading] = [envOf(one), envOf(other)]
    const now = () => new Date()
    expect(readDraftId(cookieOf(draftCookie('', id, { env: signing })), { env: reading })).toBe(id)
    expect(readCallToken(callToken(id, signing), reading)).toBe(id)
    const mailbox = { appId: id, email: 'a@fairs.example' }
    const key = new URL(appealLink(mailbox, signing), 'http://x').searchParams.get('key')
    expect(holdsAppealKey(key, mailbox, reading)).toBe(true)
    const cookie = cookieOf(knownBrowserCookie('p', 'factor', { env: signing, now }))
    expect(knownBrowser(new Headers({ cookie }), 'p', 'factor', { env: reading, now })).toBeString()
    expect(openSecret({ env: reading, log }, 'p', encryptSecret({ env: signing }, 'p', 'S'))).toBe('S')
    expect(decryptSecret(Buffer.from(encryptEndpointSecret('S', id, signing), 'hex'), id, reading)).toBe('S')
  })

  test('a session goes on through all steps, and ends at once where the secret is changed in one', async () => {
    const authOf = (step: (typeof steps)[number]) => createAuth({ sql, env: envOf(step), log })
    const person = { email: 'p@beaa.example', password: 'a wardrobe full of herring' }
    await authOf(steps[0]!).setPassword({ ...person, name: 'P', roles: ['owner'] })
    for (const [one, other] of sideBySide) {
      const signedIn = await authOf(one).signIn({ ...person, headers: new Headers() })
      if (signedIn.kind !== 'signed-in') throw new Error('not signed in')
      const headers = new Headers({ cookie: signedIn.cookies.map(cookieOf).join('; ') })
      expect((await authOf(other).session(headers))?.person.name).toBe('P')
      await authOf(other).signOut(headers)
      expect(await authOf(one).session(headers)).toBeNull()
    }
    const signedIn = await authOf(steps[0]!).signIn({ ...person, headers: new Headers() })
    if (signedIn.kind !== 'signed-in') throw new Error('not signed in')
    const headers = new Headers({ cookie: signedIn.cookies.map(cookieOf).join('; ') })
    expect(await authOf(steps[3]!).session(headers)).toBeNull()
  }, 60_000)
})

test('what the database keeps encrypted is encrypted anew before the old secrets are taken away, with the rights of the queue', async () => {
  await sql`insert into people (id, email, name, roles, email_verified) values ('q', 'q@beaa.example', 'Q', '{owner}', true)`
  const hex = encryptSecret({ env: envOf(steps[0]!) }, 'q', 'SECRET')
  await sql`insert into second_factors (person_id, secret, last_step, enrolled_at) values ('q', decode(${hex}, 'hex'), 0, now())`
  const key = { purpose: 'trial', name: 'trial', now: new Date() }
  const publicKey = async (step: (typeof steps)[number]) => {
    const secret = [step.now, step.also].filter(Boolean)
    return (await openSigningKey(sql, { ...key, secret }))?.key.publicKey
  }
  const made = await publicKey(steps[0]!)
  for (const step of [steps[1]!, steps[2]!]) expect(await publicKey(step)).toEqual(made!)
  expect(await publicKey(steps[3]!)).toBeUndefined()

  const both = { session: [after, before], signing: [after, before] }
  const report = await reencryptColumns(sql, both)
  expect(report.map(({ table, reencrypted, unreadable }) => [table, reencrypted, unreadable])).toEqual([
    ['second_factors', 1, 0],
    ['webhook_endpoints', 0, 0],
    ['webhook_endpoints', 0, 0],
    ['signing_keys', 1, 0],
  ])
  expect(await publicKey(steps[3]!)).toEqual(made!)
  const [row] = await sql`select encode(secret, 'hex') as hex from second_factors where person_id = 'q'`
  expect(openSecret({ env: envOf(steps[3]!), log }, 'q', row!.hex)).toBe('SECRET')
  expect((await reencryptColumns(sql, both)).map(({ reencrypted }) => reencrypted)).toEqual([0, 0, 0, 0])
  expect((await reencryptColumns(sql, { session: [before], signing: [before] }))[0]!.unreadable).toBe(1)
})

test.each(sideBySide)(
  'STRIPE_WEBHOOK_SECRET: under %o, events that are signed under either are taken',
  async (step) => {
    const payments = createPayments({ secretKey: 'sk_test_x', webhookSecret: step.now, webhookSecretAlso: step.also })
    const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'x', created: 1, data: { object: {} } })
    for (const secret of [step.now, step.also].filter(Boolean))
      expect(await payments.verifyWebhook(body, await signatureOf(body, secret))).toMatchObject({ id: 'evt_1' })
    expect(await payments.verifyWebhook(body, await signatureOf(body, 'c'.repeat(40)))).not.toMatchObject({
      id: 'evt_1',
    })
  },
)

test('CRM_WEBHOOK_SECRET: while it is changed each message carries a signature under both', async () => {
  const taken: Headers[] = []
  const server = Bun.serve({
    port: 0,
    fetch({ headers }) {
      taken.push(headers)
      return new Response()
    },
  })
  const message = { id: 'm', body: '{}' }
  for (const { now: secret, also: secretAlso } of steps)
    await createCrmWebhook({ url: `http://127.0.0.1:${server.port}`, secret, secretAlso }, () => new Date()).deliver(
      message,
    )
  await server.stop(true)
  const holds = (headers: Headers, secret: string) => {
    const expected = createHmac('sha256', secret)
      .update(`${headers.get('webhook-timestamp')}.{}`)
      .digest('hex')
    return headers.get('webhook-signature')!.split(' ').includes(`v1=${expected}`)
  }
  expect(taken.map((headers) => [holds(headers, before), holds(headers, after)])).toEqual([
    [true, false],
    [true, true],
    [true, true],
    [false, true],
  ])
})

test('a secret that is accepted beside none is a mistake', () => {
  const read = readEnv({ STRIPE_WEBHOOK_SECRET_ALSO: 'whsec_x' })
  expect('problems' in read && read.problems).toContain(
    'STRIPE_WEBHOOK_SECRET is not set, but STRIPE_WEBHOOK_SECRET_ALSO, which is accepted beside it, is',
  )
})
