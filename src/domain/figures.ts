import { madeOnce } from './made-once.ts'

const format = madeOnce(() => new Intl.NumberFormat('en-GB'))

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

/** '1,250'. A kept formatter: `toLocaleString` makes a new one each time, which costs more than a card's markup; small numbers need none. */
export function figure(value: number): string {
  return value >= 0 && value < 1000 && Number.isInteger(value) ? String(value) : format().format(value)
}
