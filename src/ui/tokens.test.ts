import { expect, test } from 'bun:test'

type Theme = 'light' | 'dark'
type Tokens = Map<string, string>

const css = (await Bun.file(new URL('tokens.css', import.meta.url)).text()).replace(/\/\*[\s\S]*?\*\//g, '')
const root = declarations(':root')
const ink = new Map([...root, ...declarations('.on-ink')])

/** WCAG 2.2, 1.4.3: text. */
const text = 4.5
/** WCAG 2.2, 1.4.11 and 2.4.13: outlines of controls and the focus ring against what lies beside them. */
const outline = 3

const onGround: [string, string, number][] = [
  ...['surface', 'surface-raised', 'surface-sunken'].flatMap((ground): [string, string, number][] => [
    ['text', ground, text],
    ['text-muted', ground, text],
    ['link', ground, text],
    ['gold-text', ground, text],
    ['border-strong', ground, outline],
    ['action', ground, outline],
    ['focus', ground, outline],
  ]),
  ['action-text', 'action', text],
  ['action-text', 'action-hover', text],
]

const onPaper: [string, string, number][] = [
  ...onGround,
  ...['surface', 'surface-raised', 'surface-sunken'].flatMap((ground): [string, string, number][] =>
    ['danger', 'accredited', 'warning'].map((ink) => [ink, ground, text]),
  ),
  ['accredited', 'accredited-surface', text],
  ['gold-text', 'gold-surface', text],
  ['danger', 'danger-surface', text],
  ['text', 'danger-surface', text],
  ['danger-text', 'danger', text],
  ['danger-text', 'danger-hover', text],
  ['banner-text', 'banner', text],
  ['warning', 'warning-surface', text],
  ['text', 'warning-surface', text],
  ['text', 'accredited-surface', text],
  ['link', 'danger-surface', text],
  ['link', 'warning-surface', text],
  ['link', 'accredited-surface', text],
  ['text', 'gold-surface', text],
]

for (const theme of ['light', 'dark'] as const) {
  test(`every pair of the ${theme} theme can be told apart`, () => {
    expect(tooClose(root, onPaper, theme)).toEqual([])
  })

  test(`every pair on a band of ink can be told apart in the ${theme} theme`, () => {
    expect(tooClose(ink, onGround, theme)).toEqual([])
  })
}

test('the measure itself is right', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

function tooClose(tokens: Tokens, pairs: [string, string, number][], theme: Theme): string[] {
  return pairs.flatMap(([above, below, least]) => {
    const ratio = contrast(colour(tokens, above, theme), colour(tokens, below, theme))
    return ratio < least ? [`${above} on ${below}: ${ratio.toFixed(2)}, not ${least}`] : []
  })
}

function declarations(selector: string): Tokens {
  const start = css.indexOf(`${selector} {`)
  if (start < 0) throw new Error(`tokens.css has no rule for ${selector}`)
  const body = css.slice(css.indexOf('{', start) + 1, css.indexOf('}', start))
  return new Map([...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map((found) => [found[1]!, found[2]!.trim()]))
}

/** What a token comes down to: '#rrggbb'. */
function colour(tokens: Tokens, name: string, theme: Theme): string {
  const value = tokens.get(name)
  if (!value) throw new Error(`There is no token --${name}`)
  const pair = value.match(/^light-dark\((.+?), (.+)\)$/)
  const chosen = pair ? pair[theme === 'light' ? 1 : 2]! : value
  const reference = chosen.match(/^var\(--([\w-]+)\)$/)
  if (reference) return colour(tokens, reference[1]!, theme)
  if (!/^#[0-9a-f]{6}$/.test(chosen)) throw new Error(`--${name} is not a colour in six digits: ${chosen}`)
  return chosen
}

/** The contrast ratio of WCAG 2.2 between two colours. */
function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
