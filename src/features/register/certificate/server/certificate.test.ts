import { beforeEach, expect, test } from 'bun:test'
import { misreadNumbers, tidyNumber } from '#domain/typed-number.ts'
import { pathOperators } from '#drawing/draw-guilloche.ts'
import { pdfFont } from '#drawing/pdf-fonts.ts'
import { emptyTables } from '#test/empty-tables.ts'
import { keepCredential } from '#test/keep-credential.ts'
import { siteOfFile } from '#test/of-file.ts'
import { readPdf } from '#test/read-pdf.ts'
import { guillochePaths } from '#ui/guilloche.ts'
import { setLine } from './draw-certificate.ts'

const site = await siteOfFile({ demoData: false })
beforeEach(async () => {
  await emptyTables(site.sql, 'rate_limits')
})

let added = 0
async function addEntry(more: Record<string, unknown> = {}) {
  const code = `7KQ4${'ACDEFGHJKM'[Math.floor(added / 10)]}${'ACDEFGHJKM'[added++ % 10]}`
  const entry = {
    number: `BEAA-2026-${code}`,
    slug: `harbour-lights-${code.toLowerCase()}`,
    status: 'active',
    valid_from: '2026-01-05T12:00:00Z',
    valid_until: '2099-06-30T23:30:00Z',
    title: 'Harbour Lights Festival',
    organiser: 'Harbour Lights Festival Ltd',
    category: 'Music & Concerts',
    sector: 'culture',
    starts_on: '2027-08-21',
    venue: 'Old Harbour',
    city: 'Whitby',
    ...more,
  }
  await site.sql`insert into register_entries ${site.sql(entry as never)}`
  return entry as typeof entry & { number: string; slug: string }
}

const { get } = site
const pdfOf = (number: string) => get(`/api/certificates/${number}.pdf`)

test('a certificate that stands is a tagged PDF with its own fonts and the way to its verification', async () => {
  const { number } = await addEntry()
  const answer = await pdfOf(number)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="certificate-${number}.pdf"`)
  // Its credential has not been signed yet, so this is not the file that it will be.
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('etag')).toBeNull()
  const bytes = await answer.bytes()
  expect(bytes.length).toBeLessThan(100_000)
  const pdf = new TextDecoder('latin1').decode(bytes)
  expect(pdf.slice(0, 8)).toBe('%PDF-1.7')
  expect(pdf.trimEnd().slice(-5)).toBe('%%EOF')
  const pieces = ['+Baskervville-SemiBold', '+SourceSans3-Regular', '/FontFile2']
  expect(pieces.filter((piece) => !pdf.includes(piece))).toEqual([])
  // A font of the reader's own would look different everywhere.
  expect(pdf.includes('/Subtype /Type1')).toBe(false)
  const { problems, links } = await readPdf(bytes)
  expect(problems).toEqual([])
  expect(links).toEqual([`${site.origin}/verify/${number}`])
})

test('a signed credential is attached, and who has the certificate is told that it is still the same until the entry changes', async () => {
  const { number } = await addEntry()
  await keepCredential(site.sql, number, '{"the":"first"}')
  const first = await pdfOf(number)
  expect(first.headers.get('cache-control')).toBe('no-cache')
  expect((await readPdf(await first.bytes())).attachments).toEqual([
    { name: 'credential.json', text: '{"the":"first"}' },
    { name: 'credential.jwt', text: 'a.b.c' },
  ])
  const tag = first.headers.get('etag')!
  const again = () => get(`/api/certificates/${number}.pdf`, { 'if-none-match': tag })
  expect((await again()).status).toBe(304)
  await site.sql`update register_entries set venue = 'New Harbour' where number = ${number}`
  // The credential is that of the version before.
  const changed = await again()
  expect([changed.status, changed.headers.get('etag')]).toEqual([200, null])
  expect((await readPdf(await changed.bytes())).attachments).toEqual([])
  await keepCredential(site.sql, number, '{"the":"second"}')
  const second = await again()
  expect(second.status).toBe(200)
  expect(second.headers.get('etag')).not.toBe(tag)
  await site.sql`update register_entries set status = 'suspended' where number = ${number}`
  expect((await again()).status).toBe(404)
})

test('titles of any length and kind make a certificate', async () => {
  for (const title of ['A', 'Word '.repeat(60), 'W'.repeat(200), '(\\) “Ölçü” & <b> ☃', '\u202eabc']) {
    const { number } = await addEntry({ title, organiser: title, starts_on: null, valid_until: null, is_demo: true })
    const answer = await pdfOf(number)
    expect(answer.status).toBe(200)
    const pdf = new TextDecoder('latin1').decode(await answer.bytes())
    const metadata = pdf.slice(pdf.indexOf('<x:xmpmeta'), pdf.indexOf('</x:xmpmeta>'))
    expect(metadata).not.toMatch(/&|<b>/)
  }
})

test('what does not stand has no certificate', async () => {
  for (const more of [
    { status: 'lapsed' },
    { status: 'suspended' },
    { status: 'revoked' },
    { valid_until: '2026-02-01T00:00:00Z' },
  ]) {
    const { number } = await addEntry(more)
    const answer = await pdfOf(number)
    expect(answer.status).toBe(404)
    expect(((await answer.json()) as { error: string }).error).toContain('is not current')
  }
  for (const file of [
    'BEAA-2026-XXXXXX.pdf',
    'x.pdf',
    '..%2f..%2fetc.pdf',
    `${'A'.repeat(3000)}.pdf`,
    '%00.pdf',
    'a',
  ]) {
    expect((await get(`/api/certificates/${file}`)).status).toBe(404)
  }
})

test('certificates cost work: one visitor makes no more than sixty in ten minutes', async () => {
  const answers = await Promise.all(Array.from({ length: 61 }, () => pdfOf('BEAA-2026-XXXXXX')))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
})

test('the verification says what stands, since when and until when', async () => {
  const { number, slug } = await addEntry()
  const answer = await get(`/verify/${number}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('x-robots-tag')).toBeNull()
  expect(answer.headers.get('etag')).not.toBeNull()
  const page = await answer.text()
  for (const piece of [
    'Currently accredited: declared, no documents checked. Valid until 1 July 2099.',
    'Register looked up just now.',
    'Harbour Lights Festival Ltd',
    `/events/${slug}`,
    '5 January 2026',
    // Half past eleven in the evening in UTC is the next day in London's summer.
    '1 July 2099',
    `/api/certificates/${number}.pdf`,
  ])
    expect(page).toContain(piece)
  expect(await (await get(`/events/${slug}`)).text()).toContain(`href="/verify/${number}"`)
})

