import { expect, test } from 'bun:test'
import { createStore } from 'jotai'
import { renderToString } from 'react-dom/server'
import { defaultBrand } from '../brand.ts'
import type { ListingsData } from '../features/register/listings-page.tsx'
import { App, type DocumentData } from '../shell/app.tsx'
import { loadPlace, placeAtom } from '../shell/place.ts'
import { KeptMarkup } from '../ui/kept-markup.tsx'
import { createMarkupKeeper } from './keep-markup.tsx'

const document: DocumentData = {
  brand: defaultBrand,
  assets: { entry: '/assets/entry.js', styles: '/assets/site.css', fonts: [], chunks: [] },
  publicUrl: 'http://localhost:3000',
  year: 2026,
  demonstration: true,
}
const data: ListingsData = {
  filters: { q: '', city: '', category: '', verified: false },
  total: 3,
  isMore: false,
  entries: [
    {
      slug: 'lantern-parade',
      title: 'Lantern & Kite Parade <of> "Old" Harbour',
      date: '2026-12-05',
      place: ['Harbour Hall', 'Hull'],
      text: "A parade's worth of lanterns.",
      category: 'Festival',
      status: 'active',
      tone: 'culture',
      partners: ['Harbour Trust', 'Kite Club'],
      featured: true,
    },
    {
      slug: 'no-date',
      title: 'Sheep Show',
      date: null,
      place: ['', ''],
      text: '',
      category: 'Show',
      status: 'lapsed',
      url: 'https://sheep.example',
    },
    {
      slug: 'gone',
      title: 'Gone Fair',
      date: '2020-01-05',
      place: ['Barn', ''],
      text: 'x',
      category: 'Fair',
      status: 'revoked',
      image: 'https://pictures.example/barn.webp',
      past: true,
    },
  ],
  cities: [{ name: 'Hull', entries: 3 }],
  hasMoreCities: false,
  isFirst: true,
  next: null,
  canonical: null,
  calendar: 'webcal://authority.example/listings.ics',
  similar: [],
  isDemonstration: false,
}

test('a page is the same to the byte whether its parts are kept or rendered with it', async () => {
  const page = await listingsDocument()
  // The hints are for the head: within a list they would be nodes of their own.
  const alone = renderToString(page).replaceAll(/<link rel="preload" as="image" href="\/covers[^>]*>/g, '')
  const keeper = createMarkupKeeper(1_000_000)
  const kept = () => renderToString(<KeptMarkup value={keeper}>{page}</KeptMarkup>)
  expect(alone).toContain('Lantern &amp; Kite Parade &lt;of&gt;')
  expect(kept()).toBe(alone)
  expect(kept()).toBe(alone)
})

test('a part is rendered once for each value of its props, and again when it was forgotten', () => {
  rendered.length = 0
  const keep = createMarkupKeeper(2_000)
  expect(keep(Part, { text: 'one' })).toBe('<p>one</p>')
  expect(keep(Part, { text: 'one' })).toBe('<p>one</p>')
  expect(keep(Part, { text: '<two>' })).toBe('<p>&lt;two&gt;</p>')
  expect(keep(Other, { text: 'one' })).toBe('<b>one</b>')
  expect(rendered).toEqual(['one', '<two>'])
  for (let index = 0; index < 100; index++) keep(Part, { text: `filling ${index}` })
  keep(Part, { text: 'one' })
  expect(rendered.filter((text) => text === 'one')).toHaveLength(2)
})

test('what is asked for again and again stays, however much passes by', () => {
  rendered.length = 0
  const keep = createMarkupKeeper(2_000)
  for (let index = 0; index < 500; index++) {
    keep(Part, { text: 'loved' })
    keep(Part, { text: `passing ${index}` })
  }
  expect(rendered.filter((text) => text === 'loved')).toHaveLength(1)
  expect(rendered).toHaveLength(501)
})

const rendered: string[] = []
function Part({ text }: { text: string }) {
  rendered.push(text)
  return <p>{text}</p>
}
function Other({ text }: { text: string }) {
  return <b>{text}</b>
}

async function listingsDocument() {
  const store = createStore()
  store.set(placeAtom, await loadPlace({ page: 'listings', url: '/listings', status: 200, data }))
  return <App data={document} json="{}" store={store} />
}
