import { createHash } from 'node:crypto'

const style =
  ':root{color-scheme:light dark}body{margin:1rem auto;padding-inline:1rem;max-width:60rem;font-family:sans-serif;overflow-wrap:anywhere}img{display:block;box-sizing:border-box;max-width:100%;height:auto;margin-block:1rem;border:1px solid gray;background:white}'
const styleHash = createHash('sha256').update(style).digest('base64')

/** Of a page that shows pictures of ours and nothing else. */
export const pagesPolicy = `default-src 'none'; img-src 'self'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`

/** A bare page with the pages of a document below each other, each drawn when somebody scrolls to it. */
export function pagesOfDocument({ name, pages }: { name: string; pages: number }): string {
  const title = Bun.escapeHTML(name)
  const pictures = Array.from(
    { length: pages },
    (_, at) =>
      `<img src="?page=${at + 1}" alt="Page ${at + 1} of ${pages}" width="1131" height="1600"${at > 0 ? ' loading="lazy"' : ''}>`,
  )
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1><p>Pictures of the pages. Download the document to search it or copy from it.</p>${pictures.join('')}</main></body></html>`
}
