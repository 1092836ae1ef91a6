import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { confirmAddressInBrowser } from '../confirm-address.ts'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { expectAccessible, expectNoSidewaysScroll, open, type Visit, visit } from './visit.ts'

// The main job of the whole product, as three people do it: a visitor looks for an event, an organiser applies, an admin
// approves, the organiser pays and confirms the address, and the visitor finds the event in the register.

const [site, browser] = await Promise.all([siteOfFile(), browserOfFile()])

describe.each(['phone', 'desktop'] as const)('on a %s', (width) => {
  // Unlike each other: a search that finds nothing shows what it comes close to.
  const title = { phone: 'Harrowgate Lantern Walk', desktop: 'Quillon Orchard Regatta' }[width]

  test('an organiser applies, is approved, pays, and stands in the public register', async () => {
    const [visitor, organiser, admin] = await Promise.all([1, 2, 3].map(() => visit(browser, site.origin, { width })))
    await searchRegister(visitor!.page, title)
    await visitor!.page.getByText('No events found').waitFor()

    const applicationId = await apply(organiser!.page, title)
    await signIn(admin!.page)
    await approve(admin!.page, applicationId, title)

    await payForListing(organiser!.page, applicationId)
    await confirmAndCongratulate(organiser!, emailOf(title))
    await open(organiser!.page, `/funnel/success/${applicationId}`)
    const summary = organiser!.page.getByRole('main')
    await summary.getByText('Annual Listing').first().waitFor()
    await summary.getByText('Total Investment').waitFor()
    expect(await summary.textContent()).toContain('£49.00')

    await searchRegister(visitor!.page, title)
    await visitor!.page.getByText('1 event found').waitFor()
    await visitor!.page.getByRole('main').getByRole('link', { name: title, exact: false }).first().click()
    await visitor!.page.getByRole('heading', { level: 1, name: title }).waitFor()
    await visitor!.page.getByText('Currently accredited: ', { exact: false }).first().waitFor()

    const [order] = await site.sql`select status, amount_pence from orders where application_id = ${applicationId}`
    expect(order).toEqual({ status: 'paid', amount_pence: 4900 })
    await expectNoProblems(visitor!, organiser!, admin!)
  })
})

test('a declined payment publishes nothing, and the second attempt pays the same order', async () => {
  const organiser = await visit(browser, site.origin)
  const { page } = organiser
  const applicationId = await apply(page, 'Second Attempt Fair')
  await site.sql`update applications set status = 'approved' where id = ${applicationId}`
  await open(page, `/checkout/listing/${applicationId}`)
  await payButton(page).click()
  await page.getByRole('button', { name: /Decline/ }).click()
  await page.getByRole('button', { name: /^(Pay|Start)/ }).waitFor()
  expect(await site.sql`select 1 from register_entries where application_id = ${applicationId}`).toHaveLength(0)
  await page.getByRole('button', { name: /^(Pay|Start)/ }).click()
  await page.waitForURL('**/accreditation/success?**')
  await confirmAndCongratulate(organiser, emailOf('Second Attempt Fair'))
  const orders = await site.sql`select status from orders where application_id = ${applicationId}`
  expect(orders.map((order) => order.status)).toEqual(['paid'])
  await expectNoProblems(organiser)
})

test('without JavaScript the register is searched, filtered, paged and read', async () => {
  const { page, close } = await visit(browser, site.origin, { width: 'phone', javaScript: false })
  await open(page, '/listings')
  const all = Number((await page.getByText(/events? found/).textContent())!.match(/\d+/)![0])
  expect(all).toBeGreaterThan(24)
  await page.getByRole('link', { name: /next/i }).click()
  expect(page.url()).toContain('page=2')
  await open(page, '/listings')
  const word = (await page.getByRole('main').getByRole('listitem').getByRole('heading').first().textContent())!.split(
    ' ',
  )[0]!
  await page.getByRole('main').getByRole('searchbox').fill(word)
  await page.getByRole('main').getByRole('searchbox').press('Enter')
  await page.waitForURL(`**/listings?q=${word}**`)
  expect(await page.getByText(/events? found/).textContent()).not.toContain(`${all} `)
  await open(page, '/database')
  await page.getByText(/Showing \d/).waitFor()
  await open(page, '/events')
  await page.getByRole('link', { name: 'sports', exact: false }).first().click()
  expect(page.url()).toContain('category=sports')
  await close()
})

