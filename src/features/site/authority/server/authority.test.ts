import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openTestSite, type TestSite } from '../../../../../test/site.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite({ demoData: false })
})
afterAll(async () => {
  await site.close()
})

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
  const files = [...page.matchAll(/<a [^>]*download[^>]*href="([^"]+)"/g)].map((match) => match[1]!)
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
