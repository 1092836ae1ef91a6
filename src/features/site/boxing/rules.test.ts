import { expect, test } from 'bun:test'
import { guestWords, isFilled, readGuests, referenceOf, ticketTypes, totalPence } from './rules.ts'

test('the five prices are the documented ones, in pence', () => {
  expect(ticketTypes.map(({ name, pence }) => [name, pence])).toEqual([
    ['General Admission', 5_500],
    ['Standard Seating', 6_500],
    ['Premium View', 7_500],
    ['VIP Experience', 10_000],
    ['Ringside Premium', 15_000],
  ])
  expect(totalPence('ringside', 10)).toBe(150_000)
})

test('guests are whole numbers from 1 to 10', () => {
  expect(['1', '10'].map(readGuests)).toEqual([1, 10])
  expect(['0', '11', '01', '1.0', ' 1', '1e0', 'ten', '', null, undefined].map(readGuests)).toEqual(
    Array(10).fill(null),
  )
  expect([guestWords(1), guestWords(2)]).toEqual(['1 guest', '2 guests'])
})

test('a form is filled when all three fields hold something', () => {
  expect(isFilled({ name: 'a', email: 'b', phone: 'c' })).toBe(true)
  expect(isFilled({ name: ' ', email: 'b', phone: 'c' })).toBe(false)
})

test('a reference is short and can be read out', () => {
  expect(referenceOf('0f4b2c1d-1111-4111-8111-111111111111')).toBe('0F4B2C1D')
})