test('once it is revoked the cached page says so, with the reason and without a certificate', async () => {
  const { number } = await addEntry()
  expect(await (await get(`/verify/${number}`)).text()).toContain('Currently accredited')
  await site.sql`
    with revoked as (
      update register_entries set status = 'revoked', status_reason = 'The insurance had ended.' where number = ${number} returning id
    )
    insert into register_history (entry_id, happened_at, change, from_status, to_status, cause)
    select id, '2026-03-14T09:00:00Z', 'revoked', 'active', 'revoked', 'test' from revoked`
  let page = ''
  for (let look = 0; look < 50 && !page.includes('Revoked'); look++) {
    await Bun.sleep(20)
    page = await (await get(`/verify/${number}`)).text()
  }
  expect(page).toContain('Revoked on 14 March 2026. Not accredited.')
  expect(page).toContain('The insurance had ended.')
  expect(page).not.toContain('/api/certificates/')
})

test('what has run out says since when, before the job has come by', async () => {
  const { number } = await addEntry({ valid_until: '2026-02-01T00:00:00Z' })
  const page = await (await get(`/verify/${number}`)).text()
  expect(page).toContain('Lapsed on 1 February 2026. Not accredited.')
  expect(page.replace(/<[^>]*>/g, ' ')).toMatch(/Not valid since\s+1 February 2026/)
})

test('spelling is forgiven: every way leads to the one address', async () => {
  const { number } = await addEntry()
  const plain = number.replaceAll('-', '')
  for (const typed of [number.toLowerCase(), plain, plain.toLowerCase(), number.replaceAll('-', ' '), ` ${number}`]) {
    const answer = await get(`/verify/${encodeURIComponent(typed)}`)
    expect([answer.status, answer.headers.get('location')]).toEqual([301, `/verify/${number}`])
    const searched = await get(`/verify?number=${encodeURIComponent(typed)}`)
    expect([searched.status, searched.headers.get('location')]).toEqual([303, `/verify/${number}`])
  }
  expect((await get(`/verify/${number}`)).status).toBe(200)
})

test('an unknown number is 404 in plain words, with the form to try again', async () => {
  for (const typed of [
    'BEAA-2026-XXXXXX',
    'nonsense',
    '<script>alert(1)</script>',
    'x'.repeat(3000),
    "'; drop table",
  ]) {
    const answer = await get(`/verify/${encodeURIComponent(typed)}`)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('x-robots-tag')).toBe('noindex')
    const page = await answer.text()
    expect(page).toContain('Certificate not found')
    expect(page).toContain('name="number"')
    expect(page).not.toContain('<script>alert')
  }
  expect((await get('/verify/%00')).status).toBe(404)
  expect((await get('/verify?number=%00')).status).toBeLessThan(500)
})

test('the search form is a page of its own', async () => {
  const answer = await get('/verify')
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('Check a certificate')
  expect((await get('/verify?number=')).status).toBe(200)
})

