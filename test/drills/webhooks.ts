import { camel } from '#database/camel.ts'
import type { Sql } from '#database/sql.ts'
import { readEnv } from '#env.ts'
import { claimDue } from '#features/watching/webhooks/queries.ts'
import { sendDeliveries } from '#features/watching/webhooks/server/send-deliveries.ts'
import { encryptSecret, newSecret } from '#features/watching/webhooks/server/webhook-secret.ts'
import type { Services } from '#requests/services.ts'
import { openTestDatabase } from '../database.ts'
import { startReceiver } from '../webhook-receiver.ts'

// `bun run drill:webhooks`: webhooks with 10,000 endpoints and 600,000 deliveries, on the test server (TEST_DATABASE_URL, or the embedded one).
// Prints a table, and ends with 1 where a look took longer than it may, or an event was not sent.

const endpoints = 10_000
const backlog = 10_000
/** A look may take so long, in milliseconds. */
const maxMs = 25
const read = readEnv({ WEBHOOK_LOOPBACK: 'on' })
if ('problems' in read) throw new Error(read.problems.join())
const { env } = read
/** Takes back what a look has claimed. */
const undone = new Error('undone')
let failures = 0

const receiver = startReceiver()
const database = await openTestDatabase()
await fill(database.sql)
await look('nothing is due')
await dueAtOnce(100)
await look('100 endpoints are due')
await dueAtOnce(endpoints)
await look('all are due')
await backlogOf('active')
await look(`one has ${backlog.toLocaleString('en-GB')} changes to come`)
await database.sql`update webhook_endpoints set due_at = null`
await backlogOf('paused')
await look('the same one is paused')
await sendMany(2000)
await database.close()
await receiver.stop()
process.exit(failures > 0 ? 1 : 0)

/** Endpoints that each have had sixty events, and a register with a public log. */
async function fill(sql: Sql): Promise<void> {
  await sql`
    insert into register_entries (number, slug, status, valid_from, title, organiser, category, sector)
    select 'D-' || n, 'd-' || n, 'active', now(), 'Fair', 'Organiser', 'Other', 'culture' from generate_series(1, ${backlog}::int) as n`
  await sql`update register_leaves as l set position = n.nth - 1 from (
    select id, row_number() over (order by id) as nth from register_leaves) as n where n.id = l.id`
  // The changes so far are news to nobody.
  await sql`update log_readers set position = ${backlog}`
  await sql`
    insert into webhook_endpoints (email, mailbox, address, host, subject, state, secret, created_at, changed_at)
    select 'operator@tickets.example', '', ${receiver.address('/in')}, 'server-' || n % 5000, '', 'active', '', now(), now()
    from generate_series(1, ${endpoints}::int) as n`
  await sql`
    insert into webhook_deliveries (endpoint_id, state, created_at, begun_at)
    select id, 'delivered', now(), now() from webhook_endpoints cross join generate_series(1, 60)`
  await sql`vacuum analyze webhook_endpoints, webhook_deliveries, register_leaves`
}

/** Has so many endpoints something to send. */
async function dueAtOnce(count: number): Promise<void> {
  await database.sql`
    with due as (
      update webhook_endpoints set due_at = now(), claimed_until = null
      where id in (select id from webhook_endpoints order by id limit ${count}) returning id
    )
    insert into webhook_deliveries (endpoint_id, state, created_at, begun_at, next_at)
    select id, 'waiting', now(), now(), now() from due`
  await database.sql`analyze webhook_endpoints, webhook_deliveries`
}

/** Has the first endpoint the whole log to come. */
async function backlogOf(state: string): Promise<void> {
  await database.sql`
    with one as (
      update webhook_endpoints set due_at = now(), claimed_until = null, state = ${state}
      where id = (select min(id::text)::uuid from webhook_endpoints) returning id
    )
    insert into webhook_deliveries (endpoint_id, position, entry_id, state, created_at, begun_at, next_at)
    select one.id, l.position, l.entry_id, 'waiting', now(), now(), now() from one cross join register_leaves as l
    on conflict do nothing`
  await database.sql`analyze webhook_endpoints, webhook_deliveries`
}

/** Looks twenty times for what is due, as the sender does, and says the median and what was read. */
async function look(when: string): Promise<void> {
  const input = { now: new Date().toISOString(), limit: 32, perHost: 4 }
  const took: number[] = []
  for (let time = 0; time < 20; time++) {
    const looking = database.sql.begin(async (transaction) => {
      const begun = performance.now()
      await claimDue(camel(transaction), input)
      took.push(performance.now() - begun)
      throw undone
    })
    await looking.catch((problem) => {
      if (problem !== undone) throw problem
    })
  }
  const median = took.toSorted((one, other) => one - other)[10]!
  const holds = median <= maxMs
  if (!holds) failures++
  console.info(`${holds ? 'ok   ' : 'WRONG'} ${when.padEnd(36)} ${median.toFixed(1).padStart(8)} ms a look`)
}

/** Sends events to as many endpoints, to a receiver on this machine. */
async function sendMany(count: number): Promise<void> {
  const { sql } = database
  await sql`delete from webhook_deliveries where state = 'waiting'`
  const ids = await sql<
    { id: string }[]
  >`select id from webhook_endpoints where state = 'active' order by id limit ${count}`
  const secrets = ids.map(({ id }) => encryptSecret(newSecret(), id, env))
  await sql`
    update webhook_endpoints as e set secret = decode(given.secret, 'hex'), due_at = now(), claimed_until = null
    from unnest(${ids.map(({ id }) => id)}::uuid[], ${secrets}::text[]) as given (id, secret) where given.id = e.id`
  await sql`
    insert into webhook_deliveries (endpoint_id, state, created_at, begun_at, next_at)
    select id, 'waiting', now(), now(), now() from webhook_endpoints where due_at is not null`
  const begun = performance.now()
  const services = { sql, env, brand: env.brand, now: () => new Date() } as Services
  await sendDeliveries({}, services, new AbortController().signal)
  const seconds = (performance.now() - begun) / 1000
  const holds = receiver.received.length === count
  if (!holds) failures++
  console.info(
    `${holds ? 'ok   ' : 'WRONG'} ${count} events, one to each`.padEnd(42),
    `${(count / seconds).toFixed(0).padStart(8)} a second`,
  )
}
