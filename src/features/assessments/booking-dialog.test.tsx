import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { Provider } from 'jotai'
import { Router } from 'wouter'
import { callTimes } from '#domain/call-times.ts'
import { ownershipCookie } from '#requests/ownership.ts'
import { type AddedApplication, addApplication } from '#test/add-application.ts'
import { emptyTables } from '#test/empty-tables.ts'
import { openTestSite, type TestSite } from '#test/site.ts'
import { fireEvent, render, waitFor, withDocument } from '#ui/dom.test-setup.ts'
import { BookingDialog } from './booking-dialog.tsx'
import type { BookingForm } from './recognition/server.ts'

withDocument()

let site: TestSite
let application: AddedApplication
let calls: string[] = []
let moves: string[] = []
const own = { fetch: globalThis.fetch, FormData: globalThis.FormData }

beforeAll(async () => {
  site = await openTestSite({ demoData: false, now: () => new Date('2026-11-20T12:00:00Z') })
  // The page's own calls, with the cookie of the browser that applied.
  globalThis.fetch = ((path: string, init?: RequestInit) => {
    calls.push(path)
    const cookie = ownershipCookie('', [application.id], site.services).split(';')[0]!
    return own.fetch(site.origin + path, { ...init, headers: { ...init?.headers, origin: site.origin, cookie } })
  }) as typeof fetch
})
beforeEach(async () => {
  globalThis.FormData = window.FormData
  calls = []
  moves = []
  await emptyTables(site.sql, 'assessment_call_outcomes, assessment_calls, assessment_slots, rate_limits')
  application = await addApplication(site.sql)
})
afterEach(() => {
  globalThis.FormData = own.FormData
})
afterAll(async () => {
  globalThis.fetch = own.fetch
  await site.close()
})

const form: BookingForm = {
  mayBook: true,
  firstDay: '2026-11-20',
  lastDay: '2027-11-21',
  day: '2026-11-24',
  time: null,
  free: [...callTimes],
  levels: ['gold'],
  phone: '0161 496 0177',
  message: '',
  problems: [],
  notice: null,
  next: [],
}

const show = (booking: Partial<BookingForm> = {}) =>
  render(
    <Provider>
      <Router hook={() => ['/pre-approved', (to: string) => moves.push(to)]}>
        <BookingDialog applicationId={application.id} booking={{ ...form, ...booking }} />
      </Router>
    </Provider>,
  )
const text = () => document.body.textContent!
const radio = (time: string) => document.querySelector<HTMLInputElement>(`input[value="${time}"]`)!
const submit = () => fireEvent.submit(document.querySelector('form[method=post]')!)
const stored = async () => (await site.sql`select from assessment_calls`).length

test('the six times, the day’s limits and the chosen levels', () => {
  show({ free: ['10:00', '14:00'] })
  const shown = [...document.querySelectorAll<HTMLInputElement>('[name=preferredTime]')]
  expect(shown.map(({ value }) => value)).toEqual([...callTimes])
  expect(shown.filter(({ disabled }) => !disabled).map(({ value }) => value)).toEqual(['10:00', '14:00'])
  const day = document.querySelector<HTMLInputElement>('input[type=date]')!
  expect([day.min, day.max, day.value]).toEqual(['2026-11-20', '2027-11-21', '2026-11-24'])
  expect(text()).toContain('We will talk about: Gold Standard Accreditation.')
})

test('another day shows its times, a weekend the next free ones', async () => {
  await site.sql`insert into assessment_slots (day, time, capacity) values ('2026-11-25', '09:00', 0)`
  show()
  const day = document.querySelector<HTMLInputElement>('input[type=date]')!
  fireEvent.change(day, { target: { value: '2026-11-25' } })
  await waitFor(() => expect(radio('09:00').disabled).toBe(true))
  expect(document.querySelector<HTMLInputElement>('[name=preferredDate]')!.value).toBe('2026-11-25')
  fireEvent.change(day, { target: { value: '2026-11-28' } })
  await waitFor(() => expect(text()).toContain('There are no free times on this day.'))
  const links = [...document.querySelectorAll('nav a')].map((link) => link.textContent)
  expect(links[0]).toBe('Monday 30 November 2026 at 09:00')
})

test('booking twice books once, says so and goes back to the page', async () => {
  show()
  fireEvent.click(radio('10:00'))
  submit()
  submit()
  await waitFor(() => expect(moves).toEqual([`/pre-approved?application_id=${application.id}#call`]))
  expect([calls, await stored()]).toEqual([['/api/book-assessment'], 1])
  expect(text()).toContain('Assessment Call Booked!')
  expect(text()).toContain("We'll contact you within 24 hours to confirm your appointment.")
})

test('what is missing stands at its field, and is not sent; nothing typed is lost', async () => {
  show({ phone: '' })
  const message = document.getElementById('message') as HTMLTextAreaElement
  message.value = 'After ten is best.'
  submit()
  await waitFor(() => expect(document.getElementById('preferredTime-error')?.textContent).toContain('Choose one'))
  expect(document.getElementById('phone-error')?.textContent).toContain('Enter your phone number')
  expect(text()).not.toContain('Booking Failed')
  expect(calls).toEqual([])
  expect((document.getElementById('message') as HTMLTextAreaElement).value).toBe('After ten is best.')
  expect(await stored()).toBe(0)

  const focused = () => document.activeElement?.getAttribute('aria-labelledby')
  await waitFor(() => expect(focused()).toBe('error-summary-heading'))
  document.getElementById('phone')!.focus()
  submit()
  await waitFor(() => expect(focused()).toBe('error-summary-heading'))
  expect(calls).toEqual([])
})

test('what the server refuses in a field stands there, and the booking is not said to have failed', async () => {
  show({ day: '2026-11-28' })
  fireEvent.click(radio('10:00'))
  submit()
  await waitFor(() =>
    expect(document.getElementById('preferredDate-error')?.textContent).toContain('Choose a day from Monday to Friday'),
  )
  expect(calls).toEqual(['/api/book-assessment'])
  expect(text()).not.toContain('Booking Failed')
})

test('a booking that fails as a whole is said to have failed', async () => {
  show()
  application = { ...application, id: crypto.randomUUID() }
  fireEvent.click(radio('10:00'))
  submit()
  await waitFor(() => expect(text()).toContain('Booking Failed'))
  expect(text()).toContain('Please try again or call us directly.')
})

test('a time that another has taken meanwhile is closed, and the next free ones are offered', async () => {
  await site.sql`insert into assessment_slots (day, time, capacity) values ('2026-11-24', '10:00', 0)`
  show()
  fireEvent.click(radio('10:00'))
  submit()
  await waitFor(() => expect(text()).toContain('This time is not free.'))
  expect(text()).toContain('Booking Failed')
  expect(radio('10:00').disabled).toBe(true)
  const link = document.querySelector('nav a')!
  expect(link.textContent).toBe('Tuesday 24 November 2026 at 09:00')
  const address = new URL(link.getAttribute('href')!, 'https://site.example').searchParams
  expect([address.get('date'), address.get('time'), address.get('level')]).toEqual(['2026-11-24', '09:00', 'gold'])
})

test('who holds the link alone finds no form', () => {
  show({ mayBook: false })
  expect(document.querySelector('form')).toBeNull()
  expect(text()).toContain('Only the browser that applied can book the call.')
})
