import { between, coprime, curve, type GuillocheLayer, number, rosette } from './rosette.ts'

// Guilloché: the fine line pattern of banknotes. A pattern is a few curves, each laid down many times with a small turn or shift; where the
// copies cross, the envelopes appear. Repeating a curve by reference keeps a cover to a few kilobytes.

type GuillochePathsOptions = { seed: string; width: number; height: number; isWhole?: boolean }

/** The same seed gives the same lines, byte for byte, on every machine. `isWhole`: no edge cuts the rosette, which is in the middle. */
export function guillochePaths({ seed, width, height, isWhole = false }: GuillochePathsOptions): GuillocheLayer[] {
  const next = randomFrom(seed)
  const anywhere: [number, number] = [width * between(next, 0.3, 0.7), height * between(next, 0.42, 0.58)]
  const centre: [number, number] = isWhole ? [width / 2, height / 2] : anywhere
  const radius = height * (isWhole ? 0.46 : between(next, 0.44, 0.66))
  return [sheet(next, width, height, 1), sheet(next, width, height, -1), ...rosettes(next, centre, radius)]
}

/** Around the middle of a square of this size. */
export function guillocheRosette({ seed, size }: { seed: string; size: number }): GuillocheLayer[] {
  return rosettes(randomFrom(seed), [size / 2, size / 2], size * 0.46)
}

/** The curve once, the others by reference. */
export function drawn(layer: GuillocheLayer, id: string, attributes: string): string {
  const [x, y] = layer.centre.map(number)
  const uses = layer.copies
    .slice(1)
    .map(([turn, right, down]) =>
      turn
        ? `<use href="#${id}" transform="rotate(${number(turn, 2)} ${x} ${y})"/>`
        : `<use href="#${id}" x="${number(right)}" y="${number(down)}"/>`,
    )
  return `<g ${attributes}><path id="${id}" d="${layer.d}"/>${uses.join('')}</g>`
}

export function sheet(next: () => number, width: number, height: number, direction: 1 | -1): GuillocheLayer {
  const lines = 34
  const margin = width * 0.25
  const periods = 2 + Math.floor(next() * 3)
  const phase = next() * Math.PI * 2
  const high = height * between(next, 0.07, 0.12)
  const low = high * between(next, 0.25, 0.5)
  const length = width + margin * 2
  const wave = (t: number): [number, number] => [
    t * length - margin,
    high * Math.sin(phase + t * Math.PI * 2 * periods) +
      low * Math.sin(phase * 2 + t * Math.PI * 2 * (periods * 2 + 1)) -
      height * 0.15,
  ]
  const step = (height * 1.3) / lines
  const drift = (direction * margin * between(next, 0.7, 1)) / lines
  return {
    radius: 0,
    d: curve(wave, periods * 8, false),
    centre: [0, 0],
    copies: Array.from({ length: lines }, (_, index) => [0, index * drift, index * step]),
  }
}

export function rosettes(next: () => number, centre: [number, number], radius: number): GuillocheLayer[] {
  const lobes = 12 + 2 * Math.floor(next() * 3)
  const waves = lobes + (next() < 0.5 ? -1 : 1) * (1 + 2 * Math.floor(next() * 2))
  return [
    rosette(centre, radius, {
      middle: 0.8,
      scallop: 0.05,
      swing: 0.13,
      swell: 0.05,
      lobes,
      waves: coprime(waves, lobes),
    }),
    rosette(centre, radius, {
      middle: 0.47,
      scallop: between(next, -0.07, 0.07),
      swing: between(next, 0.17, 0.22),
      swell: between(next, -0.08, 0.06),
      lobes,
      waves: coprime(3 + Math.floor(next() * 5), lobes),
    }),
    rosette(centre, radius, {
      middle: 0.17,
      scallop: 0,
      swing: between(next, 0.09, 0.13),
      swell: 0.02,
      lobes: 12,
      waves: 5,
    }),
  ]
}

/** From 0 to 1: FNV-1a over its UTF-16 units for the start, mulberry32 for the row. Integer arithmetic alone. */
export function randomFrom(seed: string): () => number {
  let state = 0x811c9dc5
  for (let index = 0; index < seed.length; index++) {
    state = Math.imul(state ^ seed.charCodeAt(index), 0x01000193)
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
