import { expect, test } from 'bun:test'
import { createAccessLink } from '#features/applications/access/server/create-access-link.ts'
import { addApplication } from '../add-application.ts'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { expectAccessible, expectNoSidewaysScroll, open, picture, visit, type Width } from './visit.ts'

const [site, browser] = await Promise.all([siteOfFile({ demoData: false }), browserOfFile()])

test.each([
  ['phone', true],
  ['desktop', false],
] as [Width, boolean][])(
  'an applicant sees what is waited for, corrects the application and withdraws it: %s, script %p',
  async (width, javaScript) => {
    const { id, email, reference } = await addApplication(site.sql, { submittedAt: new Date().toISOString() })
    const { page, problems, close } = await visit(browser, site.origin, { width, javaScript })
    const link = await createAccessLink(site.sql, { applicationId: id, email, now: new Date() })
    await open(page, link)
    await page.getByRole('button', { name: 'Continue to your application' }).click()
    await page.waitForURL(`**/my-applications/${id}`)
    await page.getByText('within 4 office hours').waitFor()
    if (javaScript) await expectAccessible(page)
    if (width === 'phone') await page.setViewportSize({ width: 320, height: 800 })
    await expectNoSidewaysScroll(page)
    await picture(page, `own-application-${width}`)

    await page.getByRole('link', { name: 'Correct the application' }).click()
    await page.waitForURL('**/change')
    if (javaScript) await open(page, `/my-applications/${id}/change`)
    await page.getByLabel('Event title').fill('')
    await page.getByRole('button', { name: 'Save the correction' }).click()
    await page.getByRole('link', { name: 'Event title is required' }).waitFor()
    if (javaScript) await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByLabel('Event title').fill('Harbour Lights at Easter')
    await page.getByRole('button', { name: 'Save the correction' }).click()
    await page.getByText('Your correction has been saved.').waitFor()
    await page.getByText('Event title: “Harbour Lights Festival” → “Harbour Lights at Easter”').waitFor()
    await picture(page, `own-application-changed-${width}`)

    await page.getByRole('link', { name: 'Withdraw it' }).click()
    await page.getByText('Withdraw this application?').waitFor()
    await page.getByLabel('Reason').fill('The hall is no longer ours.')
    await page.getByRole('button', { name: 'Withdraw the application' }).click()
    await page.getByText('Your application has been withdrawn.').waitFor()
    expect(await page.getByRole('link', { name: 'Correct the application' }).count()).toBe(0)
    await picture(page, `own-application-withdrawn-${width}`)
    // Without a script the server says what is wrong with the form, and the browser notes its status.
    expect(problems.filter((problem) => javaScript || !problem.includes('status of 422'))).toEqual([])
    await close()

    const stranger = await visit(browser, site.origin, { width, javaScript })
    await open(stranger.page, `/my-applications/${id}`)
    await stranger.page.getByText('Only the applicant can see this page').waitFor()
    expect(await stranger.page.getByText(reference).count()).toBe(0)
    await stranger.close()
  },
)

test('an application that is still being written opens at the step that it was left at', async () => {
  const { page, problems, close } = await visit(browser, site.origin, { width: 'phone' })
  await open(page, '/apply-accreditation')
  await page.getByLabel('Organisation name').fill('Fern Gate Fairs')
  await page.getByLabel('Contact name').fill('Odo Quill')
  await page.getByLabel('Email', { exact: true }).fill('odo@ferngate.example')
  await page.getByLabel('Phone number').fill('0161 496 0178')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('Step 2 of 4').waitFor()
  for (const again of [() => page.reload(), () => page.goto('/apply-accreditation')]) {
    await again()
    await page.getByText('Step 2 of 4').waitFor()
    await page.getByText('25% complete').waitFor()
  }
  expect(problems).toEqual([])
  await close()
})
