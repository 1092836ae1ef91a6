import { expect, test } from 'bun:test'
import { siteOfFile } from '#test/of-file.ts'

const site = await siteOfFile({ demoData: false, now: () => new Date('2026-06-15T23:30:00Z') })

const html = async () => (await (await fetch(site.origin)).text()).replaceAll('<!-- -->', '')

/** An entry of the register; it is featured, stands and comes up unless told otherwise. */
async function enter(slug: string, change: Record<string, unknown> = {}) {
  const entry = {
    number: slug,
    slug,
    status: 'active',
    valid_from: '2026-01-01T00:00:00Z',
    title: `Title of ${slug}`,
    organiser: 'Tarn Trust',
    category: 'Other',
    sector: 'culture',
    starts_on: '2026-07-01',
    venue: 'Tarn Hall',
    city: 'Kendal',
    featured: true,
    ...change,
  }
  await site.sql`insert into register_entries ${site.sql(entry as never)}`
}

test('the documented words and ways are there', async () => {
  const page = await html()
  expect(page).toMatch(/<h1[^>]*>Accrediting Excellence In British Events<\/h1>/)
  const links: [string, string][] = [
    ['/quickapply', 'Quick Apply (2 mins)'],
    ['/apply-accreditation', 'Full Application'],
    ['/events', 'View All Accredited Events'],
    ['/apply-accreditation', 'Start Your Application'],
    ['/contact', 'Speak to an Assessor'],
  ]
  for (const [href, text] of links) {
    expect(page).toMatch(new RegExp(`<a [^>]*href="${href}"[^>]*>${text.replace(/[()]/g, '\\$&')}`))
  }
  for (const figure of ['2,500+', '150+', '£2.1B', '98%']) expect(page).toContain(`>${figure}</dd>`)
  for (const step of ['Pre-Assessment', 'Evidence &amp; Compliance', 'Independent Panel', 'Recognition']) {
    expect(page).toContain(`>${step}</h3>`)
  }
  const broadcasters = page.slice(page.indexOf('id="broadcasters"'), page.indexOf('id="closing"'))
  expect(broadcasters.match(/role="img"/g)?.length).toBe(8)
})

test('an empty register is told as such', async () => {
  const page = await html()
  expect(page).toContain('There are no featured events at the moment.')
  expect(page).toMatch(/entries accredited now<\/dt><dd[^>]*>0</)
})

test('up to three featured events that are to come and stand as accredited, soonest first', async () => {
  await enter('fourth', { starts_on: '2026-07-04' })
  await enter('third', { starts_on: '2026-07-03' })
  await enter('second', { starts_on: '2026-07-02' })
  // In London it is already the 16th.
  await enter('today', { starts_on: '2026-06-16' })
  await enter('yesterday', { starts_on: '2026-06-15' })
  await enter('plain', { featured: false, starts_on: '2026-06-17' })
  await enter('suspended', { status: 'suspended', starts_on: '2026-06-17' })
  await enter('run-out', { valid_until: '2026-01-02T00:00:00Z', starts_on: '2026-06-17' })
  await enter('undated', { starts_on: null })
  await Bun.sleep(200)
  const page = await html()
  expect(
    [...page.matchAll(/<a [^>]*href="\/events\/([a-z-]+)"[^>]*>View Event Details/g)].map((match) => match[1]),
  ).toEqual(['today', 'second', 'third'])
})

test('the live figures are those of the register, beside the claims', async () => {
  await site.sql`insert into partners (name, active) values ('One', true), ('Two', true), ('Three', false)`
  await Bun.sleep(200)
  const page = await html()
  expect(page).toContain('Published by the authority')
  expect(page).toContain('In this register now')
  expect(page).toMatch(/entries accredited now<\/dt><dd[^>]*>8</)
  expect(page).toMatch(/active partners<\/dt><dd[^>]*>2</)
})
