import { dayAfter, isDay, mondayOf } from './calendar-day.ts'
import { longDay, monthName } from './london-time.ts'

type Days = { from: string | null; to: string | null }

/** `weekend`, `month` or a month, `2027-03`. */
export function isWhen(text: string): boolean {
  return text === 'weekend' || text === 'month' || (/^\d{4}-\d\d$/.test(text) && isDay(`${text}-01`))
}

export type DateFilters = { when: string; from: string; to: string }

export function isByDate({ when, from, to }: DateFilters): boolean {
  return when !== '' || from !== '' || to !== ''
}

export function endsBeforeItBegins({ from, to }: DateFilters): boolean {
  return from !== '' && to !== '' && to < from
}

/** Null where no filter is set. "This weekend" on a Saturday or Sunday is that same weekend. */
export function daysOf(filters: DateFilters, today: string): Days | null {
  if (!isByDate(filters)) return null
  const { when, from, to } = filters
  const named = when ? namedDays(when, today) : { from: null, to: null }
  const inOrder = (...days: (string | null)[]) => days.filter(Boolean).sort()
  return { from: inOrder(named.from, from).at(-1) ?? null, to: inOrder(named.to, to)[0] ?? null }
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

export function daysText({ when, from, to }: DateFilters): string {
  const named = when === 'weekend' ? 'this weekend' : when === 'month' ? 'this month' : when && monthName(when)
  return [named, from && `from ${longDay(from)}`, to && `until ${longDay(to)}`].filter(Boolean).join(', ')
}

export function monthsAfter(today: string, count: number): string[] {
  const months: string[] = []
  for (let first = `${today.slice(0, 7)}-01`; months.length < count; ) {
    first = firstOfNextMonth(first)
    months.push(first.slice(0, 7))
  }
  return months
}

export function withChosen(known: readonly string[], chosen: string): readonly string[] {
  return !chosen || known.includes(chosen) ? known : [chosen, ...known]
}

export function readDates(query: URLSearchParams): DateFilters {
  const day = (name: string) => (isDay(query.get(name)) ? query.get(name)! : '')
  const when = query.get('when') ?? ''
  return { when: isWhen(when) ? when : '', from: day('from'), to: day('to') }
}
