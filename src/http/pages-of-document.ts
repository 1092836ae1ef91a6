import { createHash } from 'node:crypto'
import { fileLimits } from '#features/assessments/files/rules.ts'
import type { ReadFile } from '#features/assessments/files/server/read-file.ts'

const style =
  ':root{color-scheme:light dark}body{margin:1rem auto;padding-inline:1rem;max-width:60rem;font-family:sans-serif;overflow-wrap:anywhere}img{display:block;box-sizing:border-box;max-width:100%;height:auto;margin-block:1rem;border:1px solid gray;background:white}'
const styleHash = createHash('sha256').update(style).digest('base64')

/** Of a page that shows pictures of ours and nothing else. */
export const pagesPolicy = `default-src 'none'; img-src 'self'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`

export type ListedPages = Omit<Extract<ReadFile, { kind: 'pages' }>, 'kind'>

/** A bare page with some pages of a document below each other, each drawn when somebody scrolls to it, and links to the others. */
export function pagesOfDocument({ name, pages, list, lists, first, last }: ListedPages): string {
  const title = Bun.escapeHTML(name)
  const pictures = Array.from({ length: last - first + 1 }, (_, at) => {
    const page = first + at
    return `<img src="?page=${page}" alt="Page ${page} of ${pages}" width="1131" height="1600"${at > 0 ? ' loading="lazy"' : ''}>`
  })
  const isCut = pages === fileLimits.shownPages
  const what = isCut ? `Pictures of the first ${pages} pages` : 'Pictures of the pages'
  const link = (to: number, words: string) => (to >= 1 && to <= lists ? `<a href="?list=${to}">${words}</a>` : '')
  const ways = [link(list - 1, 'Previous pages'), link(list + 1, 'Next pages')].filter(Boolean).join(' ')
  const nav = lists > 1 ? `<nav aria-label="Pages"><p>Pages ${first} to ${last} of ${pages}. ${ways}</p></nav>` : ''
  const below = lists > 1 ? `<p>${ways}</p>` : ''
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1><p>${what}. Download the document to search it or copy from it.</p>${nav}${pictures.join('')}${below}</main></body></html>`
}