async function searchRegister(page: Page, words: string): Promise<void> {
  await open(page, '/listings')
  const field = page.getByRole('main').getByLabel('Search by title or venue')
  await field.fill(words)
  await field.press('Enter')
  await page.waitForURL('**/listings?q=**')
}

/** Fills the wizard for an organisation without a company number, so that a person has to review it. */
async function apply(page: Page, title: string): Promise<string> {
  await open(page, '/apply-accreditation')
  await page.getByLabel('Organisation name').fill('Lanternfold Collective')
  await page.getByLabel('Contact name').fill('Wilhelmina Sparrow')
  await page.getByLabel('Email', { exact: true }).fill(emailOf(title))
  await page.getByLabel('Phone number').fill('0161 496 0188')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('Step 2 of 4').waitFor()
  await page.getByLabel('Event title').fill(title)
  await page.getByLabel('Event category').selectOption('Community & Social')
  await page.getByRole('radio', { name: 'Public' }).check()
  await page.getByLabel('Event date').fill('2027-11-05')
  await page.getByRole('textbox', { name: 'Venue' }).fill('Harrow Green')
  await page.getByLabel('City (optional)').fill('Leeds')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('Step 3 of 4').waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('Step 4 of 4').waitFor()
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/api/applications')),
    page.getByRole('button', { name: 'Submit Application' }).click(),
  ])
  const { id, status } = (await answer.json()) as { id: string; status: string }
  expect(status).toBe('submitted')
  await page.getByRole('heading', { name: 'Thank You' }).waitFor()
  await page.waitForURL('**/pre-approved')
  return id
}

async function signIn(page: Page): Promise<void> {
  await open(page, '/admin/sign-in')
  await page.getByLabel('Email').fill(site.admin.email)
  await page.getByLabel('Password').fill(site.admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/admin')
}

async function approve(page: Page, applicationId: string, title: string): Promise<void> {
  await open(page, `/review/${applicationId}`)
  await page.getByText(title).first().waitFor()
  await page.getByLabel('Reason', { exact: true }).fill('Licence and insurance seen.')
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Application Approved').first().waitFor()
  await page.getByRole('button', { name: 'Approve' }).waitFor({ state: 'detached' })
}

async function payForListing(page: Page, applicationId: string): Promise<void> {
  await open(page, `/checkout/listing/${applicationId}`)
  await payButton(page).click()
  await page.getByText('no money moves', { exact: false }).first().waitFor()
  await page.getByRole('button', { name: 'Pay £49.00' }).click()
  await page.waitForURL('**/accreditation/success?**')
}

const emailOf = (title: string) => `${title.toLowerCase().replaceAll(' ', '-')}@lanternfold.example`

/** Paid and not published: the page says so until the organiser has opened the mail, and then by itself. */
async function confirmAndCongratulate({ page, context }: Visit, email: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'We have your order' }).waitFor()
  const main = page.getByRole('main')
  expect(await main.textContent()).not.toContain('is accredited')
  await main.getByText(email).waitFor()
  await main.getByRole('link', { name: 'look in the mailbox' }).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await main.getByRole('button', { name: 'Send the email again' }).click()
  await main.getByText('We have sent the email again.', { exact: false }).waitFor()
  const tab = await context.newPage()
  await confirmAddressInBrowser(tab, site.sql, email)
  await expectAccessible(tab)
  await tab.close()
  await page.reload()
  await page.getByRole('heading', { name: /Congratulations/ }).waitFor()
}

/** The button that leads to the payment page. */
function payButton(page: Page) {
  return page.getByRole('main').getByRole('button', { name: /^Continue to payment/ })
}

async function expectNoProblems(...visits: Visit[]): Promise<void> {
  for (const { problems, close } of visits) {
    expect(problems).toEqual([])
    await close()
  }
}
