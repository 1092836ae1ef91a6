import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { followFooter, visit, type Width } from './visit.ts'

// What people come with, in their words: each begins at the front page and is done with what stands on the pages, as somebody new would.

/** Numbers as they stand on two printed certificates. */
let genuine: string
let suspended: { number: string; title: string }
const [site, browser] = await Promise.all([siteOfFile(), browserOfFile()])
beforeAll(async () => {
  const { sql } = site
  const [leeds] = await sql`
    update register_entries set title = 'Winter Fair on the Headrow'
    where id = (select id from register_entries where city = 'Leeds' and status = 'active' limit 1) returning number`
  genuine = leeds!.number
  const [ended] = await sql<{ number: string; title: string }[]>`
    select number, title from register_entries where status = 'suspended' limit 1`
  suspended = ended!
  const listed = await sql<{ title: string }[]>`select title from register_entries where status = 'active' limit 20`
  forty = [...listed.map(({ title }) => title), suspended.number]
  await sql`
    insert into log_totals (change, year, changes)
    values ('revoked', extract(year from now() at time zone 'Europe/London')::int, 3)
    on conflict (change, year) do update set changes = 3`
  while (forty.length < 40) forty.push(`Gorse Hill Gathering ${forty.length}`)
})

/** Some are accredited, one is suspended, and the others are not in the register. */
let forty: string[]

type Person = { page: Page; main: ReturnType<Page['locator']>; footer: (name: string | RegExp) => Promise<void> }

