import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { lastRelease } from '#database/last-release.ts'
import type { Sql } from '#database/sql.ts'
import { projectRoot } from '#process/project-root.ts'
import { addApplication } from '../add-application.ts'
import { openTestDatabase } from '../database.ts'
import { freePort } from '../free-port.ts'
import { siteProcess } from './installation/site-process.ts'
import { type Outside, startOutside } from './installation/start-outside.ts'
import { until } from './until.ts'

export type MoneyRow = { what: string; register: string; provider: string; ledger: string; asItShould: boolean }

const admin = { email: 'finance@measure.example', password: 'only-for-the-drill-of-finance' }
const secret = 'only-for-the-drill-of-an-upgrade'
/** What is younger than an hour is not compared yet. In milliseconds. */
const providerIsBehindMs = 2 * 60 * 60 * 1000

/**
 * The last release takes payments on its own schema, with renewals, refunds and disputes, and goes on while a process of today
 * migrates and its job brings in what is there, killed twice in the middle. The provider is one for both, as Stripe is.
 *
 * @param release folder of the last release, built; this one is built too. @param folder an empty one for the provider, and for what the processes say.
 * @returns what the register, the provider and the ledger hold in the end.
 */
export async function drillMoney(release: string, folder: string): Promise<MoneyRow[]> {
  const ports = { before: await freePort(), today: await freePort() }
  const origin = `http://127.0.0.1:${ports.before}`
  const database = await openTestDatabase('template0')
  let turn = 0
  const outside = await startOutside(
    folder,
    {
      origin,
      // The provider's events come to either of the two, as behind a balancer.
      ask: async (path, init) => {
        const both = [ports.before, ports.today]
        if (turn++ % 2 === 1) both.reverse()
        const [first, second] = both.map((port) => `http://127.0.0.1:${port}${path}`) as [string, string]
        return await fetch(first, init).catch(async () => await fetch(second, init))
      },
    },
    { clock: () => new Date(Date.now() - providerIsBehindMs) },
  )
  const settings = {
    NODE_ENV: 'production',
    PUBLIC_URL: origin,
    DATABASE_URL: database.directUrl,
    SESSION_SECRET: secret,
    SIGNING_SECRET: secret,
    SANDBOX: 'companies,addresses',
    ...outside.settings,
    LOG_REQUESTS: '0',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    ADMIN_REQUIRE_2FA: 'off',
  }
  const logs = join(folder, 'said')
  mkdirSync(logs)
  const before = siteProcess({ name: 'before', port: ports.before, logs, settings })
  const today = siteProcess({ name: 'today', port: ports.today, logs, settings })
  try {
    await before.start(release)
    const desk = await openDesk(origin, database.sql, outside)
    await sellBefore(desk, outside)

    // Each time the job waits for the provider, which does not answer.
    await desk.hang('GET /v1/disputes/', () => today.start(projectRoot))
    const halves = [await movementsIn(database.sql)]
    await sellMeanwhile(desk, outside)
    await today.end()
    await desk.answerAgain()
    await sellWhileStopped(desk, outside)
    await desk.hang('GET /v1/invoice_payments', () => today.start(projectRoot))
    halves.push(await movementsIn(database.sql))
    await desk.sell('paid while it runs again')
    await desk.settled()
    await today.end()
    await desk.answerAgain()
    await today.start(projectRoot)
    await desk.filled()
    halves.push(await movementsIn(database.sql))
    const rows = [
      {
        what: 'movements of the job when it was killed, twice, and in the end',
        register: '',
        provider: '',
        ledger: halves.join(', '),
        asItShould: 0 < halves[0]! && halves[0]! < halves[1]! && halves[1]! < halves[2]!,
      },
    ]

    const last = await desk.sell('paid beside it afterwards')
    await outside.controls.refund(last.payment, 700)
    await desk.settled()
    await desk.fill()
    rows.push(...(await compare(database.sql, outside.sql)))
    rows.push(await compareOrders(database.sql, desk.sold))

    // Two that cannot agree: a charge that is none of ours, and an order whose amount somebody has changed.
    await today.end()
    const changed = await desk.sell('changed by hand')
    await database.sql`update orders set discount_pence = 100 where id = ${changed.orderId}`
    await payElsewhere(outside)
    await desk.settled()
    await before.end()
    await today.start(projectRoot)
    await desk.fill()
    rows.push(await namedDifferences(database.sql, outside.sql))
    return rows
  } finally {
    await today.end()
    await before.end()
    await outside.stop()
    await database.close()
  }
}

