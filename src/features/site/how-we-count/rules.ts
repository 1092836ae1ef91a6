export type Share = { cases: number; of: number }

/** Nothing is rounded up to all of them, or down to none. */
export function shareWords({ cases, of }: Share): string {
  const percent = Math.round((cases / of) * 100)
  if (percent === 100 && cases < of) return 'over 99%'
  if (percent === 0 && cases > 0) return 'under 1%'
  return `${percent}%`
}
