import { expect, test } from 'bun:test'
import { createAccessLink } from '#features/applications/access/server/create-access-link.ts'
import { addApplication } from '../add-application.ts'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { expectAccessible, expectNoSidewaysScroll, followFooter, open, picture, visit, type Width } from './visit.ts'

const [site, browser] = await Promise.all([siteOfFile({ demoData: false }), browserOfFile()])

test.each([
  ['phone', true],
  ['desktop', true],
  ['phone', false],
] as [Width, boolean][])(
  'a link by mail brings an application to a browser, which lets go of it again: %s, script %p',
  async (width, javaScript) => {
    const approved = await addApplication(site.sql, { status: 'approved' })
    const waiting = await addApplication(site.sql, {
      // Nobody's browser knows where to break such a name.
      draft: { title: `A Lantern Walk through ${'Llanfair'.repeat(10)}` },
    })
    const { page, problems, close } = await visit(browser, site.origin, { width, javaScript })
    await open(page, '/my-applications')
    await page.getByText('There are no applications in this browser.').waitFor()
    if (javaScript) await expectAccessible(page)

    for (const { id, email } of [approved, waiting]) {
      await open(page, await createAccessLink(site.sql, { applicationId: id, email, now: new Date() }))
      await page.getByRole('button', { name: 'Continue to your application' }).click()
      await page.waitForURL((url) => !url.pathname.startsWith('/access'))
    }
    await followFooter(page, 'My applications')
    await page.getByRole('heading', { name: 'My applications', level: 1 }).waitFor()
    const list = page.getByRole('main').getByRole('listitem')
    expect(await list.count()).toBe(2)
    if (javaScript) await expectAccessible(page)
    await page.setViewportSize({ width: width === 'phone' ? 320 : 1280, height: 800 })
    await expectNoSidewaysScroll(page)
    await picture(page, `my-applications-${width}`)
    await list.filter({ hasText: approved.reference }).getByRole('link', { name: 'Publish the listing' }).click()
    await page.waitForURL(`**/checkout/listing/${approved.id}`)

    await open(page, '/my-applications')
    await page.getByRole('button', { name: 'Sign out of my applications' }).click()
    await page.getByText('You have signed out of your applications in this browser.').waitFor()
    expect(await list.count()).toBe(0)
    expect(problems).toEqual([])
    await close()
  },
)