type Sold = { applicationId: string; orderId: string; payment: string; subscription: string; status: string }
type Selling = { status?: string; coupon?: string | null; pay?: (session: string) => Promise<unknown> }
type Desk = Awaited<ReturnType<typeof openDesk>>

const sessionOf = (url: string) => new URL(url).pathname.split('/').at(-1)!

/** Somebody of the last release's desk, and what is sold there. */
async function openDesk(origin: string, sql: Sql, outside: Outside) {
  const sold: Sold[] = []
  const signedIn = await post('/admin/sign-in', new URLSearchParams({ ...admin, next: '/admin' }))
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  if (signedIn.status !== 303) throw new Error(`Signing in was answered with ${signedIn.status}.`)
  return { sql, sold, open, sell, payExtras, sellExtras, refund, settled, hang, answerAgain, fill, filled }

  async function post(path: string, body: BodyInit, headers: Record<string, string> = {}): Promise<Response> {
    return await fetch(origin + path, { method: 'POST', redirect: 'manual', headers: { origin, ...headers }, body })
  }

  /** An application whose payment page is open. */
  async function open(what: string, coupon: string | null = null): Promise<{ applicationId: string; session: string }> {
    const { id: applicationId } = await addApplication(sql, { status: 'approved', draft: { title: what } })
    const { url } = await call('/api/stripe/create-listing-session', { applicationId, coupon })
    return { applicationId, session: sessionOf(url!) }
  }

  async function call(path: string, json: unknown): Promise<{ url?: string; checkoutUrl?: string }> {
    const headers = { cookie, 'content-type': 'application/json' }
    return (await (await post(path, JSON.stringify(json), headers)).json()) as { url?: string; checkoutUrl?: string }
  }

  /** @param status what becomes of its order. */
  async function sell(
    what: string,
    { status = 'paid', coupon = null, pay = outside.controls.paySession }: Selling = {},
  ): Promise<Sold> {
    const { applicationId, session } = await open(what, coupon)
    await pay(session)
    return await bought(session, { applicationId, status })
  }

  /** Another product for the same application, paid at once. @returns its session. */
  async function payExtras(
    applicationId: string,
    service: string,
    beforePaid = async (_: string) => {},
  ): Promise<string> {
    const { checkoutUrl } = await call('/api/stripe/create-extras-session', { applicationId, services: [service] })
    const session = sessionOf(checkoutUrl!)
    await beforePaid(session)
    await outside.controls.paySession(session)
    return session
  }

  async function sellExtras({ applicationId }: Sold): Promise<Sold> {
    return await bought(await payExtras(applicationId, 'featured'), { applicationId, status: 'paid' })
  }

  async function bought(session: string, of: Pick<Sold, 'applicationId' | 'status'>): Promise<Sold> {
    const order = await until('a paid order', async () => {
      const [found] = await sql<{ id: string; payment_intent_id: string; subscription_id: string }[]>`
        select id, payment_intent_id, subscription_id from orders
        where checkout_session_id = ${session} and paid_at is not null`
      return found
    })
    const { id: orderId, payment_intent_id: payment, subscription_id: subscription } = order
    const one = { ...of, orderId, payment, subscription }
    sold.push(one)
    return one
  }

  /** With the form of the last release. */
  async function refund({ orderId }: Pick<Sold, 'orderId'>, amount: string, discrepancy = ''): Promise<void> {
    const requestKey = crypto.randomUUID()
    const form = new URLSearchParams({ amount, reason: 'Goodwill', again: 'open', discrepancy, requestKey })
    const { status } = await post(`/admin/orders/${orderId}`, form, { cookie })
    if (status !== 303) throw new Error(`A refund was answered with ${status}.`)
  }

  /** Until every event of the provider has been delivered and processed. */
  async function settled(): Promise<void> {
    await until('events', async () => {
      const [left] = await outside.sql`select from sandbox.payment_deliveries where delivered_at is null limit 1`
      const [waiting] = await sql`select from payment_events where processed_at is null limit 1`
      return !left && !waiting
    })
  }

  /** Does something, and waits until the provider has been asked for this and gives no answer. */
  async function hang(matching: string, work: () => Promise<void>): Promise<void> {
    await settled()
    const count = 20
    await outside.controls.fault('hang', { matching, count })
    await work()
    await until(`a call of ${matching}`, async () => {
      const [called] = await outside.sql`select from sandbox.payment_faults where remaining < ${count}`
      return Boolean(called)
    })
  }

  async function answerAgain(): Promise<void> {
    await outside.sql`delete from sandbox.payment_faults`
  }

  async function fill(): Promise<void> {
    const [{ at }] = (await sql`select now() as at`) as unknown as [{ at: Date }]
    await sql`select graphile_worker.add_job('fill-ledger', '{}'::json)`
    await filled(at)
  }

  async function filled(since = new Date(0)): Promise<void> {
    await until('the job', async () => {
      const [done] = await sql`select from ledger_progress where part = 'differences' and done_at > ${since}`
      return Boolean(done)
    })
  }
}

