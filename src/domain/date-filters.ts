import { dayAfter, isDay, mondayOf } from './calendar-day.ts'
import { longDay } from './london-time.ts'
import { madeOnce } from './made-once.ts'

/** Days from one to another, both included, YYYY-MM-DD; null for no end. */
export type Days = { from: string | null; to: string | null }

/** Whether a text says when as lists are filtered by it: `weekend`, `month` or a month, `2027-03`. */
export function isWhen(text: string): boolean {
  return text === 'weekend' || text === 'month' || (/^\d{4}-\d\d$/.test(text) && isDay(`${text}-01`))
}

/** How a list is narrowed by date, as addresses say it; empty for not. */
export type DateFilters = { when: string; from: string; to: string }

/** Whether a list is narrowed by date. */
export function isByDate({ when, from, to }: DateFilters): boolean {
  return when !== '' || from !== '' || to !== ''
}

/** Whether the last day that was asked for is before the first. */
export function endsBeforeItBegins({ from, to }: DateFilters): boolean {
  return from !== '' && to !== '' && to < from
}

/**
 * The days that the date filters leave: those of `when`, no earlier than `from` and no later than `to`. Null where none is set.
 * @param today in London. This weekend is the Saturday and Sunday of its week, on those days too.
 */
export function daysOf(filters: DateFilters, today: string): Days | null {
  if (!isByDate(filters)) return null
  const { when, from, to } = filters
  const named = when ? namedDays(when, today) : { from: null, to: null }
  return { from: latest(named.from, from), to: earliest(named.to, to) }
}

function namedDays(when: string, today: string): Days {
  if (when === 'weekend') {
    const monday = mondayOf(today)
    return { from: dayAfter(monday, 5), to: dayAfter(monday, 6) }
  }
  const first = `${when === 'month' ? today.slice(0, 7) : when}-01`
  return { from: first, to: dayAfter(firstOfNextMonth(first), -1) }
}

function firstOfNextMonth(first: string): string {
  return `${dayAfter(first, 31).slice(0, 7)}-01`
}

function latest(one: string | null, other: string): string | null {
  return one && other ? (one > other ? one : other) : one || other || null
}

function earliest(one: string | null, other: string): string | null {
  return one && other ? (one < other ? one : other) : one || other || null
}

/** 'this weekend, from 1 May 2027', as far as a list is narrowed by date. */
export function daysText({ when, from, to }: DateFilters): string {
  const named = when === 'weekend' ? 'this weekend' : when === 'month' ? 'this month' : when && monthName(when)
  return [named, from && `from ${longDay(from)}`, to && `until ${longDay(to)}`].filter(Boolean).join(', ')
}

const monthFormat = madeOnce(
  () => new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long', year: 'numeric' }),
)

/** 'March 2027' of `2027-03`. */
export function monthName(month: string): string {
  return monthFormat().format(new Date(`${month}-01T00:00:00Z`))
}

/** The months after a day's own, as `YYYY-MM`. */
export function monthsAfter(today: string, count: number): string[] {
  const months: string[] = []
  for (let first = `${today.slice(0, 7)}-01`; months.length < count; ) {
    first = firstOfNextMonth(first)
    months.push(first.slice(0, 7))
  }
  return months
}

/** The known values, with the chosen one where an address names another. */
export function withChosen(known: readonly string[], chosen: string): readonly string[] {
  return !chosen || known.includes(chosen) ? known : [chosen, ...known]
}

/** The date filters of an address; what cannot be read is left out. */
export function readDates(query: URLSearchParams): DateFilters {
  const day = (name: string) => (isDay(query.get(name)) ? query.get(name)! : '')
  const when = query.get('when') ?? ''
  return { when: isWhen(when) ? when : '', from: day('from'), to: day('to') }
}