const tasks: [words: string, act: (person: Person) => Promise<void>][] = [
  [
    'Somebody shows me a certificate. Is it genuine?',
    async ({ page, main, footer }) => {
      await footer('Check a certificate')
      await page.getByLabel(/certificate number/i).fill(genuine.toLowerCase().replaceAll('-', ' '))
      await main.getByRole('button', { name: 'Check', exact: true }).click()
      await main.getByText(/certificate is valid/i).waitFor()
      await main.getByText('Winter Fair on the Headrow').waitFor()
    },
  ],
  [
    'Is the winter fair in Leeds accredited? I do not know how it is spelt.',
    async ({ page, main }) => {
      await main.getByRole('searchbox').or(main.getByRole('combobox')).first().fill('wintr fare leeds')
      await main.getByRole('button', { name: /register|search/i }).click()
      const found = main.getByRole('listitem').filter({ hasText: 'Winter Fair on the Headrow' }).first()
      await found.getByRole('link', { name: 'Winter Fair on the Headrow' }).first().click()
      await page.getByRole('heading', { level: 1, name: 'Winter Fair on the Headrow' }).waitFor()
      await main
        .getByText(/currently accredited/i)
        .first()
        .waitFor()
    },
  ],
  [
    'What does it cost to be listed?',
    async ({ page, main }) => {
      await main.getByRole('link', { name: /what it costs|prices/i }).click()
      await page.getByRole('heading', { level: 1, name: /prices/i }).waitFor()
      await main
        .getByText(/£49 a year/)
        .first()
        .waitFor()
    },
  ],
  [
    'Who decides, and may they decide for a friend?',
    async ({ main, footer }) => {
      await footer('Who we are')
      await main.getByRole('heading', { name: /decisions/i }).waitFor()
      await main.getByText(/declare any interest/i).waitFor()
    },
  ],
  [
    'Who is behind this body?',
    async ({ main, footer }) => {
      await footer('Who we are')
      await main.getByText(/registered office/i).waitFor()
      await main.getByText(/chief executive/i).waitFor()
    },
  ],
  [
    'A fair uses a badge that it has no right to. I want to report it.',
    async ({ page, main, footer }) => {
      await footer('Report a concern')
      await page.getByLabel('No', { exact: true }).check()
      await page.getByLabel(/certificate or badge/i).check()
      await page.getByLabel(/which event or certificate/i).fill('Barley Lane Fair')
      await page.getByLabel(/what happened/i).fill('The badge is on their poster, and they are not in the register.')
      await main.getByRole('button', { name: /send report/i }).click()
      await page.waitForURL(/\/concerns\/.+/)
      await main
        .getByText(/keep this (link|page)|case number/i)
        .first()
        .waitFor()
    },
  ],
  [
    'I began to apply, and want to go on.',
    async ({ page, footer }) => {
      await footer('Apply for accreditation')
      await page.getByLabel('Organisation name').fill('Barley Lane Fairs')
      await page.getByLabel('Contact name').fill('Ada Miles')
      // The tab is closed, and opened again later.
      await page.waitForFunction(() => localStorage.getItem('application-draft')?.includes('Ada Miles'))
      await page.goto(site.origin)
      await footer('Apply for accreditation')
      await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#contactName')?.value === 'Ada Miles')
      expect(await page.getByLabel('Organisation name').inputValue()).toBe('Barley Lane Fairs')
    },
  ],
  [
    'I sent my application from another computer. Where is it?',
    async ({ page, main, footer }) => {
      await footer('My applications')
      await main.getByRole('link', { name: /email me a link/i }).click()
      await page.getByLabel(/email/i).first().fill('ada@barley-lane.example')
      await main.getByRole('button', { name: /link/i }).click()
      await page.getByRole('heading', { level: 1, name: /check your email/i }).waitFor()
    },
  ],
  [
    'They treated me badly. How do I complain?',
    async ({ page, main, footer }) => {
      await footer('Complaints')
      await page.getByLabel(/what is it about/i).selectOption({ index: 2 })
      await page.getByLabel(/what happened/i).fill('Nobody called back for three weeks.')
      await page.getByLabel(/your name/i).fill('Ada Miles')
      await page.getByLabel(/your email/i).fill('ada@barley-lane.example')
      await main.getByRole('button', { name: /send complaint/i }).click()
      await main.getByText(/its reference is/i).waitFor()
    },
  ],
  [
    'I heard that this event was suspended. Is it still accredited?',
    async ({ page, main }) => {
      await main.getByRole('searchbox').or(main.getByRole('combobox')).first().fill(suspended.title)
      await main.getByRole('button', { name: /register|search/i }).click()
      await main.getByRole('link', { name: suspended.title }).first().click()
      await page.getByRole('heading', { level: 1, name: suspended.title }).waitFor()
      await main
        .getByText(/not accredited while the suspension lasts/i)
        .first()
        .waitFor()
    },
  ],
  [
    'What will I be asked, and how long does it take?',
    async ({ main }) => {
      await main.getByRole('link', { name: /what it costs|prices/i }).click()
      await main.getByRole('heading', { name: /what we ask for/i }).waitFor()
      await main.getByText(/about 15 minutes/i).waitFor()
    },
  ],
  [
    'There is a number on a poster. What is it?',
    async ({ page, main }) => {
      await main.getByRole('searchbox').or(main.getByRole('combobox')).first().fill(suspended.number)
      await main.getByRole('button', { name: /register|search/i }).click()
      await page
        .getByRole('link', { name: suspended.title })
        .or(page.getByRole('heading', { name: suspended.title }))
        .first()
        .waitFor()
    },
  ],
  [
    'What does my village fete cost in two years?',
    async ({ page, main }) => {
      await main.getByRole('link', { name: /what it costs|prices/i }).click()
      await main.getByRole('link', { name: /village fete/i }).click()
      await page.getByRole('heading', { level: 1, name: 'After the event' }).waitFor()
      await main.getByText('£98 for two years', { exact: false }).waitFor()
    },
  ],
  [
    'Can I use this website with a screen reader? Who do I tell if not?',
    async ({ page, main, footer }) => {
      await footer('Accessibility')
      await page.getByRole('heading', { level: 1, name: 'Accessibility' }).waitFor()
      await main.getByText(/have not tested with NVDA/).waitFor()
      expect(await main.getByRole('link', { name: /@/ }).first().getAttribute('href')).toStartWith('mailto:')
    },
  ],
  [
    'I have a list of forty events. Which of them are accredited?',
    async ({ page, main, footer }) => {
      await footer('Check a certificate')
      await page.getByLabel(/names, numbers or links/i).fill(forty.join('\n'))
      await main.getByRole('button', { name: 'Check the list' }).click()
      const rows = main.getByRole('row')
      await rows.filter({ hasText: suspended.number }).filter({ hasText: 'Suspended' }).first().waitFor()
      expect(await rows.count()).toBe(41)
      expect(await rows.filter({ hasText: 'Accredited' }).count()).toBeGreaterThan(10)
      await main.getByText('Not found').first().waitFor()
      await main.getByRole('link', { name: 'Download as CSV' }).waitFor()
    },
  ],
  [
    'How many were revoked this year?',
    async ({ main, footer }) => {
      await footer('Public log')
      await main.getByText(/revoked in \d{4}: 3/i).waitFor()
    },
  ],
  [
    'You hold my data. I want them removed.',
    async ({ main, footer }) => {
      await footer('Privacy')
      await main.getByRole('heading', { name: /your rights/i }).waitFor()
      await main.getByText(/corrected or erased/i).waitFor()
      expect(await main.getByRole('link', { name: /@/ }).first().getAttribute('href')).toStartWith('mailto:')
    },
  ],
]

/** Presses, and fields that are filled in. */
function countActions(): void {
  let filled: EventTarget | null = null
  const count = ({ type, target }: Event) => {
    const isPressed = target instanceof HTMLInputElement && /checkbox|radio/.test(target.type)
    if (type === 'input' && (isPressed || target === filled)) return
    if (type === 'input') filled = target
    sessionStorage.setItem('actions', String(Number(sessionStorage.getItem('actions')) + 1))
  }
  for (const type of ['click', 'input']) addEventListener(type, count, true)
}

describe.each(['phone', 'desktop'] satisfies Width[])('somebody new, on a %s', (width) => {
  test.each(tasks)('%s', async (_, act) => {
    const { page, problems, close } = await visit(browser, site.origin, { width })
    await page.addInitScript(countActions)
    const began = Date.now()
    await page.goto('/')
    await act({
      page,
      main: page.getByRole('main'),
      footer: (name) => followFooter(page, name),
    })
    expect(Date.now() - began).toBeLessThan(60_000)
    expect(Number(await page.evaluate(() => sessionStorage.getItem('actions')))).toBeLessThanOrEqual(12)
    expect(problems).toEqual([])
    await close()
  })
})