/** Everything that the last release knows of, and one that is not over yet. */
async function sellBefore(desk: Desk, { controls }: Outside): Promise<void> {
  await desk.sell('paid')
  const renewed = await desk.sell('renewed')
  await controls.renewSubscription(renewed.subscription)
  const back = await desk.sell('refunded', { status: 'refunded' })
  await desk.refund(back, '49.00')
  const inPart = await desk.sell('refunded in part')
  await desk.refund(inPart, '15.00')
  await controls.refund(inPart.payment, 900)
  const came = await desk.sell('refunded in vain')
  await controls.failRefund((await controls.refund(came.payment)).id)
  for (const outcome of ['won', 'lost'] as const) {
    const disputed = await desk.sell(`disputed and ${outcome}`, { status: outcome === 'won' ? 'paid' : 'refunded' })
    const { id } = await controls.openDispute(disputed.payment)
    await desk.settled()
    await controls.closeDispute(id, outcome)
  }
  const open = await desk.sell('disputed', { status: 'disputed' })
  await controls.openDispute(open.payment)
  const renewedAndBack = await desk.sell('renewed, and that refunded in part')
  await controls.renewSubscription(renewedAndBack.subscription)
  await desk.settled()
  await desk.refund(renewedAndBack, '5.00')
  const debit = await desk.sell('paid by bank debit', { pay: (session) => payLate(session, controls) })
  await controls.refund(debit.payment, 1_000)
  const free = await desk.sell('free for a year', { coupon: 'LAUNCH100' })
  await controls.payOverdue(free.subscription)
  await controls.renewSubscription(free.subscription)
  await desk.refund(await desk.sellExtras(renewed), '10.00')
  await payUnrecorded(desk, controls)
  await controls.payOut()
}

async function payLate(session: string, controls: Outside['controls']): Promise<void> {
  await controls.completeUnpaid(session)
  await controls.settleDelayed(session, 'paid')
}

/** Taken for orders that are not here, or say another amount: the desk has to check these, and gives some of one back. */
async function payUnrecorded(desk: Desk, controls: Outside['controls']): Promise<void> {
  const lost = await desk.open('lost')
  await desk.sql`delete from orders where checkout_session_id = ${lost.session}`
  await controls.paySession(lost.session)
  const [, renewed] = desk.sold
  await desk.payExtras(renewed!.applicationId, 'review', async (session) => {
    await desk.sql`delete from orders where checkout_session_id = ${session}`
  })
  const other = await desk.open('of another amount')
  await desk.sql`update orders set amount_pence = 5900 where checkout_session_id = ${other.session}`
  await controls.paySession(other.session)
  await desk.settled()
  const [found] = await desk.sql<{ id: string; order_id: string }[]>`
    select id, order_id from payment_discrepancies where kind = 'mismatch'`
  await desk.refund({ orderId: found!.order_id }, '2.00', found!.id)
  await desk.settled()
}

/** Beside the job, which today's process has begun and does not end; either of the two hears of it. */
async function sellMeanwhile(desk: Desk, { controls }: Outside): Promise<void> {
  await desk.sell('paid beside it')
  const [, renewed] = desk.sold
  await controls.renewSubscription(renewed!.subscription)
  await desk.refund(await desk.sell('refunded beside it', { status: 'refunded' }), '49.00')
  await desk.settled()
}

