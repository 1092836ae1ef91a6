import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { Provider } from 'jotai'
import { Router } from 'wouter'
import type { PageData } from '#page/page.ts'
import { openTestSite, type TestSite } from '#test/site.ts'
import { fireEvent, render, waitFor, withDocument } from '#ui/dom.test-setup.ts'
import { ReserveDialog } from './reservation-steps.tsx'
import { ticketTypes } from './rules.ts'
import type { boxing } from './server.ts'

withDocument()

let site: TestSite
let calls = 0
let moves: string[] = []
const own = { fetch: globalThis.fetch, FormData: globalThis.FormData }

beforeAll(async () => {
  // As with the first letter that is typed.
  await Promise.all([import('./schema.ts'), import('#wire/check-input.ts')])
  site = await openTestSite({ demoData: false, now: () => new Date('2025-08-01T12:00:00Z') })
  globalThis.fetch = ((path: string, init?: RequestInit) => {
    calls++
    return own.fetch(site.origin + path, init)
  }) as typeof fetch
})
beforeEach(async () => {
  globalThis.FormData = window.FormData
  calls = 0
  moves = []
  await site.sql`delete from boxing_reservations`
  await site.sql`delete from boxing_seats`
})
afterEach(() => {
  globalThis.FormData = own.FormData
})
afterAll(async () => {
  globalThis.fetch = own.fetch
  await site.close()
})

function show() {
  const data: PageData<typeof boxing> = {
    isAnnounced: true,
    isSample: false,
    isOpen: true,
    day: '2025-08-23',
    isOver: false,
    guests: 2,
    ticket: 'vip',
    tickets: ticketTypes.map(({ seats, ...type }) => ({ ...type, totalPence: type.pence * 2, left: seats })),
    submissionKey: crypto.randomUUID(),
    reservation: null,
  }
  render(
    <Provider>
      <Router hook={() => ['/boxing', (to: string) => moves.push(to)]}>
        <ReserveDialog data={data} />
      </Router>
    </Provider>,
  )
}

const field = (name: string) => document.getElementById(name) as HTMLInputElement
const fill = (values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) field(name).value = value
}
const confirm = () => fireEvent.submit(document.querySelector('form')!)
const whole = { name: 'Perpetua Inkwell', email: 'perpetua@larkmoor.example', phone: '0161 496 0177' }
const stored = async () => (await site.sql`select from boxing_reservations`).length

test.each(['name', 'email', 'phone'])('confirming without %s does nothing', (missing) => {
  show()
  const before = document.body.innerHTML
  fill({ ...whole, [missing]: '  ' })
  confirm()
  expect(calls).toBe(0)
  expect(moves).toEqual([])
  expect(document.body.innerHTML).toBe(before)
})

test('confirming twice reserves once and leads to the receipt', async () => {
  show()
  expect(document.body.textContent).toContain('£200.00')
  fill(whole)
  confirm()
  confirm()
  await waitFor(() => expect(moves).toHaveLength(1))
  expect(moves[0]).toMatch(/^\/boxing\?reservation=[0-9a-f-]{36}$/)
  expect([calls, await stored()]).toEqual([1, 1])
})

test('what the server refuses stands at its field, and the rest can be corrected', async () => {
  show()
  fill({ ...whole, email: 'perpetua' })
  confirm()
  await waitFor(() =>
    expect(document.getElementById('email-error')?.textContent).toContain(
      'Enter an email address, like name@example.com',
    ),
  )
  fill(whole)
  confirm()
  await waitFor(() => expect(moves).toHaveLength(1))
})

test('too few seats are told in words', async () => {
  await site.sql`insert into boxing_seats values ('2025-08-23', 'vip', 80, 79)`
  show()
  fill(whole)
  confirm()
  await waitFor(() =>
    expect(document.querySelector('form [role=alert]')?.textContent).toContain(
      'There are not enough VIP Experience tickets left for 2 guests.',
    ),
  )
  expect(await stored()).toBe(0)
})
