import { beforeEach, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { launchBrowser } from '../browser.ts'
import { emptyTables } from '../empty-tables.ts'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { expectAccessible, expectNoSidewaysScroll, open, picture, started, visit } from './visit.ts'

const [site, browser] = await Promise.all([siteOfFile({ demoData: false }), browserOfFile()])
beforeEach(async () => {
  await emptyTables(site.sql, 'application_drafts, access_links, mails, mail_attachments, rate_limits')
})

const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click()
const previous = (page: Page) => page.getByRole('button', { name: 'Previous' }).click()
const saved = (page: Page) => page.getByText('Your answers are saved.').waitFor()
const versions = (page: Page) => page.getByRole('alert').filter({ hasText: 'There are two versions of your answers' })
const name = (page: Page) => page.getByLabel('Organisation name')
const stored = async () => {
  const rows = await site.sql<{ answers: Record<string, string> }[]>`select answers from application_drafts`
  expect(rows.length).toBe(1)
  return rows[0]!.answers
}

async function fillOrganisation(page: Page) {
  await name(page).fill('Fern Gate Fairs')
  await page.getByLabel('Contact name').fill('Odo Quill')
  await page.getByLabel('Email', { exact: true }).fill('odo@ferngate.example')
  await page.getByLabel('Phone number').fill('0161 496 0178')
}

/** The application, typed as far as its last step. */
async function fillToReview(page: Page) {
  await fillOrganisation(page)
  await next(page)
  await page.getByLabel('Event title').fill('Fern Fair')
  await page.getByLabel('Event category').selectOption('Other')
  await page.getByRole('radio', { name: 'Private' }).check()
  await next(page)
  await page.getByText('Step 3 of 4').waitFor()
  await next(page)
  await page.getByText('Step 4 of 4').waitFor()
}

/** The link of the last mail. */
async function mailedLink(): Promise<string> {
  const [mail] = await site.sql`select text_body from mails where kind = 'draft-link' order by id desc limit 1`
  return mail!.text_body.match(/\/access\/[\w-]{43}/)![0]
}

test('what is begun in one browser goes on in a second one, and is sent from there once', async () => {
  const here = await visit(browser, site.origin, { width: 'phone', theme: 'light' })
  await open(here.page, '/apply-accreditation?coupon=LAUNCH100')
  await name(here.page).fill('Fern Gate')
  await here.page.getByText('Your answers are saved on this device.').waitFor()
  expect((await site.sql`select from application_drafts`).length).toBe(0)
  await fillOrganisation(here.page)
  await saved(here.page)
  await next(here.page)
  await here.page.getByLabel('Event title').fill('Fern Fair')
  await saved(here.page)
  expect(await stored()).toMatchObject({ name: 'Fern Gate Fairs', title: 'Fern Fair', couponCode: 'LAUNCH100' })
  await expectAccessible(here.page)
  await expectNoSidewaysScroll(here.page)
  await picture(here.page, 'draft-saved-phone')
  await here.page.getByRole('button', { name: 'Continue on another device' }).click()
  await here.page.locator('.toast').getByText('We have sent the link').waitFor()

  const there = await visit(browser, site.origin, { width: 'desktop', theme: 'light' })
  await open(there.page, await mailedLink())
  await expectAccessible(there.page)
  await picture(there.page, 'draft-link-phone')
  await there.page.getByRole('button', { name: 'Continue to your application' }).click()
  await there.page.waitForURL('**/apply-accreditation?continue=1')
  await started(there.page)
  await saved(there.page)
  // It opens at the step that was left, with those before it as they were.
  expect(await there.page.getByLabel('Event title').inputValue()).toBe('Fern Fair')
  await previous(there.page)
  expect(await name(there.page).inputValue()).toBe('Fern Gate Fairs')
  await next(there.page)
  expect(await there.page.getByLabel('Event title').inputValue()).toBe('Fern Fair')
  await there.page.getByLabel('Event category').selectOption('Other')
  await there.page.getByRole('radio', { name: 'Private' }).check()
  await next(there.page)
  await there.page.getByText('Step 3 of 4').waitFor()
  await next(there.page)
  await there.page.getByText('LAUNCH100').waitFor()
  await there.page.getByRole('button', { name: 'Submit Application' }).click()
  await there.page.getByRole('heading', { name: 'Thank You' }).waitFor()
  expect((await site.sql`select from application_drafts`).length).toBe(0)
  const sent = await site.sql`
    select a.coupon_code from applications a join organisations o on o.id = a.organisation_id
    where o.email = 'odo@ferngate.example'`
  expect(sent.map(({ coupon_code }) => coupon_code)).toEqual(['LAUNCH100'])
  await site.sql`update organisations set email = 'sent@ferngate.example'`
  expect([...here.problems, ...there.problems]).toEqual([])
  await Promise.all([here.close(), there.close()])
})

test('who goes back after sending finds what was sent, and nothing to send', async () => {
  const { page, problems, close } = await visit(browser, site.origin, { width: 'phone' })
  await open(page, '/apply-accreditation')
  await fillToReview(page)
  const submit = page.getByRole('button', { name: 'Submit Application' })
  await submit.click()
  await page.waitForURL('**/pre-approved')
  for (const come of [() => page.goBack(), () => page.reload()]) {
    await come()
    await page.getByRole('heading', { name: 'Application Submitted' }).waitFor()
    expect(await submit.count()).toBe(0)
  }
  expect(await page.getByRole('link', { name: 'Go to your application' }).count()).toBe(1)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Start another application' }).click()
  await page.getByText('Step 1 of 4').waitFor()
  expect(await name(page).inputValue()).toBe('')
  await site.sql`update organisations set email = 'back@ferngate.example'`
  expect(problems).toEqual([])
  await close()
})

test('without a script, too, who goes back after sending finds what was sent, and nothing to send', async () => {
  const { page, problems, close } = await visit(browser, site.origin, { width: 'phone', javaScript: false })
  await page.goto('/apply-accreditation')
  await fillToReview(page)
  const submit = page.getByRole('button', { name: 'Submit Application' })
  await submit.click()
  await page.waitForURL('**/pre-approved?*')
  // The browser asks first whether the form is to be sent again; a reload says yes.
  await page.goBack().catch(() => {})
  await page.locator('body').waitFor({ state: 'attached' })
  await page.reload()
  await page.getByRole('heading', { name: 'Application Submitted' }).waitFor()
  expect(await submit.count()).toBe(0)
  expect((await site.sql`select from application_drafts`).length).toBe(0)
  await page.getByRole('link', { name: 'Go to your application' }).click()
  await page.getByText('Fern Fair').first().waitFor()
  // Steps that were opened by their address have no answers: nothing can be sent from them.
  await page.goto('/apply-accreditation?step=compliance')
  await next(page)
  await page.getByText('Step 1 of 4').waitFor()
  expect(await submit.count()).toBe(0)
  await page.goto('/apply-accreditation?step=review')
  // Playwright passes over the texts of `noscript`.
  expect(await page.locator('main noscript').last().textContent()).toContain('Your answers are not on this page')
  await site.sql`update organisations set email = 'no-script@ferngate.example'`
  expect(problems.filter((problem) => !problem.includes('422'))).toEqual([])
  await close()
})

test('a page that the browser has kept is no second way to send the same answers', async () => {
  const keeping = await launchBrowser({ looks: true, ignoreDefaultArgs: ['--disable-back-forward-cache'] })
  const { page, problems, close } = await visit(keeping, site.origin)
  await open(page, '/apply-accreditation')
  await fillToReview(page)
  await page.evaluate(() =>
    window.addEventListener('pageshow', ({ persisted }) =>
      sessionStorage.setItem('is-brought-back', String(persisted)),
    ),
  )
  await page.goto('/about')
  await page.goto('/apply-accreditation?step=review')
  await page.getByText('Fern Fair').waitFor()
  const submit = page.getByRole('button', { name: 'Submit Application' })
  await submit.click()
  await page.waitForURL('**/pre-approved')
  // Past the page that has sent them, to the one that was kept.
  await page.evaluate(() => history.go(-3))
  await page.getByRole('heading', { name: 'Application Submitted' }).waitFor()
  expect(await page.evaluate(() => sessionStorage.getItem('is-brought-back'))).toBe('true')
  expect(await submit.count()).toBe(0)
  await site.sql`update organisations set email = 'kept@ferngate.example'`
  expect(problems).toEqual([])
  await close()
  await keeping.close()
})

test('two devices: the later one is told, sees what differs, and chooses', async () => {
  const here = await visit(browser, site.origin, { width: 'desktop', theme: 'dark' })
  await open(here.page, '/apply-accreditation')
  await fillOrganisation(here.page)
  await saved(here.page)
  await here.page.getByRole('button', { name: 'Continue on another device' }).click()
  await here.page.locator('.toast').getByText('We have sent the link').waitFor()
  const there = await visit(browser, site.origin, { width: 'desktop', theme: 'dark' })
  await open(there.page, await mailedLink())
  await there.page.getByRole('button', { name: 'Continue to your application' }).click()
  await saved(there.page)
  await started(there.page)
  await previous(there.page)
  await name(there.page).fill('Typed there')
  while ((await stored()).name !== 'Typed there') await Bun.sleep(50)

  await name(here.page).fill('Typed here')
  await versions(here.page).getByText('On this page: Typed here').waitFor()
  await versions(here.page).getByText('Other version: Typed there').waitFor()
  await expectAccessible(here.page)
  await expectNoSidewaysScroll(here.page)
  await picture(here.page, 'draft-versions-desktop')
  // Typing goes on being kept meanwhile, over a reload too, and writes over nothing.
  await name(here.page).fill('Typed here, and more')
  await here.page.reload()
  await versions(here.page).getByText('On this page: Typed here, and more').waitFor()
  expect((await stored()).name).toBe('Typed there')
  await here.page.getByRole('button', { name: 'Keep the answers on this page' }).click()
  await versions(here.page).waitFor({ state: 'detached' })
  await saved(here.page)
  expect((await stored()).name).toBe('Typed here, and more')

  await name(there.page).fill('Typed there again')
  await versions(there.page).waitFor()
  await there.page.getByRole('button', { name: 'Use the other answers' }).click()
  await versions(there.page).waitFor({ state: 'detached' })
  expect(await name(there.page).inputValue()).toBe('Typed here, and more')
  expect((await stored()).name).toBe('Typed here, and more')
  await Promise.all([here.close(), there.close()])
})

test('two tabs do not write over each other, with an email address or without', async () => {
  for (const email of ['', 'odo@ferngate.example']) {
    const { page: first, context, problems, close } = await visit(browser, site.origin)
    await open(first, '/apply-accreditation')
    await first.getByLabel('Email', { exact: true }).fill(email)
    await name(first).fill('Fern')
    if (email) await saved(first)
    const second = await context.newPage()
    await open(second, '/apply-accreditation')
    await second.waitForFunction(() => document.querySelector<HTMLInputElement>('#name')?.value === 'Fern')
    await name(second).fill('Fern Gate')
    await versions(first).getByText('Other version: Fern Gate').waitFor()
    await name(first).fill('Fern Meadow')
    expect(await second.evaluate(() => localStorage.getItem('application-draft'))).toContain('Fern Gate')
    await first.getByRole('button', { name: 'Keep the answers on this page' }).click()
    await versions(second).getByText('Other version: Fern Meadow').waitFor()
    await second.getByRole('button', { name: 'Use the other answers' }).click()
    await versions(second).waitFor({ state: 'detached' })
    expect(await name(second).inputValue()).toBe('Fern Meadow')
    expect(await versions(first).count()).toBe(0)
    if (email) {
      await saved(first)
      expect((await stored()).name).toBe('Fern Meadow')
    }
    // What a tab has typed without knowing of the other is refused, and told, and lost nowhere.
    expect(problems.filter((problem) => !problem.includes('409'))).toEqual([])
    await close()
    await site.sql`delete from application_drafts`
  }
})

test('a server that cannot be reached costs no word, and is tried again', async () => {
  const { page, close } = await visit(browser, site.origin, { width: 'phone' })
  await open(page, '/apply-accreditation')
  await page.route('**/api/application-draft', (route) => route.abort())
  await fillOrganisation(page)
  await page.getByText('We cannot reach our server').waitFor()
  await picture(page, 'draft-unreachable-phone')
  await page.reload()
  await started(page)
  expect(await name(page).inputValue()).toBe('Fern Gate Fairs')
  await page.unroute('**/api/application-draft')
  await name(page).fill('Fern Gate Fairs Ltd')
  await saved(page)
  expect((await stored()).name).toBe('Fern Gate Fairs Ltd')
  await close()
})

test('the last words before the page is left are saved with it', async () => {
  const { page, context, close } = await visit(browser, site.origin)
  await open(page, '/apply-accreditation')
  await fillOrganisation(page)
  await saved(page)
  await name(page).fill('The last words')
  await open(page, '/about')
  await page.evaluate(() => localStorage.removeItem('application-draft'))
  const again = await context.newPage()
  await open(again, '/apply-accreditation')
  await again.waitForFunction(() => document.querySelector<HTMLInputElement>('#name')?.value === 'The last words')
  await close()
})

test('a page that comes back before its last words have arrived is not refused for them', async () => {
  const { page, problems, close } = await visit(browser, site.origin)
  await open(page, '/apply-accreditation')
  await fillOrganisation(page)
  // The first question after the reload is answered as if nothing had arrived yet.
  let asked = 0
  await page.route('**/api/application-draft', async (route) => {
    if (route.request().method() === 'GET' && ++asked === 1) return await route.fulfill({ json: { saved: null } })
    await route.continue()
  })
  await page.reload()
  await started(page)
  await page.getByLabel('Phone number').fill('0161 496 0179')
  await saved(page)
  await page.waitForFunction(() => !localStorage.getItem('application-draft')?.includes('"isAhead":true'))
  expect((await stored()).phone).toBe('0161 496 0179')
  expect(asked).toBe(2)
  expect(problems).toEqual([])
  await close()
})

test('without a script the link brings the answers along, and each post is saved', async () => {
  const here = await visit(browser, site.origin, { width: 'phone', javaScript: false })
  await open(here.page, '/apply-accreditation')
  await fillOrganisation(here.page)
  await next(here.page)
  await here.page.getByText('Your answers are saved.').waitFor()
  await here.page.getByLabel('Event title').fill('Fern Fair')
  await here.page.getByRole('button', { name: 'Continue on another device' }).click()
  await here.page.getByText('We have sent the link').waitFor()
  expect(await here.page.getByLabel('Event title').inputValue()).toBe('Fern Fair')
  const there = await visit(browser, site.origin, { width: 'phone', javaScript: false })
  await open(there.page, await mailedLink())
  await there.page.getByRole('button', { name: 'Continue to your application' }).click()
  await previous(there.page)
  expect(await name(there.page).inputValue()).toBe('Fern Gate Fairs')
  await name(there.page).fill('Fern Gate Fairs Ltd')
  await next(there.page)
  expect(await there.page.getByLabel('Event title').inputValue()).toBe('Fern Fair')
  await next(here.page)
  // Playwright passes over the texts of `noscript`, whether or not scripts run.
  const warning = here.page.locator('noscript [role=alert]')
  expect(await warning.textContent()).toContain('There are two versions of your answers')
  await here.page.getByText('Nothing is saved until you choose').waitFor()
  await expectNoSidewaysScroll(here.page)
  await picture(here.page, 'draft-versions-noscript-phone')
  await warning.locator('a').click()
  await previous(here.page)
  expect(await name(here.page).inputValue()).toBe('Fern Gate Fairs Ltd')
  await Promise.all([here.close(), there.close()])
})

test('the answers can be deleted, here and on the server, after a question', async () => {
  const { page, problems, close } = await visit(browser, site.origin, { width: 'phone' })
  await open(page, '/apply-accreditation')
  await fillOrganisation(page)
  await saved(page)
  await next(page)
  await page.getByLabel('Event title').fill('Fern Fair')
  await page.getByRole('button', { name: 'Delete these answers' }).click()
  await page.getByText('Delete all of these answers?').waitFor()
  await expectAccessible(page)
  await picture(page, 'draft-delete-phone')
  await page.getByRole('button', { name: 'Keep them' }).click()
  expect(await page.getByLabel('Event title').inputValue()).toBe('Fern Fair')
  await page.getByRole('button', { name: 'Delete these answers' }).click()
  await page.getByRole('button', { name: 'Delete the answers' }).click()
  await page.locator('.toast').getByText('Your answers are deleted').waitFor()
  await page.getByText('Step 1 of 4').waitFor()
  expect(await name(page).inputValue()).toBe('')
  await page.reload()
  await started(page)
  expect(await name(page).inputValue()).toBe('')
  expect(await page.evaluate(() => localStorage.getItem('application-draft'))).toBeNull()
  expect((await site.sql`select from application_drafts`).length).toBe(0)
  expect(problems).toEqual([])
  await close()
})
