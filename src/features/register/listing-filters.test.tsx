import { expect, test } from 'bun:test'
import type { ReactNode } from 'react'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { fireEvent, render, withDocument } from '../../ui/dom.test-setup.ts'
import { ListingFilters } from './listing-filters.tsx'
import type { ListingsData, ListingsFilters } from './listings-page.tsx'

withDocument()

function dataOf(filters: Partial<ListingsFilters> = {}): ListingsData {
  return {
    filters: { q: '', city: '', category: '', verified: false, assurance: '', ...filters },
    canonical: '/listings',
    calendar: 'webcal://authority.example/listings.ics',
    total: 2,
    isMore: false,
    entries: [],
    upcoming: 0,
    cities: [['Leeds', 4], ['Ynys Môn']],
    similar: [],
    hasMoreCities: true,
    isFirst: true,
    next: null,
    isDemonstration: false,
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
const link = (name: string) => [...document.querySelectorAll('a')].find((one) => one.textContent?.startsWith(name))

test('a search goes to the address that holds it, with the filters in use', () => {
  const { went } = show(dataOf({ city: 'Leeds', verified: true }))
  fireEvent.change(box(), { target: { value: ' food & drink ' } })
  fireEvent.submit(document.querySelector('form')!)
  expect(went()).toBe('/listings?q=food+%26+drink&city=Leeds&verified=1')
})

test('verified only moves at once, and back', () => {
  const { went, again } = show(dataOf({ q: 'fair' }))
  fireEvent.click(verified())
  expect(verified().checked).toBeTrue()
  expect(went()).toBe('/listings?q=fair&verified=1')
  again(dataOf({ q: 'fair', verified: true }))
  fireEvent.click(verified())
  expect(went()).toBe('/listings?q=fair')
})

test('going back unchecks what was checked', () => {
  const { again } = show(dataOf())
  fireEvent.click(verified())
  again(dataOf({ verified: true }))
  again(dataOf())
  expect(verified().checked).toBeFalse()
})

test('chips are links that keep the search, and tell which city is chosen', () => {
  show(dataOf({ q: 'fair', city: 'ynys mon' }))
  expect(link('Leeds')!.getAttribute('href')).toBe('/listings?q=fair&city=Leeds')
  expect(link('Leeds')!.textContent).toBe('Leeds4')
  expect(link('All Cities')!.getAttribute('href')).toBe('/listings?q=fair')
  expect(link('Ynys Môn')!.getAttribute('aria-current')).toBe('true')
  expect(document.querySelectorAll('[aria-current="true"]').length).toBe(1)
})

test('a city that is not among the chips has one of its own while it is chosen', () => {
  show(dataOf({ city: 'Quorn' }))
  expect(link('Quorn')!.getAttribute('aria-current')).toBe('true')
})

test('Clear Filters empties the search box and the checkbox, and closes the panel', () => {
  const { again } = show(dataOf({ q: 'fair', verified: true }))
  expect(document.querySelector('details')!.open).toBeTrue()
  expect(link('Clear Filters')!.getAttribute('href')).toBe('/listings')
  again(dataOf())
  expect(box().value).toBe('')
  expect(verified().checked).toBeFalse()
  expect(document.querySelector('details')!.open).toBeFalse()
  expect(link('Clear Filters')).toBeUndefined()
})

test('what is being typed stays while the address changes for another reason', () => {
  const { again } = show(dataOf({ q: 'fair' }))
  fireEvent.change(box(), { target: { value: 'fair and' } })
  again(dataOf({ q: 'fair', verified: true }))
  expect(box().value).toBe('fair and')
})
