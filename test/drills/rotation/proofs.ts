import { createHmac } from 'node:crypto'
import { queueCrmUpdate } from '#features/applications/crm/server/queue-crm-update.ts'
import { listEvidence } from '#features/assessments/files/server/queries.ts'
import { encryptSecret, openSecret } from '#features/people/sign-in/server/second-factor.ts'
import { createLog } from '#process/log.ts'
import { createCrmWebhook } from '#providers/crm/crm-webhook.ts'
import { ownershipCookie } from '#requests/ownership.ts'
import { signatureOf } from '#sandbox/payments/deliver-events.ts'
import { addApplication } from '#test/add-application.ts'
import { sendEvidence } from '#test/send-evidence.ts'
import { until } from '../until.ts'
import { credentialProof } from './credential-proof.ts'
import type { Installation, Role } from './installation.ts'
import type { Load } from './load.ts'

/** What was found, in words, and whether it is as it should be. */
export type Proof = { found: string; isRight: boolean }

/** The three steps of docs/rotating-secrets.md. @param hooks.each after each step; `beforeLast` after the second. */
export async function change(
  site: Installation,
  name: string,
  after: string,
  roles: Role[],
  hooks: { each?: (step: number) => Promise<void>; beforeLast?: () => Promise<void> },
): Promise<void> {
  const before = site.secrets.get(name)!
  const steps = [
    { now: before, also: after },
    { now: after, also: before },
    { now: after, also: '' },
  ]
  for (const [index, { now, also }] of steps.entries()) {
    site.set(name, now)
    site.set(`${name}_ALSO`, also)
    await site.restart(roles)
    if (index === 1 && ['SESSION_SECRET', 'SIGNING_SECRET'].includes(name)) {
      const said = await site.command('reencrypt-secrets')
      if (!said.endsWith('The old secrets are not needed any more.')) throw new Error(said)
    }
    await hooks.each?.(index + 1)
    if (index === 1) await hooks.beforeLast?.()
  }
}