/** Only the last release hears of it, and writes no renewals and disputes down. */
async function sellWhileStopped(desk: Desk, { controls }: Outside): Promise<void> {
  const [first] = desk.sold
  await controls.renewSubscription(first!.subscription)
  await desk.refund(await desk.sell('refunded in part beside it'), '9.50')
  const disputed = await desk.sell('disputed beside it', { status: 'disputed' })
  await controls.openDispute(disputed.payment)
  await desk.settled()
}

async function movementsIn(sql: Sql): Promise<number> {
  const [found] = await sql<
    { count: number }[]
  >`select count(*)::int as count from money_movements where source = 'import'`
  return found!.count
}

const text = (row: { count: number; pence: number } | undefined) => `${row!.count}: £${(row!.pence / 100).toFixed(2)}`

async function compare(sql: Sql, provider: Sql): Promise<MoneyRow[]> {
  type Sum = { count: number; pence: number }
  const sum = sql`count(*)::int as count, coalesce(sum(amount_pence), 0)::int as pence`
  const movements = async (...kinds: string[]) =>
    text((await sql<Sum[]>`select ${sum} from money_movements where kind = any (${kinds})`)[0])
  const taken = provider`
    select (o.body ->> 'amount')::int as pence, i.body ->> 'billing_reason' = 'subscription_cycle' as is_renewal
    from sandbox.payment_objects as o
    left join sandbox.payment_objects as p on p.object = 'invoice_payment'
      and p.body #>> '{payment,payment_intent}' = o.body ->> 'payment_intent'
    left join sandbox.payment_objects as i on i.object = 'invoice' and i.id = p.body ->> 'invoice'
    where o.object = 'charge' and o.body ->> 'status' = 'succeeded'`
  const ofProvider = async (isRenewal: boolean) =>
    text(
      (
        await provider<Sum[]>`
          select count(*)::int as count, coalesce(sum(pence), 0)::int as pence
          from (${taken}) as c where coalesce(is_renewal, false) = ${isRenewal}`
      )[0],
    )
  const balance = async (of: 'amount' | 'fee' | 'net', where = provider`true`) =>
    text(
      (
        await provider<Sum[]>`
          select count(*)::int as count, coalesce(sum((body ->> ${of})::int), 0)::int as pence
          from sandbox.payment_objects where object = 'balance_transaction' and ${where}`
      )[0],
    )
  const typed = (...types: string[]) => provider`body ->> 'type' = any (${types})`
  const rows: MoneyRow[] = []
  const add = (what: string, register: string, provided: string, ledger: string) =>
    rows.push({
      ...{ what, register, provider: provided, ledger },
      asItShould: [register, provided].every((each) => each === '' || each === ledger),
    })
  const [paid] = await sql<Sum[]>`
    select count(*)::int as count, sum(pence)::int as pence from (
      select amount_pence - discount_pence as pence from orders where paid_at is not null and amount_pence > discount_pence
      union all
      select amount_pence from payment_discrepancies where kind <> 'not-approved') as paid`
  add('payments', text(paid), await ofProvider(false), await movements('payment'))
  const [renewed] = await sql<Sum[]>`select ${sum} from order_renewals`
  add('renewals', text(renewed), await ofProvider(true), await movements('renewal'))
  const [sent] = await sql<Sum[]>`
    select count(*)::int as count, -sum(amount_pence)::int as pence from order_refunds where state in ('succeeded', 'failed')`
  add(
    'refunds sent',
    text(sent),
    await balance('amount', typed('refund', 'payment_refund')),
    await movements('refund-sent'),
  )
  const [failed] = await sql<Sum[]>`select ${sum} from order_refunds where state = 'failed'`
  add(
    'refunds that came back',
    text(failed),
    await balance('amount', typed('refund_failure')),
    await movements('refund-failed'),
  )
  const [taking] = await sql<Sum[]>`
    select count(*)::int as count, -sum(amount_pence)::int as pence from order_disputes`
  const isOut = provider`${typed('adjustment')} and (body ->> 'amount')::int < 0`
  add('disputes', text(taking), await balance('amount', isOut), await movements('dispute-opened'))
  const [won] = await sql<Sum[]>`select ${sum} from order_disputes where status = 'won'`
  const isIn = provider`${typed('adjustment')} and (body ->> 'amount')::int > 0`
  add('disputes won', text(won), await balance('amount', isIn), await movements('dispute-won'))
  const [lost] = await sql<Sum[]>`
    select count(*)::int as count, -sum(amount_pence)::int as pence from order_disputes where status = 'lost'`
  add('disputes lost', text(lost), '', await movements('dispute-lost'))
  const [fees] = await provider<Sum[]>`
    select count(*)::int as count, -sum((body ->> 'fee')::int)::int as pence from sandbox.payment_objects
    where object = 'balance_transaction' and (body ->> 'fee')::int <> 0`
  add('fees', '', text(fees), await movements('fee', 'dispute-fee'))
  add('payouts', '', await balance('amount', typed('payout')), await movements('payout'))
  const [net] = await provider<{ pence: string }[]>`
    select sum((body ->> 'net')::int)::text as pence from sandbox.payment_objects where object = 'balance_transaction'`
  const [moved] = await sql<{ pence: string }[]>`
    select sum(amount_pence)::text as pence from money_movements where moves`
  add('balance, in pence', '', net!.pence, moved!.pence)
  const count = async (query: Promise<{ count: string }[]>) => (await query)[0]!.count
  add(
    'payments of one id, twice',
    '',
    '0',
    await count(sql`
    select count(*)::text as count from (
      select payment_intent_id from money_movements where kind in ('payment', 'renewal')
      group by payment_intent_id having count(*) > 1) as twice`),
  )
  add('estimated', '', '0', await count(sql`select count(*)::text as count from money_movements where is_estimated`))
  add(
    'differences',
    '',
    '0',
    await count(sql`select count(*)::text as count from ledger_differences where settled_at is null`),
  )
  const checked = await count(sql`select count(*)::text as count from payment_discrepancies`)
  add('payments to be checked', checked, '', '3')
  return rows
}

