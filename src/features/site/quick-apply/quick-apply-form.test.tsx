import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { createStore, Provider } from 'jotai'
import { Router } from 'wouter'
import { handOverKey } from '#domain/hand-over.ts'
import type { PageData } from '#page/page.ts'
import { openTestSite, type TestSite } from '#test/site.ts'
import { fireEvent, render, waitFor, withDocument } from '#ui/dom.test-setup.ts'
import { Toaster } from '#ui/toast.tsx'
import { QuickApplyForm } from './quick-apply-form.tsx'
import { readDraft } from './rules.ts'
import type { quickApply } from './server.ts'
import { readKeptLead } from './state.ts'

withDocument()

let site: TestSite
let asked: string[] = []
let moves: string[] = []
let trouble: RegExp | null = null
const own = { fetch: globalThis.fetch, FormData: globalThis.FormData }

beforeAll(async () => {
  // As with the first letter that is typed.
  await import('./schema.ts')
  site = await openTestSite({ demoData: false })
  globalThis.fetch = (async (path: string, init?: RequestInit) => {
    asked.push(path)
    if (trouble?.test(path)) throw new TypeError('no network')
    return await own.fetch(site.origin + path, init)
  }) as typeof fetch
})
beforeEach(async () => {
  globalThis.FormData = window.FormData
  asked = []
  moves = []
  trouble = null
  await site.sql`delete from quick_apply_leads`
})
afterEach(() => {
  globalThis.FormData = own.FormData
})
afterAll(async () => {
  globalThis.fetch = own.fetch
  await site.close()
})

type Data = PageData<typeof quickApply>

const start: Data = {
  step: 'company',
  draft: readDraft({}),
  accredited: 0,
  claims: { figures: [], testimonials: [] },
}
const details = { name: 'Perpetua Inkwell', email: 'perpetua@larkmoor.example', phone: '0161 496 0177' }
const answered = { companyName: 'Larkmoor', hasTicketedEvents: 'no', wantsMoreAttendance: 'no' } as const

function show(data: Data = start) {
  return render(
    <Provider store={createStore()}>
      <Router hook={() => ['/quickapply', (to: string) => moves.push(to)]}>
        <QuickApplyForm data={data} />
        <Toaster />
      </Router>
    </Provider>,
  )
}

const field = (id: string) => document.getElementById(id) as HTMLInputElement
const type = (id: string, value: string) => fireEvent.change(field(id), { target: { value } })
const submit = () => fireEvent.submit(document.querySelector('form')!)
const next = () => document.querySelector<HTMLButtonElement>('button[type=submit]')!
const text = () => document.body.textContent
const leads = async () => (await site.sql`select from quick_apply_leads`).length

test('Continue is disabled while the company name is blank, and says what is missing when it is pressed', async () => {
  show()
  const isDisabled = () => next().getAttribute('aria-disabled') === 'true'
  expect(isDisabled()).toBe(true)
  fireEvent.click(next())
  await waitFor(() => expect(text()).toContain('Enter the name of your organisation, company or committee'))
  type('companyName', '  ')
  expect(isDisabled()).toBe(true)
  type('companyName', 'L')
  expect(isDisabled()).toBe(false)
})

test('both questions have to be answered; then the analysis shows for two and a half seconds', async () => {
  show()
  type('companyName', 'Larkmoor')
  submit()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Two questions'))
  submit()
  await waitFor(() => expect(document.getElementById('hasTicketedEvents-error')).not.toBeNull())
  fireEvent.click(field('hasTicketedEvents-2'))
  await waitFor(() => expect(document.getElementById('hasTicketedEvents-error') === null).toBe(true))
  expect(document.getElementById('wantsMoreAttendance-error')).not.toBeNull()
  fireEvent.click(field('wantsMoreAttendance-2'))
  const began = performance.now()
  submit()
  await waitFor(() => expect(text()).toContain('Analyzing your qualification...'))
  await waitFor(() => expect(text()).toContain('Anyone can apply'))
  expect(text()).toContain('With these answers expect:')
  expect(text()).toContain('The same criteria as for events with tickets')
  expect(text()).not.toMatch(/Step \d of|% complete/)
  expect(performance.now() - began).toBeGreaterThan(2_400)
})

test('companies are suggested from two characters on, once typing has paused, five at most', async () => {
  show()
  type('companyName', 'l')
  await Bun.sleep(400)
  expect(asked).toEqual([])
  type('companyName', 'la')
  type('companyName', 'lar')
  type('companyName', 'lark')
  await waitFor(() => expect(document.querySelectorAll('[role=option]').length).toBeGreaterThan(0))
  expect(asked).toEqual(['/api/company/search?q=lark'])
  const options = [...document.querySelectorAll<HTMLElement>('[role=option]')]
  expect(options.length).toBeLessThanOrEqual(5)
  fireEvent.click(options[0]!)
  expect(options[0]!.textContent).toStartWith(field('companyName').value)
  expect(document.querySelector('[role=option]')).toBeNull()
})

test('a company search that fails says nothing', async () => {
  trouble = /company\/search/
  show()
  type('companyName', 'lark')
  await waitFor(() => expect(asked).toHaveLength(1))
  await Bun.sleep(50)
  expect(document.querySelector('[role=option]')).toBeNull()
  expect(document.querySelector('.toast')).toBeNull()
  expect(text()).not.toContain('Error')
})

test('a lead is sent once, said so, handed over, and two seconds later the wizard follows', async () => {
  show({ ...start, step: 'contact', draft: { ...readDraft({}), ...answered } })
  for (const [id, value] of Object.entries(details)) type(id, value)
  const began = performance.now()
  submit()
  submit()
  await waitFor(() => expect(text()).toContain('Qualification Complete!'))
  expect(text()).toContain('Redirecting you to complete your accreditation application...')
  expect(JSON.parse(sessionStorage.getItem(handOverKey)!)).toEqual({ company: 'Larkmoor', ...details })
  // Who comes back finds the answers.
  expect(readKeptLead()).toMatchObject({ step: 'company', draft: { companyName: 'Larkmoor', ...details } })
  expect([asked, await leads()]).toEqual([['/api/quickapply-lead'], 1])
  expect(moves).toEqual([])
  await waitFor(() => expect(moves).toEqual(['/apply-accreditation']))
  expect(performance.now() - began).toBeGreaterThan(1_900)
})

test('a failure is said, nothing is lost, and the next attempt goes through', async () => {
  trouble = /quickapply-lead/
  show({ ...start, step: 'contact', draft: { ...readDraft({}), ...answered, ...details } })
  submit()
  await waitFor(() => expect(text()).toContain('Submission Error'))
  expect(text()).toContain('Please try again or contact support.')
  expect(field('name').value).toBe(details.name)
  expect(sessionStorage.getItem(handOverKey)).toBeNull()
  trouble = null
  submit()
  await waitFor(() => expect(text()).toContain('Qualification Complete!'))
})

test('a reload finds step and answers again', async () => {
  const first = show()
  type('companyName', 'Larkmoor')
  submit()
  await waitFor(() => expect(field('hasTicketedEvents')).not.toBeNull())
  fireEvent.click(field('hasTicketedEvents'))
  first.unmount()
  show()
  expect(field('hasTicketedEvents').checked).toBe(true)
  fireEvent.click([...document.querySelectorAll('button')].find(({ value }) => value === 'back')!)
  expect(field('companyName').value).toBe('Larkmoor')
})
