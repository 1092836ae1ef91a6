/** A figure that is worked out from fewer cases than this is not given: one case more would change it. */
export const fewestCases = 10

/** The middle one of these cases, in days. */
export type Median = { days: number; cases: number }

/** What a row of the database tells; null where it is made of too few cases. */
export function medianOf(row: { days: number | null; cases: number } | undefined): Median | null {
  return row && row.days !== null && row.cases >= fewestCases ? { days: row.days, cases: row.cases } : null
}

/** '1 day', '3.5 days'; below one day in hours. */
export function daysWords(days: number): string {
  const inHours = days < 1
  const rounded = inHours ? Math.round(days * 24) : Math.round(days * 10) / 10
  const unit = inHours ? 'hour' : 'day'
  if (inHours && rounded === 0) return 'less than 1 hour'
  return `${rounded} ${unit}${rounded === 1 ? '' : 's'}`
}
