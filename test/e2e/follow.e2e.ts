import { beforeEach, expect, test } from 'bun:test'
import { emptyTables } from '../empty-tables.ts'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { expectAccessible, expectNoSidewaysScroll, open, picture, visit } from './visit.ts'

const [site, browser] = await Promise.all([siteOfFile(), browserOfFile()])
beforeEach(async () => {
  await emptyTables(site.sql, 'rate_limits')
  await emptyTables(site.sql, 'mails cascade')
})

async function linkMailedTo(email: string): Promise<string> {
  const [mail] = await site.sql`select text_body from mails where to_email = ${email} order by id desc limit 1`
  return String(mail!.text_body).match(/\/follow\/\w+\/[\w-]{43}/)![0]
}

test.each([
  ['on a phone', 'light', true],
  ['on a phone without a script', 'dark', false],
] as const)('following a list of the register %s: asked, confirmed, changed, stopped', async (_, theme, javaScript) => {
  const { page, problems, close } = await visit(browser, site.origin, { width: 'phone', theme, javaScript })
  const go = async (path: string) => void (javaScript ? await open(page, path) : await page.goto(path))
  const check = async (name: string) => {
    if (!javaScript) return
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 700 })
    await expectNoSidewaysScroll(page)
    await picture(page, `follow-${name}-phone-${theme}`)
    await page.setViewportSize({ width: 375, height: 740 })
  }
  await go('/listings?city=Leeds')
  await page.getByRole('link', { name: 'Changes by email' }).click()
  await page.getByRole('heading', { name: 'Follow changes' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Register of accredited events in Leeds' }).waitFor()
  const email = page.getByLabel('Email', { exact: true })
  await email.fill('perpetua@larkmoor')
  await page.getByLabel('Once a week').check()
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await page.getByRole('link', { name: 'Enter an email address, like name@example.com' }).waitFor()
  expect(await email.inputValue()).toBe('perpetua@larkmoor')
  expect(await page.getByLabel('Once a week').isChecked()).toBe(true)
  await check('refused')
  const address = `perpetua-${theme}@larkmoor.example`
  await email.fill(address)
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await page.getByText('Check your email').waitFor()
  await check('asked')

  await go(await linkMailedTo(address))
  await check('confirm')
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await page.getByRole('heading', { name: 'What you follow' }).waitFor()
  await check('mine')
  await page.getByRole('button', { name: /^Change to at once/ }).click()
  await page.getByText('Your change is saved.').waitFor()
  const follows = await site.sql`
    select subject, cadence from follows as w join followers as f on f.id = w.follower_id where email = ${address}`
  expect([...follows]).toEqual([{ subject: 'city=Leeds', cadence: 'at-once' }])
  await page.getByRole('button', { name: 'Stop all emails' }).click()
  await page.getByText('You do not follow anything any more.').waitFor()
  await check('stopped')
  expect(await site.sql`select from followers where email = ${address}`).toHaveLength(0)
  // The browser's own note of the form that was not taken.
  expect(problems.filter((problem) => !problem.includes('422'))).toEqual([])
  await close()
})