test('a number is tidied only when it can be one', () => {
  expect(tidyNumber('beaa 2026–7kq4xn')).toBe('BEAA-2026-7KQ4XN')
  expect(tidyNumber('BEAA.2026.7KQ4XN')).toBe('BEAA-2026-7KQ4XN')
  for (const typed of [
    '',
    'BEAA',
    '2026-7KQ4XN',
    'BEAA-26-7KQ4XN',
    'BEAA-2026-7KQ4',
    'BEAA/2026/7KQ4XN',
    'A'.repeat(61),
  ])
    expect(tidyNumber(typed)).toBeNull()
})

test.each([
  ['DEM0-2026-000056', 'DEMO-2026-000056'],
  ['dem02026000056', 'DEMO-2026-000056'],
  ['DEMO-2O26-OOOOS6', 'DEMO-2026-000056'],
  ['DEMO Z026 00005b', 'DEMO-2026-000058'],
  ['8EAA-2026-7KQ4XN', 'BEAA-2026-7KQ4XN'],
  ['B1Z0-2026-7KQ4XN', 'BIZO-2026-7KQ4XN'],
  ['PA1-2026-7KQ4XN', 'PAL-2026-7KQ4XN'],
  ['PAI-2026-7KQ4XN', 'PAL-2026-7KQ4XN'],
])('%s may be a misreading of %s', (typed, number) => {
  expect(tidyNumber(typed)).not.toBe(number)
  expect(misreadNumbers(typed)).toContain(number)
  expect(misreadNumbers(typed)).not.toContain(tidyNumber(typed)!)
  expect(misreadNumbers(typed).length).toBeLessThanOrEqual(8)
})

test('a year is of this century, and what has no look-alikes is a misreading of nothing', () => {
  expect(tidyNumber('DEM0-2026-000056')).toBeNull()
  for (const typed of ['BEAA-2026-7KQ4XN', '', '2026', 'DEMO-1026-000056', '52026000056', 'O'.repeat(61)])
    expect(misreadNumbers(typed)).toEqual([])
})

test('a misread number is not found, and the entry that it may mean is shown', async () => {
  const { number } = await addEntry({ number: 'DEMO-2026-000056', title: 'The Lantern Walk' })
  await addEntry({ number: 'DEMO-2026-00005B', title: 'The Exact Hit' })
  for (const typed of ['DEM0-2026-000056', 'dem02026000056', 'DEMO-2O26-0000S6']) {
    const form = await get(`/verify?number=${typed}`)
    expect([form.status, form.headers.get('location')]).toEqual([303, `/verify/${typed}`])
    const answer = await get(`/verify/${typed}`)
    expect(answer.status).toBe(404)
    const page = (await answer.text()).replaceAll('<!-- -->', '')
    expect(page).toContain('Certificate not found')
    expect(page).toContain(`Did you mean <a href="/verify/${number}">${number}</a>?`)
    expect(page).toContain('The Lantern Walk, Saturday 21 August 2027, Old Harbour, Whitby.')
  }
  expect(await (await get('/verify/DEMO-2026-00005B')).text()).toContain('The Exact Hit')
  expect(await (await get('/verify/DEM0-2026-000059')).text()).not.toContain('Did you mean')
})

test('no edge of the certificate cuts its rosette', () => {
  for (const seed of ['harbour-lights', 'tarn-fair', 'a', '龙舟节']) {
    const flower = guillochePaths({ seed, width: 780, height: 128, isWhole: true }).filter(({ radius }) => radius > 0)
    expect(flower.length).toBe(3)
    for (const { d, copies, centre } of flower) {
      const { box } = pathOperators(d)
      // Whatever way its copies are turned.
      const reach = Math.max(
        ...[box[0], box[2]].flatMap((x) => [box[1], box[3]].map((y) => Math.hypot(x - 390, y - 64))),
      )
      expect(copies.length).toBeGreaterThan(1)
      expect(centre).toEqual([390, 64])
      expect(Math.min(reach, Math.max(390 - box[0], box[2] - 390, 64 - box[1], box[3] - 64))).toBeLessThanOrEqual(65)
    }
  }
})

