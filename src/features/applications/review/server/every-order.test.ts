import { beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { ApplicationFacts } from '#domain/application-facts.ts'
import { applicationState } from '#domain/application-state.ts'
import { type AccreditAfter, mayBeAccredited } from '#domain/assurance.ts'
import { londonDay } from '#domain/london-time.ts'
import { isAccredited, isWithheld, registerStatusAt, registerStatusNames } from '#domain/register-status.ts'
import { situations } from '#domain/situations.ts'
import { funnelOfFile, sessionOf } from '#features/payments/server/funnel-fixture.ts'
import { changeStatus } from '#features/register/admin/server/change-register-status.ts'
import { lapseExpired } from '#features/register/server/end-entry.ts'
import { setAssurance } from '#features/register/server/set-assurance.ts'
import { addressConfirmed } from '#jobs/handlers.ts'
import { confirmAddress } from '#mail/confirm-address.ts'
import { addApplication } from '#test/add-application.ts'
import { runAs } from '#test/run-as.ts'
import { isFailure } from '#wire/failure.ts'
import { decisionCommands } from './decision-commands.ts'

const funnel = await funnelOfFile()
beforeAll(async () => {
  await funnel.sql`
    insert into people (id, name, email, roles) values (${admin.id}, ${admin.name}, 'reviewer@authority.example', '{owner}')
    on conflict do nothing`
})

/** Which situations the walks have come to. */
const reached = new Set<string>()
const admin = { id: 'reviewer', name: 'Ada Reviewer', roles: ['owner' as const] }

test('SQL and the table agree on what a stored status comes to', async () => {
  const now = new Date()
  for (const stored of registerStatusNames) {
    for (const seconds of [null, -60, 60]) {
      const validUntil = seconds === null ? null : new Date(now.getTime() + seconds * 1000)
      const [row] = await funnel.sql`select register_status(${stored}, ${validUntil}) as status`
      expect([stored, seconds, row!.status]).toEqual([stored, seconds, registerStatusAt(stored, validUntil, now)])
    }
  }
})

test('SQL reads the facts of every combination of orders', async () => {
  const orders = ['none', 'pending', 'paid', 'disputed', 'refunded', 'cancelled', 'expired', 'failed'] as const
  for (const order of orders) {
    for (const waits of [false, true]) {
      for (const isCurrent of [false, true]) {
        const { id, organisationId } = await addApplication(funnel.sql, { status: 'approved' })
        if (order !== 'none') {
          await funnel.sql`
            insert into orders (application_id, organisation_id, type, amount_pence, discount_pence, status, waits_since, covers_until)
            values (${id}, ${organisationId}, 'listing', 4900, 0, ${order}, ${waits ? new Date() : null},
              ${new Date(Date.now() + (isCurrent ? 1 : -1) * 3_600_000)})`
        }
        expect({ order, waits, isCurrent, ...(await facts(id)) }).toEqual({
          order,
          waits,
          isCurrent,
          status: 'approved',
          isWithdrawn: false,
          isListingPaid: order === 'paid' || order === 'disputed',
          isWaiting: waits && (order === 'paid' || (order === 'cancelled' && isCurrent)),
          isCheckoutClosed: false,
          registerStatus: null,
          assessment: 'open',
          eventDay: '2027-08-21',
          lapsedOn: null,
        })
      }
    }
  }
})

type Walk = { id: string; email: string }
type Step = (walk: Walk) => Promise<unknown>

/** What people, the provider and time can do, through the commands themselves; where something cannot be done now, it is refused. */
const steps: Record<string, Step> = {
  approve: ({ id }) => decide(id, 'approved', { reason: 'It is theirs' }),
  reject: ({ id }) => decide(id, 'rejected', { reason: 'No licence' }),
  withdraw: ({ id }) => decide(id, 'withdrawn', { withdrawal: 'A mistake' }),
  confirmAddress: async ({ email }) => {
    await funnel.sql.begin((tx) => confirmAddress(tx, email, funnel.state.time))
    const [confirmed] = await funnel.sql`select id from confirmed_addresses where email = lower(${email})`
    await addressConfirmed({ addressId: confirmed!.id }, funnel.services)
  },
  waiveIdentity: ({ id }) => decide(id, 'waive-identity', { release: 'Known to us' }),
  pay: (walk) => pay(walk, null),
  payNothing: (walk) => pay(walk, 'LAUNCH100'),
  refund: async () => funnel.controls.refund(await latest('payment_intent')),
  dispute: async () => funnel.controls.openDispute(await latest('payment_intent')),
  win: async () => funnel.controls.closeDispute(await latest('dispute'), 'won'),
  lose: async () => funnel.controls.closeDispute(await latest('dispute'), 'lost'),
  endSubscription: async () => funnel.controls.endSubscription(await latest('subscription')),
  suspend: ({ id }) => act(id, 'suspend'),
  reinstate: ({ id }) => act(id, 'reinstate'),
  revoke: ({ id }) => act(id, 'revoke'),
  findAssessed: ({ id }) => find(id, 'assessed'),
  findDeclared: ({ id }) => find(id, 'declared'),
  halfAYear: async () => {
    funnel.state.time = new Date(funnel.state.time.getTime() + 183 * 86_400_000)
    await lapseExpired(funnel.services)
  },
}

test('whatever happens in whatever order, through the real commands, the promises hold', async () => {
  const names = fc.array(fc.constantFrom(...Object.keys(steps)), { minLength: 4, maxLength: 14 })
  // Half of the walks begin with what most applications do, so that they come far.
  const orders = fc
    .tuple(fc.boolean(), names)
    .map(([isUsual, rest]) => (isUsual ? ['approve', 'pay', 'confirmAddress', ...rest] : rest))
  const choices = fc.constantFrom<AccreditAfter>('listing', 'assessment')
  await fc.assert(
    fc.asyncProperty(orders, choices, async (order, accreditAfter) => {
      funnel.services.brand = { ...funnel.services.brand, accreditAfter }
      funnel.state.time = new Date('2026-11-21T12:00:00Z')
      const { id, email } = await addApplication(funnel.sql, { isConfirmed: false })
      for (const name of order) {
        const before = await facts(id)
        await steps[name]!({ id, email }).catch((problem: Error) => {
          // The sandbox refuses what the provider would: a second refund, a dispute of nothing.
          if (!/refund|dispute|Nothing|no such|already|cancel/i.test(problem.message)) throw problem
        })
        await settle()
        await check(id, name, before, await facts(id))
      }
    }),
    { numRuns: Number(process.env.WALKS ?? 15), seed: 20_261_122 },
  )
  expect([...reached]).toEqual(
    expect.arrayContaining([
      'submitted',
      'rejected',
      'payable',
      'waiting',
      'active',
      'suspended',
      'revoked',
      'lapsed',
      'listable',
      'listed',
    ]),
  )
}, 300_000)

async function check(id: string, step: string, before: ApplicationFacts, after: ApplicationFacts): Promise<void> {
  const where = `${step}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`
  const { situation, listing, notSold } = applicationState(
    after,
    funnel.services.brand.accreditAfter,
    londonDay(funnel.services.now()),
  )
  reached.add(situation)
  if (after.registerStatus !== null && before.registerStatus === null) {
    const [held] = await funnel.sql`
      select exists (select from confirmed_addresses c join organisations o on c.email = lower(o.email)
        join applications a on a.organisation_id = o.id where a.id = ${id}) as is_confirmed,
      exists (select from orders where application_id = ${id} and paid_at is not null) as was_paid`
    expect([after.status, held!.is_confirmed, held!.was_paid], where).toEqual(['approved', true, true])
  }
  if (after.status === 'rejected') expect(after.registerStatus, where).toBeNull()
  if (before.status === 'rejected') expect(after.status, where).toBe('rejected')
  if (before.registerStatus !== null) expect(after.registerStatus, where).not.toBeNull()
  if (isWithheld(before.registerStatus) && after.registerStatus !== before.registerStatus) {
    expect(['reinstate', 'revoke'], where).toContain(step)
  }
  if (isAccredited(after.registerStatus)) {
    const [paid] = await funnel.sql`
      select from orders where application_id = ${id} and type = 'listing' and (status = 'paid' or status = 'cancelled')`
    expect(paid, where).toBeDefined()
    const [entry] = await funnel.sql`select assurance from register_entries where application_id = ${id}`
    expect(mayBeAccredited(entry!.assurance, funnel.services.brand.accreditAfter), where).toBe(true)
    expect(situation, where).toBe('active')
  }
  // The buttons lead where they say: what is offered can be started, and what is not is refused.
  const started = await funnel.start(id)
  expect(started.kind === 'ready', `${where}, checkout ${started.kind}`).toBe(notSold === null && !after.isListingPaid)
  if (listing) expect(started.kind, where).toBe('ready')
  expect(situations[situation].lead, where).not.toBe('')
}

async function facts(id: string): Promise<ApplicationFacts> {
  const [row] = await funnel.sql<ApplicationFacts[]>`
    select status, is_withdrawn as "isWithdrawn", is_listing_paid as "isListingPaid", is_waiting as "isWaiting",
      is_checkout_closed as "isCheckoutClosed", register_status as "registerStatus", assessment, event_day as "eventDay",
      lapsed_on as "lapsedOn"
    from application_facts where application_id = ${id}`
  return { ...row! }
}

/** By a button of the page of the decision; where it cannot be done now, it is refused. */
async function decide(id: string, button: keyof typeof decisionCommands, form: Record<string, string>) {
  const outcome = await runAs(admin, funnel.services, decisionCommands[button], form, { id })
  if (isFailure(outcome)) expect(outcome.failure, JSON.stringify(outcome)).toBe('conflict')
}

async function act(applicationId: string, name: 'suspend' | 'reinstate' | 'revoke') {
  const [entry] = await funnel.sql`
    select id, register_status(status, valid_until) as seen from register_entries where application_id = ${applicationId}`
  if (!entry) return
  const about = { id: entry.id, admin, act: name, seen: entry.seen, reason: 'Because of the evidence' }
  await funnel.sql.begin((tx) => changeStatus(tx, funnel.services, about))
}

/** As an assessment that ends. */
async function find(applicationId: string, assurance: 'assessed' | 'declared') {
  const [entry] = await funnel.sql`select id from register_entries where application_id = ${applicationId}`
  if (!entry) return
  const found = {
    assurance,
    assuredOn: '2026-11-21',
    nextReviewOn: null,
    score: 90,
    checks: [],
    cause: 'assessment of a test',
  }
  await funnel.sql.begin((tx) => setAssurance(tx, { entryId: entry.id, ...found }, funnel.services))
}

async function pay({ id }: Walk, coupon: string | null): Promise<void> {
  const started = await funnel.start(id, coupon)
  if (started.kind === 'ready') await funnel.controls.paySession(sessionOf(started.url))
}

const taken = new Set<string>()

/** Everything that the provider has told since is processed. */
async function settle(): Promise<void> {
  for (const event of await funnel.events()) {
    if (taken.has(event.id)) continue
    taken.add(event.id)
    await funnel.take(event)
  }
  await funnel.takeWaiting()
}

async function latest(kind: string): Promise<string> {
  const [row] = await funnel.sql`
    select id from sandbox.payment_objects where object = ${kind} order by position desc limit 1`
  if (!row) throw new Error(`Nothing of ${kind} yet`)
  return row.id
}
