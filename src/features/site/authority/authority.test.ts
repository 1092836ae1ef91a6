import { expect, test } from 'bun:test'
import { extras, products } from '#domain/catalogue.ts'
import { pounds } from '#domain/money.ts'
import { upsellTerms } from '#features/payments/terms.ts'
import { siteOfFile } from '#test/of-file.ts'

const site = await siteOfFile({ demoData: false })

const html = async (path: string) => (await (await fetch(site.origin + path)).text()).replaceAll('<!-- -->', '')

const documented: [string, string[]][] = [
  [
    '/about',
    [
      'About the Authority',
      'Our Mission',
      'Standards &amp; Criteria',
      'Accreditation Process',
      'Member Benefits',
      'Governance',
      'Professional excellence',
      'Safety and compliance',
      'Customer experience',
      'Sustainable practices',
      'Application',
      'AI-assisted assessment',
      'Expert review',
      'Certification and listing',
      'id="standards"',
      'href="/apply-accreditation"',
    ],
  ],
  [
    '/awards',
    [
      'Awards Programme',
      'Outstanding Event Excellence',
      'Sustainability Leadership',
      'Community Impact Award',
      'Minimum 95% attendee satisfaction',
      '2024 winners',
      'Innovation',
      'Execution',
      'Satisfaction',
      'Impact',
      'Every January',
      'past 12 months',
      'current accreditation',
      'href="/apply-accreditation"',
    ],
  ],
  ['/press', ['Press and Media', 'Press releases', 'id="media-assets"', '24-48 hours', 'Same day', 'href="/contact"']],
  [
    '/contact',
    [
      'tel:+441614960142',
      'hello@beaa.example',
      '9:00 AM to 5:30 PM',
      'Closed',
      '9am-5pm',
      'General enquiries',
      '24 hours',
      'Application support',
      '4 hours',
      'Urgent matters',
      '2 hours',
    ],
  ],
]
test.each(documented)('%s holds what is documented', async (path, texts) => {
  const page = await html(path)
  expect(texts.filter((text) => !page.includes(text))).toEqual([])
})

test('four criteria of a quarter each', async () => {
  expect((await html('/awards')).match(/>25%</g)?.length).toBe(4)
})

test('everything that is offered for download is there', async () => {
  const page = await html('/press')
  const files = [...page.matchAll(/<a (?=[^>]*download)[^>]*href="([^"]+)"/g)].map((match) => match[1]!)
  expect(files.length).toBe(8)
  const types: Record<string, string> = {
    svg: 'image/svg+xml',
    png: 'image/png',
    pdf: 'application/pdf',
    txt: 'text/plain',
  }
  for (const file of files) {
    const answer = await fetch(site.origin + file)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toStartWith(types[file.split('.').at(-1)!]!)
    expect((await answer.bytes()).length).toBeGreaterThan(300)
  }
})

test('the criteria stand on the page in words, in their versions, with what each one changed', async () => {
  const first = await html('/about')
  for (const text of [
    'Public liability insurance',
    'Safety Advisory Groups',
    '800 and more',
    'Version 1, published on',
  ])
    expect(first).toContain(text)
  expect(first.match(/<details/g)?.length).toBeGreaterThan(15)
  await site.sql`
    insert into criteria_versions (version, criteria, note, published_at)
    select 2, jsonb_set(criteria, '{0,name}', '"Plan of the event"') - 15, 'Names are clearer.', now()
    from criteria_versions where version = 1`
  await Bun.sleep(150)
  const second = await html('/about')
  expect(second).toContain('What version 2 changed')
  expect(second).toContain('Changed: Plan of the event (name)')
  expect(second).toContain('No longer asked for: Visitors’ data')
  expect(second).toContain('href="/about?criteria=1#standards"')
  expect(second).not.toContain('has been replaced')
  const older = await html('/about?criteria=1')
  expect(older).toContain('This is version 1, which has been replaced')
  expect(older).toContain('Event plan and timetable')
  expect(older).not.toContain('What version')
  expect((await fetch(`${site.origin}/about?criteria=9`)).status).toBe(404)
  expect(await html('/about?criteria=x')).toContain('Plan of the event')
})

test('the page of prices names everything that is sold, at its price in the catalogue, with its term', async () => {
  const page = await html('/prices')
  for (const { label, pence, interval } of [...Object.values(products), ...Object.values(extras)]) {
    const row = page.slice(page.indexOf(`>${label}</th>`))
    expect(row).toContain(`${pounds(pence)}${interval ? `<span` : '</span>'}`)
    expect(row.slice(0, row.indexOf('</tr>'))).toContain(interval ? `Renews each ${interval}` : 'Paid once')
  }
  expect(page).toContain('registered for VAT')
  expect(page).toContain('href="/about#standards"')
})

test('the page of prices says of monthly services what their key terms say', async () => {
  const page = await html('/prices')
  const shown = upsellTerms('ads', {
    renewsOn: '2027-01-01',
    coolingOffOn: '2026-12-15',
    startsOn: '2026-12-16',
    vat: 'none',
  })
  const change = shown.find(({ term }) => term === 'If you change your mind')!.details
  for (const words of [
    'and we refund the first month.',
    'If you ask us to start now, we keep the days since you paid.',
  ])
    expect([words, change.includes(words), page.includes(words)]).toEqual([words, true, true])
  expect(page).not.toContain('A monthly service is ended with Manage Billing')
})

test('who we are: the company, how decisions are made, and people who are said to be invented', async () => {
  const page = await html('/who-we-are')
  for (const words of ['Registered office', 'Appeal', 'Sample: invented people', 'not the national accreditation body'])
    expect(page).toContain(words)
})
