/** In the units of width and height; (0, 0) is the upper left corner. The patterns are explained in guilloche.ts. */
export type GuillocheLayer = {
  /** Of the first copy: M, c and z alone. */
  d: string
  /** Where a rosette turns; a sheet of waves starts at (0, 0). */
  centre: [x: number, y: number]
  /** Of each copy: turn in degrees, then shift to the right and down. */
  copies: [turn: number, right: number, down: number][]
  /** To the tips of its lobes; 0 for a sheet. */
  radius: number
}

/** The first four are shares of the radius: where the line runs, how far that swings per lobe, its own swing, and how far that swells. */
type RosetteShape = Record<'middle' | 'scallop' | 'swing' | 'swell' | 'lobes' | 'waves', number>

/**
 * A line that swings `waves` times on its way around, between envelopes of `lobes` scallops. Turned from lobe to lobe, the envelopes fall on
 * themselves; as `waves` and `lobes` share no factor, the line takes another phase each time and fills the space between them evenly.
 */
export function rosette(centre: [number, number], radius: number, shape: RosetteShape): GuillocheLayer {
  const { middle, scallop, swing, swell, lobes, waves } = shape
  const point = (t: number): [number, number] => {
    const angle = t * Math.PI * 2
    const lobe = Math.cos(lobes * angle)
    const r = radius * (middle + scallop * lobe + (swing + swell * lobe) * Math.sin(waves * angle))
    return [centre[0] + r * Math.cos(angle), centre[1] + r * Math.sin(angle)]
  }
  return {
    radius,
    d: curve(point, Math.max(36, Math.round(2.6 * (lobes + waves))), true),
    centre,
    copies: Array.from({ length: lobes }, (_, index) => [(index * 360) / lobes, 0, 0]),
  }
}

/** From `wanted` upwards. */
export function coprime(wanted: number, lobes: number): number {
  let count = wanted
  while (divisor(count, lobes) !== 1) count++
  return count
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b)
}

/** Relative cubic pieces, each with the slope of the curve at its ends. */
export function curve(point: (t: number) => [number, number], pieces: number, closed: boolean): string {
  const slope = (t: number): [number, number] => {
    const e = 1e-4
    const [ax, ay] = point(t - e)
    const [bx, by] = point(t + e)
    return [(bx - ax) / (2 * e) / pieces / 3, (by - ay) / (2 * e) / pieces / 3]
  }
  // Positions are rounded before they are subtracted, so that errors do not add up along the curve.
  const tenth = (value: number) => Math.round(value * 10)
  let [x, y] = point(0).map(tenth) as [number, number]
  let [sx, sy] = slope(0)
  let d = `M${short(x)}${signed(y)}c`
  for (let piece = 1; piece <= pieces; piece++) {
    const [px, py] = point(piece / pieces)
    const [ex, ey] = slope(piece / pieces)
    const [nx, ny] = [tenth(px), tenth(py)]
    const control = [tenth(sx), tenth(sy), tenth(px - ex) - x, tenth(py - ey) - y, nx - x, ny - y]
    for (const [index, value] of control.entries()) d += piece === 1 && index === 0 ? short(value) : signed(value)
    ;[x, y, sx, sy] = [nx, ny, ex, ey]
  }
  return closed ? `${d}z` : d
}

/** Without a needless nought: 5 → '.5', -12 → '-1.2', 30 → '3'. */
function short(tenths: number): string {
  const size = Math.abs(tenths)
  const rest = size % 10
  const whole = (size - rest) / 10
  return `${tenths < 0 ? '-' : ''}${whole || (rest ? '' : 0)}${rest ? `.${rest}` : ''}`
}

function signed(tenths: number): string {
  return tenths < 0 ? short(tenths) : ` ${short(tenths)}`
}

export function number(value: number, digits = 1): string {
  const text = String(Number(value.toFixed(digits)))
  return text.replace(/^(-?)0\./, '$1.').replace(/^-0$/, '0')
}

export function between(next: () => number, low: number, high: number): number {
  return low + next() * (high - low)
}
