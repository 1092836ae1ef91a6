import { expect, test } from 'bun:test'
import type { BrowserContext, Page } from 'playwright'
import { ownershipCookie } from '#requests/ownership.ts'
import { type AddedApplication, addApplication } from '../add-application.ts'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { expectAccessible, expectNoSidewaysScroll, open, picture, visit } from './visit.ts'

const [site, browser] = await Promise.all([siteOfFile({ demoData: false }), browserOfFile({ looks: true })])

async function own(context: BrowserContext, application: AddedApplication): Promise<string> {
  const [pair] = ownershipCookie('', [application.id], site.services).split(';')
  const [name, ...value] = pair!.split('=')
  await context.addCookies([{ name: name!, value: value.join('='), url: site.origin }])
  return `/evidence/${application.id}`
}

function pdf(name: string, bytes = 2000) {
  const buffer = Buffer.alloc(bytes, '%')
  buffer.write(
    '%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\n',
  )
  buffer.write('\ntrailer<</Root 1 0 R>>\n%%EOF\n', bytes - 40)
  return { name, mimeType: 'application/pdf', buffer }
}

const row = (page: Page, id: string) => page.locator(`li#${id}`)
const choose = (page: Page, id: string) => row(page, id).locator('input[name=file]')
const upload = (page: Page, id: string) => row(page, id).getByRole('button', { name: /^Upload/ })
const isLoaded = (page: Page) => page.locator('input[name=file][multiple]').first().waitFor()
const sent = (application: AddedApplication, criterion: string) => site.sql<{ name: string; bytes: number }[]>`
  select name, bytes from evidence_files where application_id = ${application.id} and criterion_id = ${criterion} order by name`

test('on a phone: several files, the camera, the last day, and what is refused before it is sent', async () => {
  const application = await addApplication(site.sql)
  const { page, context, problems, close } = await visit(browser, site.origin, { width: 'phone', theme: 'dark' })
  await context.addInitScript(() => {
    const real = window.matchMedia.bind(window)
    // The headless browser has a mouse.
    window.matchMedia = (query) => real(query === '(pointer: coarse)' ? 'all' : query)
  })
  await open(page, await own(context, application))
  await isLoaded(page)
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 740 })
  await expectNoSidewaysScroll(page)
  await picture(page, 'evidence-phone-dark')

  await choose(page, 'event-plan').setInputFiles([pdf('Wrong.pdf')])
  await row(page, 'event-plan').getByRole('button', { name: 'Do not send: Wrong.pdf' }).click()
  expect(await choose(page, 'event-plan').inputValue()).toBe('')
  await choose(page, 'event-plan').setInputFiles([pdf('Plan.pdf', 1_500_000), pdf('Timetable.pdf')])
  await row(page, 'event-plan').getByText('Plan.pdf, 1.4 MB').waitFor()
  await upload(page, 'event-plan').click()
  await row(page, 'event-plan').getByText('sent on').nth(1).waitFor()
  expect(await sent(application, 'event-plan')).toMatchObject([
    { name: 'Plan.pdf', bytes: 1_500_000 },
    { name: 'Timetable.pdf' },
  ])
  expect((await page.getByRole('status').allTextContents()).join()).toMatch(/(Plan|Timetable).pdf has been sent\./)

  const photo = { ...pdf('IMG_1.jpg'), mimeType: 'image/jpeg' }
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    row(page, 'site-plan')
      .getByRole('button', { name: /^Take a photo/ })
      .click(),
  ])
  await chooser.setFiles(photo)
  await row(page, 'site-plan').getByText('Received', { exact: true }).first().waitFor()

  const insurance = row(page, 'public-liability')
  await choose(page, 'public-liability').setInputFiles([pdf('Insurance.pdf')])
  await upload(page, 'public-liability').click()
  await insurance.getByText('Give the last day of the document').waitFor()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('date-public-liability')
  await insurance.getByLabel('Last day of the document').fill('2031-01-31')
  await upload(page, 'public-liability').click()
  await insurance.getByText('Valid until 31 January 2031').waitFor()

  await row(page, 'event-plan').getByRole('button', { name: 'Remove: Plan.pdf' }).click()
  await row(page, 'event-plan').getByText('Plan.pdf').waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('event-plan-name')

  await choose(page, 'waste-plan').setInputFiles([
    { name: 'virus.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
    pdf('Large.pdf', 20 * 1024 * 1024 + 1),
  ])
  await upload(page, 'waste-plan').click()
  await row(page, 'waste-plan').getByText('Not sent. We take PDF').waitFor()
  await row(page, 'waste-plan').getByText('Not sent. The file is larger than 20 MB').waitFor()
  expect(await page.getByRole('status').allTextContents()).toContain(
    'virus.exe was not sent. We take PDF, Word (.docx), Excel (.xlsx), JPEG, PNG and HEIC files only. Large.pdf was not sent. The file is larger than 20 MB. Make it smaller, or split it in two.',
  )
  await expectAccessible(page)
  await picture(page, 'evidence-files-phone-dark')
  expect(await sent(application, 'waste-plan')).toHaveLength(0)
  expect(problems).toEqual([])
  await close()
})

