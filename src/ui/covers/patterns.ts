/**
 * Each pattern draws lines from numbers between 0 and 1 that `next` gives. Classes choose the ink: `i` the hue of the sector, `s` the second ink;
 * `p` fills with paper, so that what is in front hides what is behind. Repeating a line by reference keeps a cover to a few kilobytes.
 */
import { drawn, rosettes, sheet } from '../guilloche.ts'
import { between, curve, number } from '../rosette.ts'

type Field = { next: () => number; width: number; height: number }

const whole = (next: () => number, low: number, high: number) => Math.floor(between(next, low, high + 1))
const range = (count: number) => Array.from({ length: count }, (_, index) => index)
/** Copies have the same id, each moved or turned as its attributes say. */
const repeated = (id: string, d: string, copies: string[]) =>
  `<path id="${id}" d="${d}"/>${copies.map((attributes) => `<use href="#${id}" ${attributes}/>`).join('')}`

function flower({ next, width, height }: Field): string {
  const centre: [number, number] = [width * between(next, 0.25, 0.75), height * between(next, 0.42, 0.58)]
  const radius = height * between(next, 0.4, 0.62)
  const [outer, middle] = rosettes(next, centre, radius)
  const [x, y] = centre.map((value) => number(value))
  return [
    drawn(sheet(next, width, height, next() < 0.5 ? 1 : -1), 'a', 'class="s" opacity=".4"'),
    `<circle class="p" cx="${x}" cy="${y}" r="${number(radius * 1.04)}"/>`,
    drawn(outer!, 'b', 'class="i" opacity=".7"'),
    drawn(middle!, 'c', 'class="s" opacity=".8"'),
  ].join('')
}

/** Two sets of rings whose middles lie apart: where they cross, a third pattern appears. */
function moire({ next, width, height }: Field): string {
  const step = between(next, 9, 12)
  const apart = between(next, 18, 60)
  const [x, y] = [width * between(next, 0.2, 0.8), height * between(next, 0.2, 0.8)]
  const turn = next() * Math.PI * 2
  const rings = (ink: string, cx: number, cy: number) =>
    `<g class="${ink}" opacity=".75">${range(Math.ceil((width * 0.85) / step))
      .map((ring) => `<circle cx="${number(cx)}" cy="${number(cy)}" r="${number(step * (ring + 1))}"/>`)
      .join('')}</g>`
  return rings('i', x, y) + rings('s', x + apart * Math.cos(turn), y + apart * Math.sin(turn))
}

function hills({ next, width, height }: Field): string {
  const radius = height * between(next, 0.13, 0.22)
  const [sunX, sunY] = [width * between(next, 0.18, 0.82), height * between(next, 0.24, 0.36)]
  const rays = range(Math.floor((radius * 2) / 6)).map((line) => {
    const down = line * 6 + 3 - radius
    const half = Math.sqrt(radius * radius - down * down)
    return `M${number(sunX - half)} ${number(sunY + down)}h${number(half * 2)}`
  })
  const count = whole(next, 3, 5)
  const ridges = range(count).map((hill) => {
    const top = height * (0.4 + (0.45 * hill) / count)
    const [long, short] = [between(next, 0.6, 1.6), between(next, 2, 4.5)]
    const [one, other] = [next() * 7, next() * 7]
    const rise = height * between(next, 0.05, 0.12)
    const line = curve(
      (t) => [t * width, top + rise * Math.sin(one + t * long * 6.3) + rise * 0.35 * Math.sin(other + t * short * 6.3)],
      12,
      false,
    )
    const lines = range(9 + hill).map((copy) => `y="${number((copy + 1) * (3 + copy * 1.1))}"`)
    return `<path class="p" d="${line}V${height}H0z"/><g class="${hill % 2 ? 's' : 'i'}" opacity="${number(0.5 + (0.4 * hill) / count, 2)}">${repeated(`h${hill}`, line, lines)}</g>`
  })
  return `<path class="s" stroke-width="1.4" d="${rays.join('')}"/>${ridges.join('')}`
}

