import { drawn, guillocheRosette } from './guilloche.ts'

// The mark keeps its colours on every ground, as a seal does; they are those of the tokens green-800, gold and paper.
const green = '#0c4029'
const gold = '#d8bc6c'
const paper = '#fffdf8'

/** The mark's ground: also the colour of a browser's frame around the site. */
export const themeColour = green

/**
 * The authority's mark: a seal of the same lines as the covers around a rose of five petals.
 * `plain` leaves the lines out, for sizes at which they would run together (a browser's tab). `inset` puts it on a square of its
 * own ground with that many hundredths around it.
 */
export function crestSvg({ plain = false, inset }: { plain?: boolean; inset?: number } = {}): string {
  const lines = guillocheRosette({ seed: 'crest', size: 100 })
  const ring = plain
    ? `<circle cx="50" cy="50" r="42" fill="none" stroke="${gold}" stroke-width="4"/>`
    : `<circle cx="50" cy="50" r="48" fill="none" stroke="${gold}"/><g fill="none" stroke-width=".42">${drawn(lines[0]!, 'a', `stroke="${paper}"`)}</g>`
  const ground =
    inset === undefined
      ? ''
      : `<path fill="${green}" d="M${-inset}${-inset}h${100 + 2 * inset}v${100 + 2 * inset}H${-inset}z"/>`
  const box = inset === undefined ? '0 0 100 100' : `${-inset} ${-inset} ${100 + 2 * inset} ${100 + 2 * inset}`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="100" height="100">${ground}`,
    `<circle cx="50" cy="50" r="50" fill="${green}"/>`,
    ring,
    rose(plain ? 1.5 : 1.3),
    '</svg>',
  ].join('')
}

/** The crest's lines by themselves, in gold on nothing: the ornament of a band of ink. */
export function rosetteSvg(): string {
  const lines = guillocheRosette({ seed: 'rosette-3', size: 600 })
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 600" width="600" height="600" fill="none" stroke-width=".8">',
    ...lines.map((layer, index) => drawn(layer, 'abc'[index]!, `stroke="${index === 1 ? '#8fc1a5' : gold}"`)),
    '</svg>',
  ].join('')
}

/** The picture of a page that has none of its own when it is shared: the mark between two rosettes, 1200 by 630. */
export function shareSvg(): string {
  const part = (svg: string, id: string, [x, y, size]: [number, number, number]) =>
    svg
      .replace(/ width="\d+" height="\d+"/, '')
      .replace('<svg ', `<svg x="${x}" y="${y}" width="${size}" height="${size}" `)
      .replace(/(id="|href="#)/g, `$1${id}-`)
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630">',
    '<path fill="#092f1f" d="M0 0h1200v630H0z"/>',
    `<g opacity=".5">${part(rosetteSvg(), 'l', [-300, 15, 600])}${part(rosetteSvg(), 'r', [900, 15, 600])}</g>`,
    part(crestSvg(), 'c', [430, 145, 340]),
    '</svg>',
  ].join('')
}

function rose(scale: number): string {
  const petals = [0, 72, 144, 216, 288]
  const petal = (turn: number, d: string, fill: string) =>
    `<path d="${d}" fill="${fill}"${turn ? ` transform="rotate(${turn})"` : ''}/>`
  return [
    `<g transform="translate(50 ${scale > 1 ? 51 : 50.5}) scale(${scale})">`,
    ...petals.map((turn) => petal(turn, 'M0-3C-9-7-10-19 0-18 10-19 9-7 0-3z', gold)),
    ...petals.map((turn) => petal(turn + 36, 'M0-9l2-8-2-3-2 3z', gold)),
    `<circle r="6.4" fill="${green}"/><circle r="4" fill="${gold}"/>`,
    '</g>',
  ].join('')
}
