import { expect, test } from 'bun:test'
import { renderToString } from 'react-dom/server'
import { defaultBrand } from '#brand.ts'
import { KeptPart, MarkupContext } from '#ui/card-list.tsx'
import { keptMarkup } from './kept-markup.tsx'
import { renderPage, streamPage } from './render-page.tsx'

const shown = {
  brand: defaultBrand,
  partners: [],
  assets: { styles: '/assets/site.css', fonts: [], entry: '/assets/entry.js', chunks: [] },
  publicUrl: 'https://authority.example',
  year: 2026,
  day: '2026-11-26',
  demonstration: { data: true, payments: true },
}
const missing = { page: 'notFound', url: '/nowhere', status: 404, data: null } as const

test('A page that is made as a string is the page that is streamed', async () => {
  const made = new TextDecoder().decode(await renderPage(shown, missing))
  const stream = await streamPage(shown, missing, 'abc', () => {})
  const streamed = (await new Response(stream).text()).replaceAll(' nonce="abc"', '').replace(' id="_R_"', '')
  expect(made).toBe(streamed)
})

test('A kept part is sent as React hydrates it, and again for other data', () => {
  const part = (used: number) => (
    <KeptPart className="part" contents={Used} props={{ used, onChange: () => {}, missing: undefined }} />
  )
  for (const used of [1, 2, 1]) {
    const kept = renderToString(<MarkupContext value={keptMarkup}>{part(used)}</MarkupContext>)
    expect(kept).toBe(renderToString(part(used)))
    expect(kept).toContain(`${used}<!-- --> in use`)
  }
})

function Used({ used }: { used: number; onChange: () => void; missing: undefined }) {
  return <p>{used} in use</p>
}