function stars({ next, width, height }: Field): string {
  const [x, y] = [width * between(next, 0.3, 0.7), height * between(next, 0.35, 0.65)]
  const far = width * 0.72
  const circles = range(7).map(
    (ring) => `<circle cx="${number(x)}" cy="${number(y)}" r="${number(far * ((ring + 1) / 7))}"/>`,
  )
  const hours = range(12).map((hour) => {
    const angle = (hour * Math.PI) / 6
    return `M${number(x)} ${number(y)}l${number(far * Math.cos(angle))} ${number(far * Math.sin(angle))}`
  })
  const star = () => [next() * width, next() * height] as const
  const dots = (count: number, size: number) =>
    `<path class="i" stroke-linecap="round" stroke-width="${size}" d="${range(count)
      .map(() => star().map((value) => number(value)))
      .map(([left, top]) => `M${left} ${top}h0`)
      .join('')}"/>`
  let [left, top] = [x - width * between(next, 0.15, 0.25), y + height * between(next, -0.25, 0.25)]
  const figure = range(whole(next, 5, 7)).map(() => {
    left += width * between(next, 0.05, 0.11)
    top = Math.min(height * 0.9, Math.max(height * 0.1, top + height * between(next, -0.24, 0.24)))
    return `${number(left)} ${number(top)}`
  })
  return [
    `<g class="s" opacity=".5">${circles.join('')}<path d="${hours.join('')}"/></g>`,
    dots(70, 1.6),
    dots(26, 2.8),
    dots(9, 4.6),
    `<path class="s" stroke-width="1.4" d="M${figure.join('L')}"/>`,
    `<path class="i" stroke-linecap="round" stroke-width="7" d="${figure.map((point) => `M${point}h0`).join('')}"/>`,
  ].join('')
}

function contours({ next, width, height }: Field): string {
  const peak = (id: string, ink: string, x: number, y: number, size: number) => {
    const bumps = range(4).map(() => [whole(next, 1, 5), next() * 7, between(next, 0.03, 0.1)] as const)
    const line = curve(
      (t) => {
        const r =
          size * (1 + bumps.reduce((sum, [times, from, by]) => sum + by * Math.sin(times * t * Math.PI * 2 + from), 0))
        return [1.5 * r * Math.cos(t * Math.PI * 2), r * Math.sin(t * Math.PI * 2)]
      },
      20,
      true,
    )
    const lines = range(13).map((copy) => `transform="scale(${number(1 - (copy + 1) * 0.072, 3)})"`)
    return `<g class="${ink}" transform="translate(${number(x)} ${number(y)})"><path class="p" stroke="none" d="${line}"/>${repeated(id, line, lines)}</g>`
  }
  const left = next() < 0.5
  const x = width * between(next, 0.22, 0.36)
  return [
    peak('a', 's', left ? x : width - x, height * between(next, 0.2, 0.45), height * between(next, 0.62, 0.8)),
    peak(
      'b',
      'i',
      left ? width - x * 0.9 : x * 0.9,
      height * between(next, 0.6, 0.85),
      height * between(next, 0.5, 0.7),
    ),
    peak(
      'c',
      's',
      width * between(next, 0.42, 0.58),
      height * between(next, 0.85, 1.05),
      height * between(next, 0.2, 0.3),
    ),
  ].join('')
}