/** What the old secrets made, to be looked at once they are gone. */
export async function proofs(site: Installation, load: Load) {
  const sql = site.sql()
  const log = createLog(() => {})
  const number = 'DR-2026-000001'
  const [entry] = await sql<{ id: string }[]>`
    insert into register_entries (number, slug, status, valid_from, valid_until, title, organiser, category, sector)
    values (${number}, 'drill', 'active', now(), now() + interval '1 year', 'Drill', 'Drill Ltd', 'Other', 'culture') returning id`
  const unsigned = async () => (await sql`select from register_leaves where position is null`).length

  async function session() {
    const cookie = await load.signIn()
    const hex = encryptSecret({ env: site.env('web') }, 'drill', 'SECRET')
    await sql`insert into people (id, email, name, roles, email_verified) values ('drill', 'd@register.example', 'D', '{owner}', true)`
    await sql`insert into second_factors (person_id, secret, last_step, enrolled_at) values ('drill', decode(${hex}, 'hex'), 0, now())`
    const status = async () => (await site.balancer.ask('/admin', { headers: { cookie }, redirect: 'manual' })).status
    let during = 0
    return {
      signInAgain: async () => {
        during = await status()
        await load.signIn()
      },
      check: async (): Promise<Proof> => {
        const [row] = await sql`select encode(secret, 'hex') as hex from second_factors where person_id = 'drill'`
        const opened = openSecret({ env: site.env('web'), log }, 'drill', row!.hex)
        const after = await status()
        return {
          found: `a session of before was answered ${during} in step 2 and ${after} at the end; a sealed second factor is ${opened ? 'readable' : 'unreadable'}`,
          isRight: during === 200 && after !== 200 && opened === 'SECRET',
        }
      },
    }
  }

  async function signing() {
    const keys = async () => await sql`select name, encode(public_key, 'hex') as key from signing_keys order by name`
    await until('two keys', async () => (await keys()).length === 2)
    const before = JSON.stringify(await keys())
    const waits: number[] = []
    return {
      sign: async () => {
        const began = performance.now()
        await sql`update register_entries set status = case status when 'active' then 'suspended' else 'active' end,
          status_reason = case status when 'active' then 'A drill.' end where id = ${entry!.id}`
        await until('a signature', async () => (await unsigned()) === 0)
        waits.push((performance.now() - began) / 1000)
      },
      check: async (): Promise<Proof> => {
        await sql`update register_entries set status = 'active', status_reason = null where id = ${entry!.id}`
        await until('a signature', async () => (await unsigned()) === 0)
        const same = JSON.stringify(await keys()) === before
        return {
          found: `a change after each step was signed within ${Math.max(...waits).toFixed(1)} s, by ${same ? 'the same keys' : 'other keys'}`,
          isRight: same && Math.max(...waits) < 10,
        }
      },
    }
  }

  async function event(before: string, after: string): Promise<Proof> {
    const body = JSON.stringify({ id: 'evt_last', object: 'event', type: 'x', created: 1, data: { object: {} } })
    const send = async (secret: string) => {
      const headers = { 'stripe-signature': await signatureOf(body, secret) }
      return (await site.balancer.ask('/api/stripe/webhook', { method: 'POST', headers, body })).status
    }
    const [old, present] = [await send(before), await send(after)]
    return {
      found: `at the end an event under the old one is answered ${old}, under the new one ${present}`,
      isRight: old === 400 && present === 200,
    }
  }

  async function crm(after: string) {
    const before = site.secrets.get('CRM_WEBHOOK_SECRET')!
    const knows = createCrmWebhook({ url: '', secret: '' }, () => new Date())
    const headers: string[][] = []
    return {
      tell: async () => {
        const { id } = await addApplication(sql, { status: 'approved' })
        const count = site.crm.received.length
        await sql.begin((transaction) =>
          queueCrmUpdate(
            transaction,
            { applicationId: id, status: 'assessment_requested', selectedOptions: [] },
            { crm: knows },
          ),
        )
        await until('a message for the CRM', () => site.crm.received.length > count)
        const { headers: sent, body } = site.crm.received.at(-1)!
        const signed = (secret: string) =>
          `v1=${createHmac('sha256', secret).update(`${sent['webhook-timestamp']}.${body}`).digest('hex')}`
        const found = sent['webhook-signature']!.split(' ')
        const names = Object.entries({ old: signed(before), new: signed(after) })
        headers.push(names.flatMap(([name, value]) => (found.includes(value) ? [name] : [])))
      },
      check: (): Proof => ({
        found: `messages after each step were signed under ${headers.map((names) => names.join(' and ')).join('; ')}`,
        isRight: JSON.stringify(headers) === '[["old","new"],["old","new"],["new"]]',
      }),
    }
  }

  async function accounts(old: string[]): Promise<Proof> {
    const rows = await sql<{ name: string }[]>`
      select distinct usename as name from pg_stat_activity where datname = current_database() and usename <> 'owner' order by 1`
    for (const name of old) await sql.unsafe(`drop role ${name}`)
    const found = rows.map(({ name }) => name)
    return {
      found: `signed in are ${found.join(' and ')}; ${old.join(' and ')} could be dropped`,
      isRight: !found.some((name) => old.includes(name)),
    }
  }

  async function mail(): Promise<Proof> {
    const count = site.mail.taken.length
    await until('three mails', () => site.mail.taken.length >= count + 3)
    const refused = site.mail.refused()
    return { found: `mails go on by the new account, the server refused ${refused} sign-ins`, isRight: refused === 0 }
  }

  async function document() {
    const { id: applicationId } = await addApplication(sql)
    const services = { env: site.env('web'), now: () => new Date() }
    const cookie = ownershipCookie('', [applicationId], services).split(';')[0]!
    const sender = { origin: site.settings.PUBLIC_URL, cookie, applicationId, authority: site.balancer.authority }
    // A picture of one point.
    const picture = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const send = async (name: string) => {
      const { id } = await sendEvidence(sender, name, new Uint8Array(picture))
      await until('a checked document', async () =>
        (await listEvidence(sql, { applicationId })).some((file) => file.id === id && file.state === 'ready'),
      )
      return id
    }
    const bytesOf = async (id: string) => {
      const answer = await site.balancer.ask(`/evidence/files/${id}`, { headers: { cookie } })
      return answer.ok ? (await answer.bytes()).length : 0
    }
    const first = await send('before.png')
    const size = await bytesOf(first)
    return {
      check: async (): Promise<Proof> => {
        const kept = await bytesOf(first)
        const later = await bytesOf(await send('after.png'))
        return {
          found: `a document of before has ${kept} of ${size} bytes, one sent with the new key ${later}`,
          isRight: size > 0 && kept === size && later > 0,
        }
      },
    }
  }

  async function everythingIsThere(): Promise<Proof> {
    await until('all mails', async () => (await sql`select from mails where state = 'waiting'`).length === 0)
    const [row] = await sql<{ enquiries: number; failed: number; events: number }[]>`
      select (select count(*)::int from contact_enquiries) as enquiries, (select count(*)::int from mails where state <> 'sent') as failed,
        (select count(*)::int from payment_events) as events`
    const { enquiries, failed, events } = row!
    return {
      found: `${load.acknowledged()} enquiries acknowledged, ${enquiries} stored; ${events} payment events; ${failed} mails not sent; ${await unsigned()} changes not signed`,
      isRight: enquiries === load.acknowledged() && failed === 0 && (await unsigned()) === 0,
    }
  }

  return {
    session,
    signing,
    event,
    crm,
    accounts,
    mail,
    document,
    credential: () => credentialProof(site, number),
    everythingIsThere,
  }
}
