import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { ownershipCookie } from '#requests/ownership.ts'
import { addApplication } from '../add-application.ts'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { waiveIdentityCheck } from '../waive-identity-check.ts'
import { expectAccessible, open, started, type Visit, visit } from './visit.ts'

const site = await siteOfFile()
const browser = await browserOfFile()

async function applicantOf(ids: string[], options: { javaScript?: boolean } = {}): Promise<Visit> {
  const visitor = await visit(browser, site.origin, options)
  const [pair] = ownershipCookie('', ids, site.services).split(';')
  const at = pair!.indexOf('=')
  await visitor.context.addCookies([{ name: pair!.slice(0, at), value: pair!.slice(at + 1), url: site.origin }])
  return visitor
}

/** Opens the review page of an application, signs in there and waits until the page has started: pressed before, the browser would post the form itself. */
async function openReview(page: Page, id: string): Promise<void> {
  await open(page, `${site.origin}/review/${id}`)
  await page.getByLabel('Email').fill(site.admin.email)
  await page.getByLabel('Password').fill(site.admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${site.origin}/review/${id}`)
  await started(page)
}

/** axe runs as a script of the page. */
async function expectAccessibleWith(page: Page, javaScript: boolean): Promise<void> {
  if (javaScript) await expectAccessible(page)
}

/** Presses the one button of the test payment page that pays. */
async function payAtProvider(page: Page): Promise<void> {
  await page.waitForURL(/\/sandbox\/pay\//)
  await page.locator('button[value="pay"]').click()
}

test.each([true, false])('review, approval, payment and register entry (script: %p)', async (javaScript) => {
  const title = `Lantern Walk ${javaScript ? 'with' : 'without'} script`
  const { id, organisationId } = await addApplication(site.sql, { draft: { title } })

  const reviewer = await visit(browser, site.origin, { javaScript })
  const admin = reviewer.page
  await openReview(admin, id)
  await admin.getByRole('heading', { level: 1, name: title }).waitFor()
  await admin.getByRole('button', { name: 'Reject' }).click()
  await admin.getByText('Give the reason for the rejection').waitFor()
  await admin.getByRole('textbox', { name: 'Reason' }).fill('Licence and insurance seen.')
  await admin.getByRole('button', { name: 'Approve' }).click()
  await admin.getByText('Application Approved').first().waitFor()
  await admin.getByText('The user will be redirected to payment.').first().waitFor()
  await admin.getByText('Approved by').waitFor()
  expect(await admin.getByRole('button', { name: 'Approve' }).count()).toBe(0)

  const applicant = await applicantOf([id, organisationId], { javaScript })
  const payer = applicant.page
  await open(payer, `${site.origin}/checkout/listing/${id}`)
  await payer.getByLabel('Promotion code').fill('launch100')
  await payer.getByRole('button', { name: 'Apply' }).click()
  if (javaScript) await payer.getByText('100% discount applied').waitFor()
  await payer.getByRole('button', { name: 'Get Free Listing — £0.00' }).click()
  await payAtProvider(payer)
  // Nothing was paid and nobody knows the domain: a reviewer looks first.
  await payer.getByRole('heading', { name: 'We have your order' }).waitFor()
  await payer.getByText('A reviewer checks that the application is from', { exact: false }).waitFor()
  expect(await payer.getByRole('link', { name: 'Download Certificate' }).count()).toBe(0)

  await open(admin, `${site.origin}/admin/applications`)
  await admin.getByRole('link', { name: 'Identity to confirm' }).click()
  await admin.getByRole('link', { name: title }).waitFor()
  await expectAccessibleWith(admin, javaScript)
  await admin.getByRole('link', { name: title }).click()
  await admin.getByRole('link', { name: 'Confirm the identity' }).click()
  await admin.getByText('One of the proofs below is missing.', { exact: false }).waitFor()
  await expectAccessibleWith(admin, javaScript)
  await admin.getByRole('button', { name: 'Confirm the identity' }).click()
  await admin.getByText('Say how you know').waitFor()
  await admin.getByLabel('Why this application is from the organisation').fill('Called the registered office.')
  await admin.getByRole('button', { name: 'Confirm the identity' }).click()
  await admin.getByRole('button', { name: 'Confirm the identity' }).waitFor({ state: 'detached' })
  await open(admin, `${site.origin}/review/${id}`)
  await admin.getByText('Called the registered office.').first().waitFor()

  await payer.reload()
  await payer.getByRole('heading', { name: 'Congratulations!' }).waitFor()
  const [entry] = await site.sql`select number from register_entries where application_id = ${id}`
  await payer.getByText(entry!.number).waitFor()
  await payer.getByRole('link', { name: 'See your order' }).click()
  await payer.getByRole('heading', { name: 'Order Summary' }).waitFor()
  const [download] = await Promise.all([
    payer.waitForEvent('download'),
    payer.getByRole('link', { name: 'Download Certificate' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`certificate-${entry!.number}.pdf`)
  await reviewer.close()
  await applicant.close()
})

test('a payer whose browser stays is given the address', async () => {
  const { id } = await addApplication(site.sql, { status: 'approved' })
  const applicant = await applicantOf([id])
  const { page } = applicant
  await open(page, `${site.origin}/checkout/listing/${id}`)
  // The browser goes nowhere.
  await page.route('**/sandbox/pay/**', (route) => route.abort('aborted'))
  await page.getByRole('button', { name: /Continue to payment/ }).click()
  await page.getByRole('button', { name: 'Redirecting…' }).waitFor()
  const link = page.getByRole('link', { name: 'Continue to Checkout' })
  await link.waitFor({ timeout: 8_000 })
  expect(await link.getAttribute('href')).toContain('/sandbox/pay/cs_')
  await applicant.close()
})

test('a failing call leads to the fallback page, and a waiting page ends by itself', async () => {
  const { id } = await addApplication(site.sql, { status: 'approved', draft: { title: 'Fallback Fair' } })
  await waiveIdentityCheck(site.sql, id)
  const applicant = await applicantOf([id])
  const { page } = applicant
  await open(page, `${site.origin}/checkout/listing/${id}?coupon=LAUNCH100`)
  await page.route('**/api/stripe/create-listing-session', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('button', { name: /Get Free Listing/ }).click()
  await page.waitForURL(`${site.origin}/checkout/listing/fallback?appId=${id}&coupon=LAUNCH100`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.waitForURL(/\/sandbox\/pay\//)
  const sessionId = page.url().split('/').at(-1)!.split('?')[0]
  const other = await applicant.context.newPage()
  await open(other, `${site.origin}/accreditation/success?session_id=${sessionId}&application_id=${id}`)
  await other.getByRole('heading', { name: 'Confirming your payment' }).waitFor()
  await page.locator('button[value="pay"]').click()
  await other.getByRole('heading', { name: 'Congratulations!' }).waitFor({ timeout: 10_000 })
  await applicant.close()
})

test('an application that is not approved is said so and led away', async () => {
  const { id } = await addApplication(site.sql)
  const applicant = await applicantOf([id])
  const { page } = applicant
  await open(page, `${site.origin}/checkout/listing/${id}`)
  await page.getByText('This application has not been approved yet.').first().waitFor()
  await page.waitForURL(`${site.origin}/apply-accreditation`, { timeout: 10_000 })
  await applicant.close()
})

test('a decision that came too late says so and shows the one that stands', async () => {
  const { id } = await addApplication(site.sql)
  const { page, close } = await visit(browser, site.origin)
  await openReview(page, id)
  await page.getByRole('textbox', { name: 'Reason' }).fill('Licence and insurance seen.')
  await page.route('**/api/admin/approve', (route) => route.abort())
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Failed to update application status').waitFor()
  expect(await page.getByRole('textbox', { name: 'Reason' }).inputValue()).toBe('Licence and insurance seen.')
  await page.unroute('**/api/admin/approve')
  // While it is on its way: the page looks for news by itself, and would take the button away before.
  await page.route('**/api/admin/approve', async (route) => {
    await site.sql`update applications set status = 'rejected' where id = ${id}`
    await route.continue()
  })
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('This application has been decided already.').waitFor()
  await page.getByText('Rejected', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Approve' }).waitFor({ state: 'detached' })
  expect(await page.getByLabel('Your reason').inputValue()).toBe('Licence and insurance seen.')
  await close()
})

test('a button of the review page that is pressed while another is being sent is sent after it', async () => {
  const { id } = await addApplication(site.sql)
  const { page, close } = await visit(browser, site.origin)
  await openReview(page, id)
  const arrives = Promise.withResolvers<void>()
  await page.route(`**/review/${id}*`, async (route) => {
    if (route.request().method() === 'POST') await arrives.promise
    await route.continue()
  })
  await page.getByRole('textbox', { name: 'Note' }).fill('Rang the venue: the hall is theirs.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByRole('textbox', { name: 'Reason' }).fill('Licence and insurance seen.')
  await page.getByRole('button', { name: 'Approve' }).click()
  arrives.resolve()
  await page.getByText('Application Approved').first().waitFor()
  const stored = await site.sql<{ status: string; notes: number }[]>`
    select status, (select count(*)::int from application_remarks where application_id = a.id and kind = 'note') as notes
    from applications as a where id = ${id}`
  expect([...stored]).toEqual([{ status: 'approved', notes: 1 }])
  await close()
})
