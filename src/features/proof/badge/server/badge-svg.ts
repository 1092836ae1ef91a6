import type { Brand } from '#brand.ts'
import { checkedWords } from '#domain/assurance.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { type AnswerFacts, answerWords, registerAnswer } from '#domain/register-answer.ts'
import { isAccredited } from '#domain/register-status.ts'
import { shortened } from '#domain/shortened.ts'
import { xmlText } from '#domain/xml-text.ts'
import { plainCrest } from '#drawing/crest.ts'
import { type BadgeLook, badgeSizes, type Theme } from '#features/register/badge-look.ts'

type Colours = { ground: string; edge: string; ink: string; soft: string; accredited: string; grey: string; on: string }

// Those of the site's tokens. What is not accredited is grey.
const light: Colours = {
  ground: '#fffdf8',
  edge: '#7d7868',
  ink: '#14231b',
  soft: '#505a51',
  accredited: '#0c4029',
  grey: '#5b5f5c',
  on: '#fffdf8',
}
const dark: Colours = {
  ground: '#101c16',
  edge: '#7a8d81',
  ink: '#ece8db',
  soft: '#aab7ac',
  accredited: '#b5d5c2',
  grey: '#b4b8b5',
  on: '#101c16',
}

const fonts = "'Source Sans 3','Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"

/** `style` is named in the content security policy. */
export function badgeSvg(
  entry: BadgeFacts,
  { size, theme }: BadgeLook,
  { name, shortName }: Pick<Brand, 'name' | 'shortName'>,
): { svg: string; style: string } {
  const { width, height } = badgeSizes[size]
  const { symbol, isAccredited, statusText, reason, dated, description } = badgeWords(entry)
  const style = styleOf(theme, isAccredited)
  const number = entry?.number ?? ''
  const title = [`${shortName}: ${statusText}`, reason, number].filter(Boolean).join('. ')
  // The level in the line and weight of the word, which break in two.
  const [first, second] = isAccredited ? inTwo(statusText) : [statusText, '']
  const status = (x: number, y: number, size: number, step: number) => [
    line(first, x, y, size, width, 'm b'),
    line(second, x, y + step, size, width, 'm b'),
  ]
  type Spot = [x: number, y: number, size: number]
  const says = (one: Spot, other: Spot) => [line(statusText, ...one, width, 'm b'), line(reason, ...other, width, 'i')]
  const below = [isAccredited && reason, number].filter(Boolean).join(' · ')
  const drawn: Record<typeof size, () => string[]> = {
    small: () => [
      sign(symbol, 10, 12, 40),
      ...(isAccredited ? status(60, 22, 13, 16) : says([60, 24, 18], [60, 41, 12.5])),
      line(below || shortName, 60, 56, 11, width, 's'),
    ],
    medium: () => [
      sign(symbol, 14, 16, 52),
      ...(isAccredited ? status(80, 33, 16, 20) : says([80, 36, 23], [80, 58, 15])),
      line(dated, 80, 76, 13, width, 's'),
      rule(88, width),
      line([shortName, below].filter(Boolean).join(' · '), 14, 103, 12, width, 's'),
    ],
    large: () => [
      plainCrest.replace(/ width="\d+" height="\d+"/, ' class="c" x="16" y="12" width="32" height="32"'),
      line(name, 58, 33, 15, width, 'i b'),
      rule(54, width),
      sign(symbol, 16, 66, 60),
      ...(isAccredited ? status(92, 86, 20, 24) : says([92, 89, 26], [92, 112, 16])),
      line(dated, 92, 131, 14, width, 's'),
      line(entry ? shortened(entry.title, 56) : '', 16, 155, 14, width, 'i b'),
      line(below, 16, 173, 13, width, 's'),
    ],
  }
  const edge = `<rect class="g" x=".75" y=".75" width="${width - 1.5}" height="${height - 1.5}" rx="7" stroke-width="1.5"/>`
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="t d" font-family="${fonts}">`,
    `<title id="t">${xmlText(title)}</title><desc id="d">${xmlText(description)}</desc><style>${style}</style>`,
    edge,
    ...drawn[size](),
    '</svg>',
  ].join('')
  return { svg, style }
}

function styleOf(theme: Theme, isAccredited: boolean): string {
  if (theme !== 'auto') return rules(theme === 'dark' ? dark : light, isAccredited)
  return `${rules(light, isAccredited)}@media(prefers-color-scheme:dark){${rules(dark, isAccredited)}}`
}

function rules({ ground, edge, ink, soft, accredited, grey, on }: Colours, isAccredited: boolean): string {
  const main = isAccredited ? accredited : grey
  return `.g{fill:${ground};stroke:${isAccredited ? main : edge}}.m{fill:${main}}.i{fill:${isAccredited ? ink : main}}.s{fill:${soft}}.b{font-weight:700}.o{fill:none;stroke:${on}}.r{stroke:${edge};stroke-opacity:.5}${isAccredited ? '' : '.c{filter:grayscale(1)}'}`
}

/** At the space that makes the longer line shortest. */
function inTwo(text: string): [string, string] {
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index)
  const longer = (at: number) => Math.max(at, text.length - at - 1)
  const [at] = spaces.sort((a, b) => longer(a) - longer(b))
  return at === undefined ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** A line too wide in some system's font is set narrower, to end before the edge. */
function line(text: string, x: number, y: number, size: number, width: number, look: string): string {
  if (!text) return ''
  const space = width - x - 12
  const widest = text.length * size * (look.includes('b') ? 0.6 : 0.56)
  const fit = widest > space ? ` textLength="${space}" lengthAdjust="spacingAndGlyphs"` : ''
  return `<text class="${look}" x="${x}" y="${y}" font-size="${size}"${fit}>${xmlText(text)}</text>`
}

function rule(y: number, width: number): string {
  return `<path class="r" d="M12 ${y}h${width - 24}"/>`
}

const strokes: Record<BadgeSymbol, string> = {
  tick: 'M13 21l5 5 10-11',
  clock: 'M20 11v10l6 4',
  pause: 'M16 13v14M24 13v14',
  cross: 'M14 14l12 12M26 14L14 26',
}

function sign(symbol: BadgeSymbol, x: number, y: number, size: number): string {
  return `<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="0 0 40 40"><circle class="m" cx="20" cy="20" r="19"/><path class="o" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round" d="${strokes[symbol]}"/></svg>`
}

