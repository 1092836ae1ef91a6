import { expect, test } from 'bun:test'
import { londonOffset } from './london-offset.ts'

test('the offset follows the hour in which summer time begins and ends', () => {
  const offset = (text: string) => londonOffset(...(text.split(' ') as [string, string]))
  expect(['2027-01-15 12:00', '2027-03-28 00:59', '2027-10-31 01:30', '2027-10-31 02:00'].map(offset)).toEqual(
    Array(4).fill('+00:00'),
  )
  expect(['2027-07-15 12:00', '2027-03-28 02:00', '2027-10-31 00:59'].map(offset)).toEqual(Array(3).fill('+01:00'))
})
