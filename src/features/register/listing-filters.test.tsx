import { expect, test } from 'bun:test'
import type { ReactNode } from 'react'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { act, fireEvent, render, withDocument } from '#ui/dom.test-setup.ts'
import { ListingFilters } from './listing-filters.tsx'
import type { RegisterFilters } from './server/filters.ts'
import type { ListingsData } from './server/load-listings.ts'

withDocument()

function dataOf(filters: Partial<RegisterFilters> = {}): ListingsData {
  return {
    filters: {
      q: '',
      city: '',
      category: '',
      verified: false,
      assurance: '',
      status: '',
      when: '',
      from: '',
      to: '',
      ...filters,
    },
    sort: '',
    today: '2026-11-21',
    canonical: '/listings',
    calendar: 'webcal://authority.example/listings.ics',
    total: 2,
    isMore: false,
    entries: [],
    upcoming: 0,
    why: {},
    similar: [],
    nearCities: [],
    pages: { current: 1, last: 1, before: 0 },
    next: null,
    isDemonstration: false,
    tag: 'register',
  }
}

function show(data: ListingsData) {
  const { hook, searchHook, history } = memoryLocation({ path: '/listings', record: true })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Router hook={hook} searchHook={searchHook}>
      {children}
    </Router>
  )
  const view = render(<ListingFilters data={data} />, { wrapper })
  return {
    ...view,
    again: (next: ListingsData) => view.rerender(<ListingFilters data={next} />),
    went: () => history.at(-1),
  }
}

const box = () => document.querySelector<HTMLInputElement>('input[name="q"]')!
const verified = () => document.querySelector<HTMLInputElement>('input[name="verified"]')!
const field = (name: string) => document.querySelector<HTMLSelectElement>(`select[name="${name}"]`)!
const link = (name: string) => [...document.querySelectorAll('a')].find((one) => one.textContent?.startsWith(name))

test('a search goes to the address that holds it, with the filters in use', () => {
  const { went } = show(dataOf({ city: 'Leeds', verified: true }))
  fireEvent.change(box(), { target: { value: ' food & drink ' } })
  fireEvent.submit(document.querySelector('form')!)
  expect(went()).toBe('/listings?q=food+%26+drink&city=Leeds&verified=1')
})

test('verified only moves at once, and back', () => {
  const { went, again } = show({ ...dataOf({ q: 'fair' }), isPanelOpen: true })
  fireEvent.click(verified())
  expect(verified().checked).toBeTrue()
  expect(went()).toBe('/listings?q=fair&verified=1')
  again(dataOf({ q: 'fair', verified: true }))
  fireEvent.click(verified())
  expect(went()).toBe('/listings?q=fair')
})

test('going back unchecks what was checked', () => {
  const { again } = show({ ...dataOf(), isPanelOpen: true })
  fireEvent.click(verified())
  again(dataOf({ verified: true }))
  again(dataOf())
  expect(verified().checked).toBeFalse()
})

test('a choice moves at once and keeps what else is asked for', () => {
  const { went } = show(dataOf({ q: 'fair', city: 'Leeds', category: 'Food & Drink' }))
  fireEvent.change(field('when'), { target: { value: '2027-03' } })
  expect(went()).toBe('/listings?q=fair&city=Leeds&category=Food+%26+Drink&when=2027-03')
})

test('a status and Accredited now are one choice', () => {
  const { went, again } = show(dataOf({ verified: true }))
  fireEvent.change(field('status'), { target: { value: 'lapsed' } })
  expect(went()).toBe('/listings?status=lapsed')
  again(dataOf({ status: 'lapsed' }))
  expect(verified().checked).toBeFalse()
  fireEvent.click(verified())
  expect(went()).toBe('/listings?verified=1')
})

test('values carry how many they leave, and a value of the address that is not offered stands first', () => {
  const facets = {
    verified: 3,
    assurances: { declared: 1, evidence: 2 },
    statuses: { active: 3, lapsed: 1 },
    categories: [0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0],
  }
  show({ ...dataOf({ category: 'sports', when: '2020-01' }), facets })
  const texts = (name: string) => [...field(name).options].map((option) => option.text)
  expect(texts('category').slice(0, 3)).toEqual(['All Categories', 'sports', 'Food & Drink (2)'])
  expect(texts('status')).toEqual(['Any status', 'Accredited, at any level (3)', 'Lapsed (1)'])
  expect(texts('when').slice(0, 5)).toEqual(['Any date', 'This weekend', 'This month', 'January 2020', 'December 2026'])
  expect(field('when').value).toBe('2020-01')
})

test('a last day before the first says so beside its field', () => {
  show(dataOf({ from: '2027-03-02', to: '2027-03-01' }))
  const to = document.querySelector<HTMLInputElement>('input[name="to"]')!
  expect(to.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById('to-error')!.textContent).toContain('The last day is before the first')
  expect(to.value).toBe('2027-03-01')
})

test('what narrows the list is named above it, each with the way to the list without it', () => {
  show(dataOf({ q: 'fair', city: 'Leeds', from: '2027-03-01', verified: true }))
  expect(document.querySelector('details')!.open).toBeFalse()
  const ways = [...document.querySelectorAll<HTMLAnchorElement>('nav[aria-label="Filters in use"] a')]
  expect(ways.map((way) => [way.textContent, way.getAttribute('href')])).toEqual([
    ['Remove filter: Leeds', '/listings?q=fair&verified=1&from=2027-03-01'],
    ['Remove filter: From Monday 1 March 2027', '/listings?q=fair&city=Leeds&verified=1'],
    ['Remove filter: Accredited now', '/listings?q=fair&city=Leeds&from=2027-03-01'],
  ])
})

test('the fields of the panel come when it is opened; without a script a link shows them', async () => {
  show(dataOf({ q: 'fair' }))
  expect(verified()).toBeNull()
  expect(link('Show the filters')!.getAttribute('href')).toBe('/listings?q=fair&filters=open')
  const details = document.querySelector('details')!
  await act(async () => {
    details.open = true
    details.dispatchEvent(new Event('toggle'))
  })
  expect(verified()).not.toBeNull()
  expect(link('Show the filters')).toBeUndefined()
})

test('Clear Filters empties the search box and the checkbox', () => {
  const { again } = show(dataOf({ q: 'fair', verified: true }))
  expect(link('Clear Filters')!.getAttribute('href')).toBe('/listings')
  again(dataOf())
  expect(box().value).toBe('')
  expect(verified().checked).toBeFalse()
  expect(document.querySelector('nav')).toBeNull()
  expect(link('Clear Filters')).toBeUndefined()
})

test('what is being typed stays while the address changes for another reason', () => {
  const { again } = show(dataOf({ q: 'fair' }))
  fireEvent.change(box(), { target: { value: 'fair and' } })
  again(dataOf({ q: 'fair', verified: true }))
  expect(box().value).toBe('fair and')
})
