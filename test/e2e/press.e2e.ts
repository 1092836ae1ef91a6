import { beforeEach, expect, test } from 'bun:test'
import { emptyTables } from '../empty-tables.ts'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { expectAccessible, expectNoSidewaysScroll, open, picture, visit } from './visit.ts'

const [site, browser] = await Promise.all([siteOfFile({ demoData: false }), browserOfFile()])
beforeEach(async () => {
  await emptyTables(site.sql, 'rate_limits')
  await emptyTables(site.sql, 'mails cascade')
})

async function linkMailedTo(email: string, folder: string): Promise<string> {
  const [mail] = await site.sql`select text_body from mails where to_email = ${email} order by id desc limit 1`
  return String(mail!.text_body).match(new RegExp(`/press/${folder}/[\\w-]{43}`))![0]
}

test.each([
  ['phone', 'light'],
  ['desktop', 'dark'],
] as const)('subscribing on a %s in the %s theme: asked, confirmed, unsubscribed', async (width, theme) => {
  const { page, problems, close } = await visit(browser, site.origin, { width, theme })
  const check = async (name: string) => {
    await expectAccessible(page)
    if (width === 'desktop') await picture(page, `press-${name}-${width}-${theme}`)
    else {
      await page.setViewportSize({ width: 320, height: 700 })
      await expectNoSidewaysScroll(page)
      await picture(page, `press-${name}-${width}-${theme}`)
    }
  }
  await open(page, '/press')
  const subscribe = page.getByRole('button', { name: 'Subscribe' })
  await subscribe.click()
  await page.getByRole('link', { name: 'Enter your email address' }).waitFor()
  await page.getByLabel('Email', { exact: true }).fill('perpetua@larkmoor')
  await subscribe.click()
  await page.getByRole('link', { name: 'Enter an email address, like name@example.com' }).waitFor()
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('perpetua@larkmoor')
  await check('refused')

  const email = `perpetua-${width}@larkmoor.example`
  await page.getByLabel('Email', { exact: true }).fill(email)
  await subscribe.dblclick()
  await page.getByText('Check your email').waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Check your email')
  expect(await subscribe.count()).toBe(0)
  await check('asked')
  expect(await site.sql`select 1 from mails where to_email = ${email}`).toHaveLength(1)

  await open(page, await linkMailedTo(email, 'confirm'))
  await check('confirm')
  await page.getByRole('button', { name: 'Confirm the subscription' }).click()
  await page.getByRole('heading', { name: 'You are subscribed' }).waitFor()
  await check('subscribed')

  await open(page, await linkMailedTo(email, 'unsubscribe'))
  await check('unsubscribe')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await page.getByRole('heading', { name: 'You are not subscribed' }).waitFor()
  await check('unsubscribed')
  expect(problems).toEqual([])
  await close()
})

test('says what went wrong when the request cannot be sent, and keeps the address', async () => {
  const { page, close } = await visit(browser, site.origin)
  await page.route('**/api/press-subscriptions', (route) => route.abort())
  await open(page, '/press')
  await page.getByLabel('Email', { exact: true }).fill('perpetua@larkmoor.example')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByText('The request could not be sent. Please try again.').waitFor()
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('perpetua@larkmoor.example')
  await close()
})

test('works without a script, from the form to the end of the subscription', async () => {
  const { page, close } = await visit(browser, site.origin, { javaScript: false, width: 'phone' })
  await open(page, '/press')
  await page.getByLabel('Email', { exact: true }).fill('half@larkmoor')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByRole('link', { name: 'Enter an email address, like name@example.com' }).waitFor()
  await page.getByLabel('Email', { exact: true }).fill('idris@fernwhistle.example')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.waitForURL('**/press?asked=1#subscribe')
  expect(await page.getByText('Check your email').isVisible()).toBe(true)
  await open(page, await linkMailedTo('idris@fernwhistle.example', 'confirm'))
  await page.getByRole('button', { name: 'Confirm the subscription' }).click()
  await page.getByRole('heading', { name: 'You are subscribed' }).waitFor()
  await open(page, await linkMailedTo('idris@fernwhistle.example', 'unsubscribe'))
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await page.getByRole('heading', { name: 'You are not subscribed' }).waitFor()
  await close()
})

test.each(['/about#standards', '/press#media-assets', '/press#subscribe'])('%s lands on its heading', async (path) => {
  const { page, problems, close } = await visit(browser, site.origin, { width: 'phone' })
  const top = () =>
    page.evaluate(() => document.querySelector(location.hash)!.querySelector('h2')!.getBoundingClientRect().top)
  await open(page, path)
  const heading = await top()
  expect(heading).toBeGreaterThanOrEqual(0)
  expect(heading).toBeLessThan(400)
  expect(problems).toEqual([])
  await close()
})