test('an upload survives a lost connection and sends no piece twice; a page that is left gives it up', async () => {
  const application = await addApplication(site.sql)
  const { page, context, close } = await visit(browser, site.origin)
  const pieces: string[] = []
  let held = Promise.withResolvers<void>()
  let heldPosition = '1'
  await context.route('**/pieces/*', async (route) => {
    const position = route.request().url().split('/').at(-1)!
    if (position === heldPosition) await held.promise
    const answer = await route.continue().then(
      () => true,
      () => false,
    )
    if (answer) pieces.push(position)
  })
  const path = await own(context, application)
  await open(page, path)
  await isLoaded(page)
  const file = pdf('Risks.pdf', 4.5 * 1024 * 1024)
  const target = row(page, 'risk-assessment')
  const data = await page.evaluateHandle((content) => {
    const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
    const transfer = new DataTransfer()
    transfer.items.add(new File([bytes], 'Risks.pdf', { type: 'application/pdf' }))
    return transfer
  }, file.buffer.toString('base64'))
  await target.locator('form').first().dispatchEvent('dragover', { dataTransfer: data })
  await target.locator('form').first().dispatchEvent('drop', { dataTransfer: data })
  await target.getByText('Sending: 22%').waitFor()

  await context.setOffline(true)
  held.resolve()
  await target.getByText('Offline at 22%. Sending continues when you are connected again').waitFor()
  heldPosition = '3'
  held = Promise.withResolvers()
  await context.setOffline(false)
  await target.getByText('Sending: 66%').waitFor()

  // The page asks for its list once the file has arrived; without an answer it asks again.
  let lost = 0
  await page.route(`**${path}`, (route) =>
    route.request().headers().accept === 'application/json' && lost++ === 0 ? route.abort() : route.fallback(),
  )
  held.resolve()
  await row(page, 'risk-assessment').getByText('Received', { exact: true }).first().waitFor()
  expect(await sent(application, 'risk-assessment')).toMatchObject([{ name: 'Risks.pdf', bytes: file.buffer.length }])
  expect(pieces.filter((position) => position === '0')).toHaveLength(1)
  expect(lost).toBeGreaterThan(1)
  await page.reload()
  await isLoaded(page)
  expect(await page.getByText('Sending:').count()).toBe(0)
  expect(await target.getByText('sent on').isVisible()).toBe(false)
  await target.getByText('Risks.pdf').first().click()
  expect(await target.getByText('sent on').isVisible()).toBe(true)

  heldPosition = '1'
  held = Promise.withResolvers()
  await choose(page, 'crowd-plan').setInputFiles([pdf('Crowd.pdf', 3_000_000)])
  await upload(page, 'crowd-plan').click()
  await row(page, 'crowd-plan').getByText('Sending: 34%').waitFor()
  await row(page, 'crowd-plan')
    .getByRole('button', { name: /^Cancel/ })
    .click()
  await row(page, 'crowd-plan').getByText('Crowd.pdf').waitFor({ state: 'detached' })
  const unfinished = () =>
    site.sql`select from evidence_uploads where application_id = ${application.id} and finished_at is null`
  const areGone = async () => {
    for (let tries = 0; (await unfinished()).length > 0 && tries < 50; tries++) await Bun.sleep(100)
    expect(await unfinished()).toHaveLength(0)
  }
  await areGone()

  await choose(page, 'crowd-plan').setInputFiles([pdf('Crowd.pdf', 3_000_000)])
  await upload(page, 'crowd-plan').click()
  await row(page, 'crowd-plan').getByText('Sending: 34%').waitFor()
  await page.reload()
  await isLoaded(page)
  expect(await page.getByText('Crowd.pdf').count()).toBe(0)
  await areGone()
  held.resolve()
  await close()
})

test('the answer to a form is shown though a document arrives while it is on its way', async () => {
  const application = await addApplication(site.sql)
  const { page, context, problems, close } = await visit(browser, site.origin)
  const path = await own(context, application)
  await open(page, path)
  await isLoaded(page)
  const held = Promise.withResolvers<void>()
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() === 'POST') await held.promise
    await route.fallback()
  })
  const noise = row(page, 'noise-plan')
  await noise.getByText('This does not apply to us').click()
  await noise.getByLabel('Why it does not apply').fill('Everybody wears headphones.')
  const posted = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith(path))
  await noise.getByRole('button', { name: /^Say that this does not apply/ }).click()
  await posted
  await choose(page, 'site-plan').setInputFiles([pdf('Site.pdf')])
  await upload(page, 'site-plan').click()
  while (!(await sent(application, 'site-plan')).length) await Bun.sleep(50)
  // Long enough for a page that does not wait: it would find the document checked, and not look again.
  await page.waitForTimeout(4000)
  held.resolve()
  await noise.getByText('Does not apply', { exact: true }).waitFor()
  await row(page, 'site-plan').getByText('Received', { exact: true }).first().waitFor()
  expect(problems).toEqual([])
  await close()
})

test('without a script: what does not apply is said, and a document is sent and removed', async () => {
  const application = await addApplication(site.sql)
  const { page, context, close } = await visit(browser, site.origin, { javaScript: false })
  await open(page, await own(context, application))
  const noise = row(page, 'noise-plan')
  await noise.getByText('This does not apply to us').click()
  await noise.getByRole('button', { name: /^Say that this does not apply/ }).click()
  await page.getByRole('heading', { name: 'There is a problem' }).waitFor()
  await noise.getByLabel('Why it does not apply').fill('Everybody wears headphones.')
  await noise.getByRole('button', { name: /^Say that this does not apply/ }).click()
  await noise.getByText('Does not apply', { exact: true }).waitFor()
  await choose(page, 'site-plan').setInputFiles([pdf('Site.pdf')])
  await upload(page, 'site-plan').click()
  await page.getByText('We have your document').waitFor()
  await row(page, 'site-plan').getByText('Site.pdf').first().click()
  await row(page, 'site-plan').getByRole('button', { name: 'Remove: Site.pdf' }).click()
  await row(page, 'site-plan').getByText('Not sent yet', { exact: true }).waitFor()
  await picture(page, 'evidence-desktop')
  await close()
})
