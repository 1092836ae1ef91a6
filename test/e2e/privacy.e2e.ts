import { expect, test } from 'bun:test'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { expectAccessible, expectNoSidewaysScroll, followFooter, open, picture, signIn, visit } from './visit.ts'

const [site, browser] = await Promise.all([siteOfFile({ demoData: false }), browserOfFile()])

test('somebody complains without a script, is answered by the admin area, and is erased when they ask', async () => {
  const visitor = await visit(browser, site.origin, { width: 'phone', javaScript: false })
  await open(visitor.page, '/')
  await followFooter(visitor.page, 'Complaints')
  await visitor.page.getByRole('button', { name: 'Send complaint' }).click()
  await visitor.page.getByText('Choose what it is about').first().waitFor()
  await visitor.page.getByLabel('What is it about?').selectOption({ label: 'An accredited event' })
  await visitor.page.getByLabel('What happened').fill('The lanterns were not lit.')
  await visitor.page.getByLabel('Your name').fill('Odo Fern')
  await visitor.page.getByLabel('Your email address').fill('odo@fern.example')
  await visitor.page.getByRole('button', { name: 'Send complaint' }).click()
  await visitor.page.getByText('We have your complaint').waitFor()
  const reference = (await visitor.page.getByText(/^C-[\dA-Y]{6}$/).textContent())!
  await visitor.close()

  const admin = await visit(browser, site.origin)
  await signIn(admin.page, site)
  await open(admin.page, '/admin/complaints')
  await expectAccessible(admin.page)
  await admin.page.getByRole('link', { name: reference }).click()
  await admin.page.getByText('The lanterns were not lit.').waitFor()
  await admin.page.getByLabel('Not upheld').check()
  await admin.page.getByLabel('What we found and what we will do').fill('They were lit at nine.')
  await expectAccessible(admin.page)
  await picture(admin.page, 'admin-complaint')
  await admin.page.getByRole('button', { name: 'Send the answer and close' }).click()
  await admin.page.getByText('Closed, and the answer is being sent').waitFor()

  await open(admin.page, '/admin/privacy')
  await admin.page.getByLabel('Email address of the person').fill('Odo@fern.example')
  await admin.page.getByRole('button', { name: 'Look up' }).click()
  await admin.page.getByRole('heading', { name: 'Data about odo@fern.example' }).waitFor()
  const [download] = await Promise.all([
    admin.page.waitForEvent('download'),
    admin.page.getByRole('button', { name: 'Download everything as a file' }).click(),
  ])
  const file = JSON.parse(await Bun.file(await download.path()).text()) as { held: { complaints: unknown[] } }
  expect(file.held.complaints).toHaveLength(1)
  await admin.page.getByRole('button', { name: 'Erase' }).click()
  await admin.page.getByText('Tick the box: this cannot be undone').first().waitFor()
  await expectAccessible(admin.page)
  await admin.page.getByLabel('Reason').fill('They asked for it')
  await admin.page.getByLabel('I have sent them their data').check()
  await admin.page.getByRole('button', { name: 'Erase' }).click()
  await admin.page.getByRole('heading', { name: 'Report of the erasure' }).waitFor()
  await admin.page.getByText('Closed complaints').waitFor()
  await admin.page.getByText('Nothing.').waitFor()
  await expectAccessible(admin.page)
  await picture(admin.page, 'admin-privacy')
  expect(admin.page.url()).toEndWith('/admin/privacy')
  await admin.page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(admin.page)
  expect(admin.problems.filter((problem) => !problem.includes('422'))).toEqual([])
  await admin.close()
})

test('the pages about privacy, cookies and complaints are accessible in both themes and fit 320 px', async () => {
  for (const theme of ['light', 'dark'] as const) {
    const { page, problems, close } = await visit(browser, site.origin, { theme })
    for (const path of ['/privacy', '/cookies', '/complaints']) {
      await page.setViewportSize({ width: 1280, height: 900 })
      await open(page, path)
      await expectAccessible(page)
      await picture(page, `${path.slice(1)}-${theme}`)
      await page.setViewportSize({ width: 320, height: 700 })
      await expectNoSidewaysScroll(page)
    }
    expect(problems).toEqual([])
    await close()
  }
})

test('a visitor is told what is held, and nobody is remembered for reading', async () => {
  const { page, context, close } = await visit(browser, site.origin)
  await open(page, '/privacy')
  await page.getByRole('main').getByRole('link', { name: 'cookies' }).click()
  await page.getByRole('heading', { name: 'Cookies', level: 1 }).waitFor()
  expect(await context.cookies()).toEqual([])
  await close()
})