function lanes({ next, width, height }: Field): string {
  const turn = between(next, -32, 32)
  const gap = between(next, 13, 17)
  const [wide, high] = [width * between(next, 0.42, 0.6), height * between(next, 0.1, 0.2)]
  const tracks = range(9).map((lane) => {
    const [w, h] = [wide + lane * gap, high + lane * gap]
    return `<rect x="${number(-w)}" y="${number(-h)}" width="${number(2 * w)}" height="${number(2 * h)}" rx="${number(h)}"/>`
  })
  const starts = range(8).map((lane) => {
    const h = high + lane * gap
    return `M${number(-wide * 0.4 + lane * gap * 1.7)} ${number(-h)}v${number(-gap)}`
  })
  const grass = range(Math.ceil(width / 11)).map((line) => `M${number(line * 22 - width)} ${-height}v${height * 2}`)
  return [
    `<g transform="translate(${number(width * between(next, 0.35, 0.65))} ${number(height * between(next, 0.4, 0.65))}) rotate(${number(turn)})">`,
    `<path class="s" opacity=".45" d="${grass.join('')}"/>`,
    `<g class="p i" stroke-width="1.3">${tracks.reverse().join('')}</g>`,
    `<path class="s" stroke-width="2" d="${starts.join('')}"/></g>`,
  ].join('')
}

function weave({ next, width, height }: Field): string {
  const rows = whole(next, 3, 5)
  const row = height / rows
  const long = width / whole(next, 5, 8)
  const high = row * between(next, 0.22, 0.34)
  const lines = whole(next, 3, 4)
  const strand = curve(
    (t) => [t * (width + 3 * long) - 2 * long, high * Math.sin((t * (width + 3 * long) * Math.PI * 2) / long)],
    Math.ceil((width / long + 3) * 4),
    false,
  )
  const bands = range(rows).flatMap((at) =>
    range(3).flatMap((plait) =>
      range(lines).map((line) => {
        const x = (plait * long) / 3 + (at % 2) * (long / 2)
        const y = (at + 0.5) * row + (line - (lines - 1) / 2) * 3.4
        return { ink: plait === 1 ? 's' : 'i', use: `x="${number(x)}" y="${number(y)}"` }
      }),
    ),
  )
  const of = (ink: string) => bands.filter((band) => band.ink === ink).map(({ use }) => `<use href="#a" ${use}/>`)
  const rules = range(rows - 1).map((at) => `M0 ${number((at + 1) * row - 2)}h${width}m0 4H0`)
  return `<defs><path id="a" d="${strand}"/></defs><path class="s" opacity=".6" d="${rules.join('')}"/><g class="i" opacity=".8">${of('i').join('')}</g><g class="s" opacity=".8">${of('s').join('')}</g>`
}

function lattice({ next, width, height }: Field): string {
  const size = between(next, 46, 70)
  const points = next() < 0.5 ? 8 : 12
  const inner = between(next, 0.5, 0.72)
  const star = (radius: number, depth: number) =>
    range(points * 2)
      .map((corner) => {
        const r = corner % 2 ? radius * depth : radius
        const angle = (corner * Math.PI) / points
        return `${number(r * Math.cos(angle))} ${number(r * Math.sin(angle))}`
      })
      .join('L')
  const half = number(size / 2)
  const medal = height * between(next, 0.24, 0.36)
  const [x, y] = [width * between(next, 0.25, 0.75), height * between(next, 0.42, 0.58)]
  return [
    `<pattern id="t" width="${number(size)}" height="${number(size)}" patternUnits="userSpaceOnUse" patternTransform="rotate(${whole(next, 0, 3) * 15})">`,
    `<g transform="translate(${half} ${half})" class="i" opacity=".8"><path d="M${star(size / 2, inner)}z"/><path class="s" d="M${star(size / 3.2, inner)}z"/></g></pattern>`,
    `<path fill="url(#t)" d="M0 0h${width}v${height}H0z"/>`,
    `<g transform="translate(${number(x)} ${number(y)})"><circle class="p i" r="${number(medal * 1.12)}"/>`,
    `<g class="s">${repeated(
      'm',
      `M${star(medal, 0.62)}z`,
      range(5).map(
        (copy) => `transform="rotate(${number((copy + 1) * (180 / points))}) scale(${number(0.84 ** (copy + 1), 2)})"`,
      ),
    )}</g></g>`,
  ].join('')
}

export const patterns = { flower, moire, hills, stars, contours, lanes, weave, lattice }
export type Pattern = keyof typeof patterns
