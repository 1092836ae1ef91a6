import { afterAll, beforeAll, expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { Webhook } from 'standardwebhooks'
import { addJob } from '#database/add-job.ts'
import { registerStatuses } from '#domain/register-status.ts'
import { cityAddress } from '#features/register/rules.ts'
import { signInAdmin } from '#test/sign-in.ts'
import { openTestSite, type TestSite } from '#test/site.ts'
import { startReceiver } from '#test/webhook-receiver.ts'

// One entry is revoked by one press, and every place that speaks of it is asked until it says so. Each has a time within which it must,
// as the public is told: the pages and files of this process at once, what is signed or sent within seconds, the daily file on the next
// day. (What a cache elsewhere may keep for a minute says so in its headers; their tests hold those.)

const reason = 'The stewards that were promised were not there.'
const { label } = registerStatuses.revoked
const day = 86_400_000
const receiver = startReceiver()
let clock = 0
let site: TestSite
let entry: { id: string; number: string; slug: string; title: string; city: string }
beforeAll(async () => {
  site = await openTestSite({
    scheduled: true,
    now: () => new Date(Date.now() + clock),
    env: { webhookLoopback: true },
  })
  const [found] = await site.sql<(typeof entry)[]>`
    select id, number, slug, title, city from register_entries
    where status = 'active' and valid_until > now() and starts_on > now() order by starts_on limit 1`
  entry = found!
  await until(async () => (await get(`/credentials/${entry.number}.json`)).status === 200, 20_000)
}, 60_000)
afterAll(async () => {
  await site.close()
  await receiver.stop()
})

const get = (path: string) => site.get(path)
const text = async (path: string) => await (await get(path)).text()
const post = (path: string, form: Record<string, string>, cookie = '') => site.post(path, form, { cookie })
const mailTo = async (email: string) =>
  (
    await site.sql<{ text_body: string }[]>`
    select text_body from mails where to_email = ${email} order by id desc limit 1`
  )[0]?.text_body ?? ''

async function until(holds: () => Promise<boolean>, ms: number): Promise<number> {
  const began = performance.now()
  for (;;) {
    if (await holds()) return performance.now() - began
    if (performance.now() - began > ms) return Number.POSITIVE_INFINITY
    // Calls are limited: 60 a minute.
    await Bun.sleep(100)
  }
}

test('a revocation is told everywhere, each place in its time', async () => {
  const { number, slug, title, city } = entry
  const cookie = await signInAdmin(site)

  // A follower by mail, and an endpoint, both confirmed as people confirm.
  await post('/follow', { email: 'robin@harbour.example', of: `entry=${number}`, cadence: 'at-once' })
  await post((await mailTo('robin@harbour.example')).match(/\/follow\/confirm\/[\w-]{43}/)![0], {})
  await post('/webhooks', { email: 'operator@tickets.example' })
  const link = (await mailTo('operator@tickets.example')).match(/\/webhooks\/[\w-]{43}/)![0]
  const added = await (await post(link, { address: receiver.address('/hook'), follow: number })).text()
  const secret = added.match(/(whsec_[\w+/]+=)/)![1]!

  const { credentialStatus } = (await (await get(`/credentials/${number}.json`)).json()) as {
    credentialStatus: { statusListIndex: string; statusListCredential: string }
  }
  const { statusListIndex, statusListCredential } = credentialStatus
  const listPath = new URL(statusListCredential).pathname
  const isListed = async () => {
    const list = JSON.parse(await text(listPath)) as { credentialSubject: { encodedList: string } }
    const bits = gunzipSync(Buffer.from(list.credentialSubject.encodedList.slice(1), 'base64url'))
    const index = Number(statusListIndex)
    return (bits[index >> 3]! & (128 >> (index & 7))) !== 0
  }
  const lastChange = async () => {
    const { changes } = JSON.parse(await text('/api/changes?limit=1000')) as {
      changes: { number: string; change: string }[]
    }
    return changes.findLast((change) => change.number === number)?.change
  }
  const leaf = async () => {
    const proof = JSON.parse(await text(`/log/proof/${number}.json`)) as { leaf?: string }
    return Buffer.from(proof.leaf ?? '', 'base64').toString()
  }
  const q = encodeURIComponent(title)
  const says = (path: string, words: string) => async () => (await text(path)).includes(words)
  const isGone = (path: string) => async () => !(await text(path)).includes(slug)
  const seconds = 1000
  const named = (await text(`/listings?q=${q}`)).split(label).length
  const places: [name: string, withinMs: number, holds: () => Promise<boolean>][] = [
    ['its page', seconds, says(`/events/${slug}`, reason)],
    ['certificate check', seconds, says(`/verify/${number}`, reason)],
    ['certificate PDF', seconds, async () => (await get(`/api/certificates/${number}.pdf`)).status === 404],
    // The filters name every status once.
    ['register, searched', seconds, async () => (await text(`/listings?q=${q}`)).split(label).length > named],
    ['upcoming events', seconds, isGone('/events')],
    ['its city’s page', seconds, isGone(cityAddress(city))],
    ['feed of events (RSS)', seconds, isGone('/events.rss')],
    ['calendar of events', seconds, isGone('/events.ics')],
    [
      'list of the API',
      seconds,
      async () => !JSON.stringify(await (await get(`/api/events?q=${q}`)).json()).includes(`"accredited":true`),
    ],
    ['badge', seconds, says(`/badge/${number}.svg`, 'Revoked')],
    ['embedded list', seconds, isGone(`/embed/events?q=${q}`)],
    ['check API', seconds, async () => JSON.stringify(await check()).includes('"revoked"')],
    ['public log and its proof', 2 * seconds, async () => (await leaf()).includes('"change":"revoked"')],
    ['changes of the API', 2 * seconds, async () => (await lastChange()) === 'revoked'],
    ['feed of changes', 2 * seconds, says(`/changes.rss?entry=${number}`, 'Revoked')],
    ['status list', 4 * seconds, isListed],
    ['credential', 4 * seconds, async () => (await get(`/credentials/${number}.json`)).status === 404],
    [
      'webhook',
      5 * seconds,
      async () => receiver.at('/hook').some(({ body }) => body.includes('register.entry.revoked')),
    ],
    ['mail to a follower', 5 * seconds, async () => (await mailTo('robin@harbour.example')).includes(title)],
  ]
  const already = await Promise.all(places.map(async ([name, , holds]) => ((await holds()) ? name : '')))
  expect(already.filter(Boolean)).toEqual([])
  await makeFiles()
  const before = await registerRow()

  const pressed = await post(
    `/admin/register/${entry.id}`,
    { intent: 'status', act: 'revoke', seen: 'active', reason },
    cookie,
  )
  expect(pressed.status).toBe(303)
  const took = await Promise.all(
    places.map(async ([name, within, holds]) => ({ name, within, ms: await until(holds, 4 * within) })),
  )
  const table = took.map(
    ({ name, within, ms }) => `${name.padEnd(26)} ${String(Math.round(ms)).padStart(6)} of ${within} ms`,
  )
  console.info(`\n${table.join('\n')}`)
  // All of them are asked for at once here, beside other tests: that takes longer than one visitor waits.
  expect(took.filter(({ ms, within }) => ms > 3 * within)).toEqual([])

  const { body, headers } = receiver.at('/hook').at(-1)!
  expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'register.entry.revoked', data: { number } })

  // The files of a day do not change; the next day's say so.
  expect(before).toContain('active')
  clock += day
  await makeFiles()
  expect(await registerRow()).toContain('revoked')

  async function check(): Promise<unknown> {
    const headers = { 'content-type': 'application/json' }
    return await (
      await fetch(`${site.origin}/api/check`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ events: [{ number }] }),
      })
    ).json()
  }
  async function makeFiles(): Promise<void> {
    await addJob(site.sql, 'make-data-files', {})
    await until(
      async () =>
        (await site.sql`select from graphile_worker.jobs where task_identifier = 'make-data-files'`).length === 0,
      20_000,
    )
  }
  async function registerRow(): Promise<string> {
    const file = await fetch(`${site.origin}/data/latest/register.csv`)
    return (await file.text()).split('\n').find((line) => line.includes(number)) ?? ''
  }
}, 90_000)
