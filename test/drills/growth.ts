/** A moment of a measurement that goes on: seconds since its beginning, and each measure's value. */
export type Sample = { at: number; values: Record<string, number> }

export type Growth = {
  measure: string
  first: number
  last: number /** Along the fitted line, from the first sample to the last. */
  grown: number
  bound: number
  isWithin: boolean
}

/**
 * How much each measure has grown, by the straight line through its samples whose slope is the median of all, against the bound of that measure.
 * A saw's teeth or a single peak is no growth; a slow rise is.
 * @param samples of the time that is judged, in order; two or more.
 * @param bounds how much may be added in that time, by the beginning of a measure's name, the first that fits.
 */
export function judgeGrowth(samples: Sample[], bounds: [string, number][]): Growth[] {
  const duration = samples.at(-1)!.at - samples[0]!.at
  return Object.keys(samples[0]!.values).map((measure) => {
    const points = samples.map(({ at, values }) => ({ at, value: values[measure]! }))
    const grown = slopeOf(points) * duration
    const bound = bounds.find(([beginning]) => measure.startsWith(beginning))?.[1]
    if (bound === undefined) throw new Error(`There is no bound for ${measure}.`)
    return { measure, first: points[0]!.value, last: points.at(-1)!.value, grown, bound, isWithin: grown <= bound }
  })
}

/** The median of the slopes between all pairs of points (Theil and Sen): a peak of a few minutes does not move it. */
function slopeOf(points: { at: number; value: number }[]): number {
  const slopes = points.flatMap((one, index) =>
    points.slice(index + 1).map((other) => (other.value - one.value) / (other.at - one.at)),
  )
  slopes.sort((one, other) => one - other)
  return slopes[Math.floor(slopes.length / 2)]!
}
