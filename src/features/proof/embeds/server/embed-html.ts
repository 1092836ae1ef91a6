import { createHash } from 'node:crypto'
import type { Brand } from '#brand.ts'
import { answerWords } from '#domain/register-answer.ts'
import { isAccredited } from '#domain/register-status.ts'
import { shortened } from '#domain/shortened.ts'
import { dateAndTime, place } from '#domain/when-and-where.ts'
import type { Theme } from '#features/register/badge-look.ts'
import { href } from '#pages.ts'
import type { EmbeddedRow } from './queries.ts'

export const maxBytes = 10_000
const maxRows = 8

const common =
  "*{box-sizing:border-box}body{margin:0;font:1rem/1.45 'Source Sans 3','Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;background:var(--g);color:var(--t)}main{padding:1rem;overflow-wrap:anywhere}h1{font-size:1.25rem;line-height:1.25;margin:0 0 .5rem}ul{list-style:none;margin:0;padding:0}li{padding:.625rem 0;border-top:1px solid var(--b)}p{margin:.125rem 0 0}li p{font-size:.9375rem;color:var(--m)}.y{color:var(--a);font-weight:600}a{color:var(--l);font-weight:600;display:inline-block;padding:.125rem 0}a:focus-visible{outline:3px solid var(--f);outline-offset:2px}.n{margin:.5rem 0}"
const light =
  ':root{color-scheme:light;--g:#fffdf8;--t:#14231b;--m:#505a51;--b:#e0d9c8;--l:#12553a;--a:#0c4029;--f:#8a5a00}'
const dark =
  ':root{color-scheme:dark;--g:#101c16;--t:#ece8db;--m:#aab7ac;--b:#2d4036;--l:#8fc1a5;--a:#b5d5c2;--f:#f0cf7a}'
const styles: Record<Theme, string> = {
  light: light + common,
  dark: dark + common,
  auto: `${light}@media(prefers-color-scheme:dark){${dark}}${common}`,
}

/** A style as a content security policy names it. */
export const styleHash = (style: string) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`
export const embedStyleHashes = Object.values(styles).map(styleHash).join(' ')

type Embed = {
  heading: string
  /** Null when there is no such organiser. */
  rows: EmbeddedRow[] | null
  pageHref: string
  theme: Theme
}

/** No script; links open in the window around the frame. */
export function embedHtml(embed: Embed, brand: Pick<Brand, 'name'>): string {
  for (let rows = embed.rows?.slice(0, maxRows) ?? null; ; rows = rows!.slice(0, -1)) {
    const html = htmlOf({ ...embed, rows }, brand)
    // Long names in scripts of many bytes: fewer events rather than a page that is too large.
    if (!rows || rows.length === 0 || Buffer.byteLength(html) <= maxBytes) return html
  }
}

function htmlOf({ heading, rows, pageHref, theme }: Embed, { name }: Pick<Brand, 'name'>): string {
  const title = Bun.escapeHTML(heading)
  const list =
    rows && rows.length > 0
      ? `<ul>${rows.map(rowHtml).join('')}</ul>`
      : `<p class="n">${rows ? 'There are no such events at present.' : 'The register has no such organiser.'}</p>`
  const note = rows?.some((row) => row.isDemo) ? '<p class="n">Demonstration: these entries are invented.</p>' : ''
  return [
    `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<title>${title}</title><base target="_top"><style>${styles[theme]}</style></head>`,
    `<body><main><h1>${title}</h1>${note}${list}`,
    `<p><a href="${Bun.escapeHTML(pageHref)}">See them in the register of the ${Bun.escapeHTML(name)}</a></p></main></body></html>`,
  ].join('')
}

function rowHtml(row: EmbeddedRow) {
  const { slug, title, date, isPrivate, venue, city, isPast } = row
  const when = dateAndTime({ date, isPrivate })
  const where = shortened(place(venue, city), 100)
  const facts = [when + (isPast ? ' (past)' : ''), where].filter(Boolean).join(' · ')
  const words = answerWords(row)
  const answer = isAccredited(row.status) ? `<span class="y">${words}</span>` : words
  return `<li><a href="${href('event', { slug })}">${Bun.escapeHTML(shortened(title, 120))}</a><p>${Bun.escapeHTML(facts)}</p><p>${answer}</p></li>`
}