test('the curves of a pattern become operators that end where the curve does, within their box', () => {
  for (const { d, radius } of guillochePaths({ seed: 'harbour-lights', width: 780, height: 128 })) {
    const { operators, box } = pathOperators(d)
    const lines = operators.split('\n')
    expect(lines[0]).toEndWith(' m')
    expect(lines.at(-1)).toBe(radius ? 's' : 'S')
    const curves = lines.slice(1, -1)
    expect(curves).toHaveLength((d.slice(d.indexOf('c') + 1).match(/-?(?:\d+\.?\d*|\.\d+)/g)?.length ?? 0) / 6)
    for (const curve of curves) {
      const numbers = curve.split(' ').slice(0, 6).map(Number)
      expect(curve).toEndWith(' c')
      expect(numbers.every((value, index) => value >= box[index % 2]! && value <= box[2 + (index % 2)]!)).toBe(true)
    }
    // A closed curve comes back to its start.
    const [startX, startY] = lines[0]!.split(' ').map(Number)
    const [endX, endY] = curves.at(-1)!.split(' ').slice(4, 6).map(Number)
    if (radius) expect(Math.hypot(endX! - startX!, endY! - startY!)).toBeLessThan(0.5)
  }
})

test.each([
  ['Праздник огней', 'Фестиваль Гавань', 'SourceSans3-SemiBold', false],
  ['Γιορτή του Λιμανιού', 'Harbour Ltd', 'SourceSans3-SemiBold', false],
  ['龙舟节 Dragon Boat Festival', '曼彻斯特龙舟会', 'NotoSansSC-Regular', false],
  ['さくら祭り', 'Sakura Society', 'NotoSansSC-Regular', false],
  ['Summer Lights 🎉', 'Harbour Ltd', 'Baskervville-SemiBold', true],
  ['مهرجان الأضواء', 'Harbour Ltd', 'Baskervville-SemiBold', true],
  ['दिवाली मेला', 'Harbour Ltd', 'Baskervville-SemiBold', true],
])('%s is printed with its letters, or said to stand in the register', async (title, organiser, font, isPart) => {
  const { number } = await addEntry({ title, organiser })
  const answer = await pdfOf(number)
  expect(answer.status).toBe(200)
  const bytes = await answer.bytes()
  // Only the letters that are used go into it.
  expect(bytes.length).toBeLessThan(150_000)
  const pdf = new TextDecoder('latin1').decode(bytes)
  expect(pdf).toContain(`+${font}`)
  // What is printed in part is held in full by the structure.
  expect((await readPdf(bytes)).said[4]).toEqual({ role: 'P', text: title })
  const set = await setLine(title, 'serif', 'instead')
  expect(set.isPart).toBe(isPart)
  const { face } = await pdfFont(set.font)
  const missing = [...set.text].filter((letter) => letter !== ' ' && !face.hasGlyphForCodePoint(letter.codePointAt(0)!))
  expect(missing).toEqual([])
})

test('of a name only symbols are left out, never half of it', async () => {
  expect(await setLine('Summer  Lights 🎉!', 'serif', 'instead')).toEqual({
    text: 'Summer Lights !',
    font: 'serif',
    isPart: true,
  })
  expect(await setLine('مهرجان Fest', 'serif', 'instead')).toMatchObject({ text: 'instead', isPart: true })
  // Written apart, an accent is the same letter.
  expect(await setLine('Cafe\u0301', 'serif', 'instead')).toEqual({ text: 'Café', font: 'serif', isPart: false })
})

test('others are answered while a certificate is drawn', async () => {
  // The first one loads the library and the fonts as well.
  await (await pdfOf((await addEntry()).number)).bytes()
  const waits: number[] = []
  for (const title of ['Drawn Elsewhere', 'Drawn Apart', 'Drawn Aside']) {
    const { number } = await addEntry({ title })
    const began = performance.now()
    let took = 0
    const drawing = pdfOf(number).then((answer) => {
      took = performance.now() - began
      return answer.bytes()
    })
    let longest = 0
    while (took === 0) {
      const asked = performance.now()
      await (await get('/healthz')).text()
      longest = Math.max(longest, performance.now() - asked)
    }
    expect((await drawing).length).toBeGreaterThan(10_000)
    waits.push(longest / took)
  }
  // On the thread that answers, somebody would wait for nearly the whole of each drawing.
  expect(Math.min(...waits)).toBeLessThan(0.5)
})

test('the same version is drawn once, however many ask at once; a change of the entry makes another', async () => {
  const { number, slug } = await addEntry({ title: 'Drawn Once' })
  const before = performance.now()
  const all = await Promise.all(
    Array.from({ length: 12 }, async () => Buffer.from(await (await pdfOf(number)).bytes())),
  )
  const first = performance.now() - before
  expect(all.every((bytes) => bytes.equals(all[0]!))).toBeTrue()
  const again = performance.now()
  expect(Buffer.from(await (await pdfOf(number)).bytes()).equals(all[0]!)).toBeTrue()
  expect(performance.now() - again).toBeLessThan(first)
  await site.sql`update register_entries set title = 'Drawn Anew' where slug = ${slug}`
  const changed = new TextDecoder('latin1').decode(await (await pdfOf(number)).bytes())
  expect(changed).toContain(`${number}: Drawn Anew<`)
})
