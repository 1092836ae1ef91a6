import { madeOnce } from './made-once.ts'

const format = madeOnce(() => new Intl.NumberFormat('en-GB'))

/**
 * 'Showing 25–48 of 61'.
 *
 * @param before how many the pages before show. @param isMore whether there are more than `total`.
 */
export function showingText({
  before,
  shown,
  total,
  isMore,
}: {
  before: number
  shown: number
  total: number
  isMore: boolean
}): string {
  const range = shown > 1 ? `${figure(before + 1)}–${figure(before + shown)}` : figure(before + shown)
  return `Showing ${range} of ${isMore ? 'more than ' : ''}${figure(total)}`
}

/** '1,250' from 1250. (A kept formatter: `toLocaleString` makes a new one each time, which costs more than a card's markup; small
 * numbers, which a row of chips is full of, need none.) */
export function figure(value: number): string {
  return value >= 0 && value < 1000 && Number.isInteger(value) ? String(value) : format().format(value)
}
