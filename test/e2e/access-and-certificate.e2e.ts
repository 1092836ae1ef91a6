import { expect, test } from 'bun:test'
import { createAccessLink } from '#features/applications/access/server/create-access-link.ts'
import { addApplication } from '../add-application.ts'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { expectAccessible, expectNoSidewaysScroll, open, picture, visit } from './visit.ts'

const [site, browser] = await Promise.all([siteOfFile(), browserOfFile()])

test('from the checkout on another device to the mailed link and back to the payment', async () => {
  const { id } = await addApplication(site.sql, { status: 'approved' })
  const { page, problems, close } = await visit(browser, site.origin, { width: 'phone', theme: 'light' })
  await open(page, `/checkout/listing/${id}`)
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await page.getByRole('heading', { level: 1, name: 'Check your email' }).waitFor()
  await expectAccessible(page)
  await picture(page, 'access-sent-phone')
  const [mail] = await site.sql`
    select text_body from mails where kind = 'access-link' order by created_at desc limit 1`
  await open(page, new URL(mail!.text_body.match(/http\S+\/access\/\S+/)![0]).pathname)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await picture(page, 'access-link-phone')
  await page.getByRole('button', { name: 'Continue to your application' }).dblclick()
  await page.waitForURL(`**/my-applications/${id}`)
  await page.getByRole('main').locator(`a[href="/checkout/listing/${id}"]`).first().click()
  await page.waitForURL(`**/checkout/listing/${id}`)
  await page.getByRole('button', { name: /Continue to payment/ }).waitFor()
  expect(problems).toEqual([])
  await close()
})

test('a used link offers another one', async () => {
  const { id, email } = await addApplication(site.sql, { status: 'approved' })
  const path = await createAccessLink(site.sql, { applicationId: id, email, now: new Date() })
  await site.sql`update access_links set used_at = now()`
  const { page, close } = await visit(browser, site.origin, { width: 'desktop', theme: 'dark' })
  await open(page, path)
  await page.getByRole('heading', { level: 1, name: 'This link has been used' }).waitFor()
  await expectAccessible(page)
  await picture(page, 'access-used-desktop-dark')
  await page.getByRole('button', { name: 'Email me a new link' }).click()
  await page.getByRole('heading', { level: 1, name: 'Check your email' }).waitFor()
  await close()
})

test('a certificate number, typed as it comes, leads to its status and its PDF', async () => {
  const [entry] = await site.sql`
    select number, title from register_entries where register_status(status, valid_until) = 'active' order by number limit 1`
  const { page, problems, close } = await visit(browser, site.origin, { width: 'phone', theme: 'light' })
  await open(page, '/verify')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await picture(page, 'verify-phone')
  await page.getByLabel('Certificate number').fill(entry!.number.toLowerCase().replaceAll('-', ' '))
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.waitForURL(`**/verify/${entry!.number}`)
  await page.getByText(/^Currently accredited: .* Valid until .* Register looked up just now\./).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await picture(page, 'verification-phone')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download Certificate' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`certificate-${entry!.number}.pdf`)
  expect(problems).toEqual([])
  await close()
})

test('what does not stand says so in either theme', async () => {
  const [entry] = await site.sql`select number from register_entries where status = 'revoked' limit 1`
  const { page, problems, close } = await visit(browser, site.origin, { width: 'desktop', theme: 'dark' })
  await open(page, `/verify/${entry!.number}`)
  await page.getByText(/^Revoked on \d+ \w+ \d{4}\. Not accredited\./).waitFor()
  await expectAccessible(page)
  await picture(page, 'verification-revoked-desktop-dark')
  expect(problems).toEqual([])
  await close()
})