/** Orders have the state that was to become of them. */
async function compareOrders(sql: Sql, sold: Sold[]): Promise<MoneyRow> {
  const orders = await sql<{ id: string; status: string }[]>`
    select id, status from orders as o
    where not exists (select from payment_discrepancies as f where f.order_id = o.id)`
  const wrong = sold.filter(({ orderId, status }) => orders.find(({ id }) => id === orderId)?.status !== status)
  const states = (found: { status: string }[]) =>
    Object.entries(Object.groupBy(found, ({ status }) => status))
      .map(([status, of]) => `${of!.length} ${status}`)
      .toSorted()
      .join(', ')
  return {
    what: 'states of the orders; in the last column as they were to become',
    ...{ register: states(orders), provider: '', ledger: states(sold) },
    asItShould: wrong.length === 0 && orders.length === sold.length,
  }
}

/** By another program with the same account. */
async function payElsewhere({ settings, controls }: Outside): Promise<void> {
  const answer = await fetch(`${settings.STRIPE_API_BASE}/v1/checkout/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${settings.STRIPE_SECRET_KEY}` },
    body: new URLSearchParams({
      mode: 'payment',
      success_url: 'https://shop.example/',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'gbp',
      'line_items[0][price_data][unit_amount]': '1234',
      'line_items[0][price_data][product_data][name]': 'A mug',
    }),
  })
  const session = (await answer.json()) as { id?: string }
  if (!session.id) throw new Error(`The other program's payment: ${JSON.stringify(session)}`)
  await controls.paySession(session.id)
}

async function namedDifferences(sql: Sql, provider: Sql): Promise<MoneyRow> {
  const found = await sql<{ provider: number | null; ledger: number | null }[]>`
    select provider_pence as provider, ledger_pence as ledger from ledger_differences where settled_at is null
    order by provider_pence`
  const [net] = await provider<{ pence: number }[]>`
    select sum((body ->> 'net')::int)::int as pence from sandbox.payment_objects where object = 'balance_transaction'`
  const [moved] = await sql<{ pence: number }[]>`
    select sum(amount_pence)::int as pence from money_movements where moves`
  const apart = found.reduce((sum, each) => sum + (each.provider ?? 0) - (each.ledger ?? 0), 0)
  const said = (side: 'provider' | 'ledger') => found.map((each) => each[side] ?? 'nothing').join(', ')
  return {
    what: 'another program’s charge, and an order changed by hand, in pence',
    ...{ register: '', provider: said('provider'), ledger: said('ledger') },
    asItShould:
      said('provider') === '1234, 4900' && said('ledger') === 'nothing, 4800' && moved!.pence + apart === net!.pence,
  }
}

/** What stands above the table. */
export const moneyTitle = `Money taken by release ${lastRelease.version}, before and beside today's:`