export type BadgeFacts = { number: string; title: string; isDemo: boolean; facts: AnswerFacts } | null

/** So that a badge's colour is never alone. */
type BadgeSymbol = 'tick' | 'clock' | 'pause' | 'cross'

export function badgeWords(entry: BadgeFacts) {
  if (!entry) {
    return {
      symbol: 'cross' as const,
      isAccredited: false,
      statusText: 'Not in the register',
      reason: 'This number is unknown',
      dated: '',
      description: 'The register has no entry with this number. It is not accredited.',
    }
  }
  const { facts } = entry
  const isActive = isAccredited(facts.status)
  const { symbol, reason } = statuses[facts.status]
  const description = isActive ? registerAnswer(facts) : `${registerAnswer(facts)} ${checkedWords(facts)}.`
  return {
    symbol,
    isAccredited: isActive,
    /** Of what is accredited with its level, which may need two lines. */
    statusText: answerWords(facts),
    /** Why it is not accredited; empty where it is. */
    reason: [entry.isDemo && 'Demonstration', reason ?? reasonOf(facts)].filter(Boolean).join('. '),
    /** Until when or since when; empty when the register does not know. */
    dated: datedOf(facts),
    /** For people who cannot see the picture. */
    description: entry.isDemo ? `This entry is an invented example. ${description}` : description,
  }
}

/** `reason`: null where it depends on how the status came about. */
const statuses: Record<AnswerFacts['status'], { symbol: BadgeSymbol; reason: string | null }> = {
  active: { symbol: 'tick', reason: '' },
  listed: { symbol: 'clock', reason: 'Assessment under way' },
  refused: { symbol: 'cross', reason: 'After an assessment' },
  lapsed: { symbol: 'clock', reason: 'Not accredited now' },
  suspended: { symbol: 'pause', reason: null },
  revoked: { symbol: 'cross', reason: null },
}

function reasonOf({ ended }: AnswerFacts): string {
  if (!ended) return 'Not accredited'
  return ended.isForDocuments ? 'A document has expired' : 'Decided by the authority'
}

function datedOf({ status, validUntil, ended }: AnswerFacts): string {
  if (status === 'active') return validUntil ? `Valid until ${londonDateOf(validUntil)}` : 'No end date'
  return ended ? `Since ${londonDateOf(ended.at)}` : ''
}
