import { randomFrom } from '../guilloche.ts'
import { type Pattern, patterns } from './patterns.ts'

export const coverTones = ['business', 'entertainment', 'sports', 'culture', 'charity', 'neutral'] as const
export type CoverTone = (typeof coverTones)[number]

export const coverSize = { width: 640, height: 360 }

type Inks = { papers: readonly string[]; ink: string; second: string }
type Tone = { patterns: readonly Pattern[]; light: Inks; dark: Inks }

/** The inks are for paper by day and by night. The seed chooses among the patterns. */
const tones: Record<CoverTone, Tone> = {
  business: {
    patterns: ['weave', 'moire', 'lattice', 'flower'],
    light: { papers: ['#e4ecf0', '#edf0ee', '#e6e9f2'], ink: '#1c4a6a', second: '#8a6d1f' },
    dark: { papers: ['#12222d', '#151f26', '#171d2e'], ink: '#8ab6d3', second: '#bfa254' },
  },
  entertainment: {
    patterns: ['moire', 'flower', 'stars', 'lattice'],
    light: { papers: ['#f3e8ed', '#f3ece6', '#eee8f2'], ink: '#732a55', second: '#8a6d1f' },
    dark: { papers: ['#2a1624', '#281a1a', '#20182c'], ink: '#d79bbd', second: '#bfa254' },
  },
  sports: {
    patterns: ['lanes', 'contours', 'moire'],
    light: { papers: ['#e4efe7', '#eef0e2', '#e2efec'], ink: '#0f5236', second: '#8a6d1f' },
    dark: { papers: ['#10261b', '#1b2414', '#102624'], ink: '#86c2a2', second: '#bfa254' },
  },
  culture: {
    patterns: ['hills', 'stars', 'flower', 'lattice'],
    light: { papers: ['#f5eadf', '#f2ece4', '#f1ead9'], ink: '#87481c', second: '#0f5236' },
    dark: { papers: ['#2a1c12', '#241f18', '#29210f'], ink: '#dba777', second: '#83b399' },
  },
  charity: {
    patterns: ['hills', 'weave', 'contours', 'flower'],
    light: { papers: ['#e1efee', '#e9f0e8', '#e5edf2'], ink: '#0d5a60', second: '#8a6d1f' },
    dark: { papers: ['#0f2628', '#15251c', '#13222c'], ink: '#7fc0c4', second: '#bfa254' },
  },
  neutral: {
    patterns: ['flower', 'weave', 'stars'],
    light: { papers: ['#efece2', '#ebeee8'], ink: '#55564a', second: '#8a6d1f' },
    dark: { papers: ['#22221b', '#1c231f'], ink: '#b9b8a6', second: '#bfa254' },
  },
}

/**
 * Without text, script or reference to anything outside; `seed` is never written into it. The same input gives the same bytes. As a picture
 * it is drawn for the theme that the page shows (CSS Color Adjustment 1, 2.2). @param isPaper for pictures that know no theme.
 */
export function coverSvg({
  seed,
  tone,
  width = coverSize.width,
  height = coverSize.height,
  isPaper = false,
}: {
  seed: string
  tone: CoverTone
  width?: number | undefined
  height?: number | undefined
  isPaper?: boolean | undefined
}): string {
  const next = randomFrom(seed)
  const { patterns: own, light, dark } = tones[tone]
  const paper = Math.floor(next() * light.papers.length)
  const name = own[Math.floor(next() * own.length)]!
  const style = ({ papers, ink, second }: Inks) => `.p{fill:${papers[paper]}}.i{stroke:${ink}}.s{stroke:${second}}`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice">`,
    `<style>${style(light)}${isPaper ? '' : `@media(prefers-color-scheme:dark){${style(dark)}}`}</style>`,
    `<g fill="none" stroke-width=".8"><path class="p" d="M0 0h${width}v${height}H0z"/>${patterns[name]({ next, width, height })}</g></svg>`,
  ].join('')
}
