/** With fewer cases one more would change the figure, so none is given. */
export const fewestCases = 10

export type Median = { days: number; cases: number }

export function medianOf(row: { days: number | null; cases: number } | undefined): Median | null {
  return row && row.days !== null && row.cases >= fewestCases ? { days: row.days, cases: row.cases } : null
}

export function daysWords(days: number): string {
  const inHours = days < 1
  const rounded = inHours ? Math.round(days * 24) : Math.round(days * 10) / 10
  const unit = inHours ? 'hour' : 'day'
  if (inHours && rounded === 0) return 'less than 1 hour'
  return `${rounded} ${unit}${rounded === 1 ? '' : 's'}`
}
