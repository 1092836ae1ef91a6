import { beforeAll, expect, test } from 'bun:test'
import { createAccessLink } from '#features/applications/access/server/create-access-link.ts'
import { applicationApprovedMail, applicationReceivedMail } from '#features/applications/mails.ts'
import { organisationSchema } from '#features/applications/schema.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { addApplication } from '../add-application.ts'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { expectAccessible, expectNoSidewaysScroll, followMenu, open, picture, signIn, visit } from './visit.ts'

let applicationId: string
const [site, browser] = await Promise.all([siteOfFile({ demoData: false }), browserOfFile()])
beforeAll(async () => {
  const { id, reference } = await addApplication(site.sql, { status: 'approved' })
  applicationId = id
  const organisation = organisationSchema.assert({
    name: 'Harbour Lights Festival Ltd',
    contactName: 'Robin Example',
    email: 'robin@harbour.example',
    phone: '0161 496 0199',
    website: 'https://harbour.example/',
    companyNo: '99000001',
  })
  const event = {
    title: 'Harbour Lights Festival',
    eventType: 'physical' as const,
    category: 'Other' as const,
    date: '2027-08-21',
    venue: 'Old Harbour',
    address: '1 Quay Street',
    city: 'Whitby',
    county: 'North Yorkshire',
    postcode: 'YO21 1ZZ',
    onlineUrl: '',
    url: '',
    capacity: 1200,
    description: 'Two evenings of music.\nAnd light on the water.',
  }
  const { brand } = site.services
  const { contactName, email } = organisation
  const link = await createAccessLink(site.sql, { applicationId: id, email, now: new Date() })
  const received = applicationReceivedMail({ applicationId: id, reference, organisation, event }, link, brand)
  const approved = applicationApprovedMail(
    { applicationId: id, decision: 'registry', reference, title: event.title, contactName, email },
    link,
    brand,
  )
  const content = new TextEncoder().encode('BEGIN:VCALENDAR')
  const attachments = [{ name: 'call.ics', contentType: 'text/calendar', method: 'REQUEST' as const, content }]
  await site.sql.begin(async (transaction) => {
    await queueMail(transaction, received, site.services)
    await queueMail(transaction, { ...approved, attachments }, site.services)
  })
  // The queue keeps them in its own time.
  const waiting = async () => (await site.sql`select from mails where state = 'waiting'`).length
  for (let attempt = 0; attempt < 300 && (await waiting()) > 0; attempt++) await Bun.sleep(100)
})

test('from the admin area to a mail: both parts are shown, its link leads on, its file is downloaded', async () => {
  const { page, context, problems, close } = await visit(browser, site.origin)
  await signIn(page, site)
  await open(page, '/admin')
  await followMenu(page, 'Site', 'Mailbox')
  await page.waitForURL('**/admin/mailbox')
  await page.getByRole('heading', { level: 1, name: 'Mailbox' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Kept' }).click()
  await page.waitForURL('**/admin/mailbox?state=kept')
  await page.getByRole('link', { name: /has been approved/ }).click()
  await page.getByRole('heading', { level: 1, name: /has been approved/ }).waitFor()
  await expectAccessible(page)

  const part = page.frameLocator('iframe')
  await part.getByText('Your application for Harbour Lights Festival has been approved.').waitFor()
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    part.getByRole('link', { name: 'Complete your listing' }).click(),
  ])
  await opened.waitForURL('**/access/*')
  await opened.getByRole('button', { name: 'Continue to your application' }).click()
  await opened.waitForURL(`**/my-applications/${applicationId}`)
  await opened.close()

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'call.ics' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('call.ics')
  expect(problems).toEqual([])
  await close()
})

for (const width of ['phone', 'desktop'] as const) {
  for (const theme of ['light', 'dark'] as const) {
    test(`mailbox and mail on a ${width}, ${theme}`, async () => {
      const { page, problems, close } = await visit(browser, site.origin, { width })
      await signIn(page, site)
      await open(page, '/admin')
      // Within this window only: the frame of a mail has no storage, and reads the reader's own preference.
      await page.evaluate((chosen) => localStorage.setItem('theme', chosen), theme)
      await page.emulateMedia({ colorScheme: theme })
      await open(page, '/admin/mailbox')
      await expectNoSidewaysScroll(page)
      await picture(page, `mailbox-${width}-${theme}`)
      await page.getByRole('link', { name: /We have your application/ }).click()
      await page.frameLocator('iframe').getByText('Thank you for applying').waitFor()
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
      // Browsers paint a frame when it comes into view.
      await page.locator('iframe').scrollIntoViewIfNeeded()
      await picture(page, `mail-${width}-${theme}`)
      expect(problems).toEqual([])
      await close()
    })
  }
}
