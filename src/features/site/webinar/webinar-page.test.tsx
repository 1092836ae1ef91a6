import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createStore, Provider } from 'jotai'
import type { PageData } from '#page/page.ts'
import { proveClaims } from '#test/prove-claims.ts'
import { openTestSite, type TestSite } from '#test/site.ts'
import { fireEvent, render, waitFor, withDocument } from '#ui/dom.test-setup.ts'
import { content } from './content.ts'
import { startedText } from './rules.ts'
import type { webinar } from './server.ts'
import { page } from './webinar-page.tsx'

withDocument()

type Data = PageData<typeof webinar>

let site: TestSite
let now = new Date()
let calls = 0
const own = { fetch: globalThis.fetch, FormData: globalThis.FormData }
/** What the network does to the next calls instead of carrying them. */
let trouble: (() => Promise<Response>) | null = null

beforeAll(async () => {
  site = await openTestSite({ demoData: false, now: () => now, env: { mode: 'production' } })
  await proveClaims(site, ['webinar-event'])
  globalThis.fetch = (async (path: string, init?: RequestInit) => {
    calls++
    return trouble ? await trouble() : await own.fetch(site.origin + path, init)
  }) as typeof fetch
})
beforeEach(async () => {
  globalThis.FormData = window.FormData
  now = new Date('2025-08-01T12:00:00Z')
  calls = 0
  trouble = null
  await site.sql`delete from webinar_sign_ups`
})
afterEach(() => {
  globalThis.FormData = own.FormData
})
afterAll(async () => {
  globalThis.fetch = own.fetch
  await site.close()
})

const when = { day: '2025-08-23', time: '18:00', firstDay: '2025-08-23', revision: 0 }
const open: Data = {
  when,
  isAnnounced: true,
  isToday: false,
  isOpen: true,
  hasStarted: false,
  claims: {
    speaker: [],
    banner: [{ value: 'Only 47 spots left.' }],
    testimonials: [],
    urgency: [{ value: '47', label: 'spots left' }],
    deadline: [],
    registration: [{ value: 'Only 23 spots left.' }],
  },
  calendar: 'data:text/calendar,x',
  isDone: false,
}

function show(data: Data = open) {
  render(
    <Provider store={createStore()}>
      <page.Component data={data} />
    </Provider>,
  )
}

const field = (id: string) => document.getElementById(id) as HTMLInputElement
const forms = () => [...document.querySelectorAll('form')]
const type = (id: string, value: string) => fireEvent.change(field(id), { target: { value } })
const people = async () => [...(await site.sql`select name, email from webinar_sign_ups`)].map((row) => ({ ...row }))

describe('two forms with one state', () => {
  test('what is typed in one stands in the other', () => {
    show()
    type('hero-name', 'Perpetua Inkwell')
    type('registration-email', 'perpetua@larkmoor.example')
    expect(field('registration-name').value).toBe('Perpetua Inkwell')
    expect(field('hero-email').value).toBe('perpetua@larkmoor.example')
  })

  test('either can be sent, once, and both give way to the confirmation', async () => {
    show()
    type('hero-name', 'Perpetua Inkwell')
    type('hero-email', 'perpetua@larkmoor.example')
    fireEvent.submit(forms()[1]!)
    fireEvent.submit(forms()[0]!)
    await waitFor(() => expect(forms()).toEqual([]))
    expect(calls).toBe(1)
    expect(await people()).toEqual([{ name: 'Perpetua Inkwell', email: 'perpetua@larkmoor.example' }])
    const confirmations = [...document.querySelectorAll('h2, h3')].filter(
      ({ textContent }) => textContent === content.confirmed,
    )
    expect(confirmations).toHaveLength(2)
    expect(document.querySelectorAll('a[download="webinar.ics"]')).toHaveLength(2)
    expect(document.activeElement?.closest('#registration')).not.toBeNull()
  })

  test('what is missing is said in both and listed in the one that was sent, without a call', async () => {
    show()
    fireEvent.submit(forms()[1]!)
    await waitFor(() => expect(document.querySelector('[role=alert]')).not.toBeNull())
    expect(calls).toBe(0)
    expect(document.querySelectorAll('[role=alert]')).toHaveLength(1)
    expect(document.querySelector('#registration [role=alert]')!.textContent).toContain(
      'Enter your nameEnter your email address',
    )
    expect(document.getElementById('hero-name-error')!.textContent).toContain('Enter your name')
  })

  test('a failure keeps what was typed and can be tried again', async () => {
    show()
    type('hero-name', 'Perpetua Inkwell')
    type('hero-email', 'perpetua@larkmoor.example')
    trouble = () => Promise.reject(new TypeError('no network'))
    fireEvent.submit(forms()[0]!)
    await waitFor(() => expect(document.body.textContent).toContain('The sign-up could not be sent.'))
    trouble = null
    fireEvent.submit(forms()[0]!)
    await waitFor(() => expect(forms()).toEqual([]))
  })

  test('when it has started meanwhile, the server says so', async () => {
    show()
    type('hero-name', 'Perpetua Inkwell')
    type('hero-email', 'perpetua@larkmoor.example')
    now = new Date('2025-08-23T17:00:01Z')
    fireEvent.submit(forms()[0]!)
    await waitFor(() => expect(document.body.textContent).toContain(startedText(when)))
    expect(await people()).toEqual([])
  })
})

test('once it has started there are no forms, no claims and no buttons to them', () => {
  show({ ...open, isOpen: false, hasStarted: true, calendar: null })
  expect(forms()).toEqual([])
  expect(document.querySelectorAll('a[href="#registration"]')).toHaveLength(0)
  expect(document.body.textContent).not.toContain('spots left')
  expect(document.body.textContent).toContain(content.past)
})
