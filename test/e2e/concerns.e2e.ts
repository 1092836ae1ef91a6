import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { addEntry, addPerson, linkInMail } from '#features/concerns/cases-fixture.ts'
import { ownershipCookie } from '#requests/ownership.ts'
import { addApplication } from '../add-application.ts'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { expectAccessible, expectNoSidewaysScroll, open, picture, type Visit, visit } from './visit.ts'

const [site, browser] = await Promise.all([siteOfFile({ demoData: false }), browserOfFile()])

/** A visitor with these cookies: of the admin area, or of an application's own browser. */
async function visitAs(cookie: string, options: Parameters<typeof visit>[2] = {}): Promise<Visit> {
  const visitor = await visit(browser, site.origin, options)
  await visitor.context.addCookies(
    cookie.split('; ').map((pair) => {
      const [name, ...value] = pair.split('=')
      return { name: name!, value: value.join('='), url: site.origin }
    }),
  )
  return visitor
}

/** Both widths, as far as a page has to hold them. */
async function expectFits(page: Page, name: string): Promise<void> {
  await expectAccessible(page)
  await picture(page, name)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 900 })
}

test('a concern is reported from an entry without a script, answered by the organiser, upheld, and stands on the entry', async () => {
  const entry = await addEntry(site)
  const reporter = await visit(browser, site.origin, { width: 'phone', javaScript: false })
  await open(reporter.page, `/events/${entry.slug}`)
  await reporter.page.getByRole('link', { name: 'Report a concern about this event' }).click()
  await reporter.page.getByText(`Lantern Fair, entry ${entry.number}`).waitFor()
  await picture(reporter.page, 'concerns-form-phone')
  await reporter.page.getByRole('button', { name: 'Send report' }).click()
  await reporter.page.getByRole('heading', { name: 'There is a problem' }).waitFor()
  await picture(reporter.page, 'concerns-form-wrong-phone')
  await reporter.page.getByRole('group', { name: 'Is anyone in danger now?' }).getByLabel('No').check()
  await reporter.page.getByLabel('Safety or safeguarding').check()
  await reporter.page.getByLabel('What happened?').fill('Both fire doors were chained until midnight.')
  await reporter.page.getByLabel('Your email address').fill('wilma@thistle.example')
  await reporter.page.getByRole('button', { name: 'Send report' }).click()
  await reporter.page.getByText('We have your report', { exact: true }).waitFor()
  const reference = (await reporter.page.getByRole('heading', { level: 1 }).textContent())!
  await picture(reporter.page, 'concern-status-phone')
  await expectNoSidewaysScroll(reporter.page)
  expect(await linkInMail(site, 'concern-received', 'wilma@thistle.example')).toBe(
    new URL(reporter.page.url()).pathname,
  )

  const staff = await visitAs((await addPerson(site, 'Dora Desk', ['concerns'])).cookie)
  await open(staff.page, '/admin/concerns')
  await expectFits(staff.page, 'admin-concerns')
  await staff.page.getByRole('link', { name: reference }).click()
  await staff.page.getByRole('button', { name: 'Start this case' }).click()
  await staff.page.getByText('You are now working on this case').waitFor()
  await staff.page.getByLabel('Your question to the organiser').fill('Were any exits locked on the day?')
  await staff.page.getByRole('button', { name: 'Ask the organiser' }).click()
  await staff.page.getByText('The organiser was asked', { exact: true }).waitFor()

  const organiser = await visit(browser, site.origin, { theme: 'dark' })
  await open(organiser.page, await linkInMail(site, 'concern-question', 'ivo@lantern.example'))
  await organiser.page.getByLabel('Your answer to us').fill('Yes, for an hour. The steward has left us.')
  await organiser.page.getByLabel('Your reply for the public').fill('The doors have new locks now.')
  await expectFits(organiser.page, 'concern-reply-dark')
  await organiser.page.getByRole('button', { name: 'Send answer' }).click()
  await organiser.page.getByRole('heading', { name: 'We have your answer' }).waitFor()

  await staff.page.reload()
  await staff.page.getByText('The steward has left us.').first().waitFor()
  await expectFits(staff.page, 'admin-concern')
  await staff.page.getByRole('group', { name: 'How does the case end?' }).getByLabel('Uphold', { exact: true }).check()
  await staff.page.getByLabel('Reasons').fill('The organiser confirms it.')
  await staff.page.getByLabel('Note on the entry’s page').fill('Two exits were locked for an hour.')
  await staff.page.getByRole('button', { name: 'End this case' }).click()
  await staff.page.getByText('The case has ended').waitFor()

  await open(organiser.page, `/events/${entry.slug}`)
  await organiser.page.getByText('Two exits were locked for an hour.').waitFor()
  await organiser.page.getByText('The doors have new locks now.').waitFor()
  await expectFits(organiser.page, 'event-with-upheld-concern-dark')
  await reporter.page.reload()
  await reporter.page.getByText('The organiser confirms it.').waitFor()
  expect(
    [...staff.problems, ...organiser.problems, ...reporter.problems].filter((each) => !each.includes('422')),
  ).toEqual([])
  await Promise.all([staff, organiser, reporter].map(({ close }) => close()))
})

test('an applicant appeals against a rejection, and somebody who had no part in it hears the appeal', async () => {
  const decider = await addPerson(site, 'Rita Reviewer', ['reviewer', 'concerns'])
  const { id } = await addApplication(site.sql, { status: 'rejected' })
  await site.sql`
    insert into application_decisions (application_id, decision, decided_by, decided_by_name, reason)
    values (${id}, 'rejected', ${decider.id}, 'Rita Reviewer', 'The site plan is missing.')`
  const own = ownershipCookie('', [id], site.services).split(';')[0]!
  const applicant = await visitAs(own, { width: 'phone' })
  await open(applicant.page, '/my-applications')
  await applicant.page.getByRole('link', { name: 'Appeal against a decision' }).click()
  await applicant.page.getByLabel('Why is the decision wrong?').fill('The plan was in the second document.')
  await expectAccessible(applicant.page)
  await picture(applicant.page, 'appeal-form-phone')
  await applicant.page.getByRole('button', { name: 'Send appeal' }).click()
  await applicant.page.getByText('We have your appeal', { exact: true }).waitFor()
  await expectNoSidewaysScroll(applicant.page)
  await picture(applicant.page, 'appeal-sent-phone')

  const first = await visitAs(decider.cookie)
  await open(first.page, '/admin/appeals')
  await expectFits(first.page, 'admin-appeals')
  await first.page.getByRole('link', { name: /^APL-/ }).click()
  await first.page.getByText('Someone else must hear this appeal').waitFor()
  expect(await first.page.getByRole('button', { name: 'Hear this appeal' }).count()).toBe(0)

  const other = await visitAs((await addPerson(site, 'Edda Editor', ['editor'])).cookie, { theme: 'dark' })
  await open(other.page, new URL(first.page.url()).pathname)
  await other.page.getByRole('button', { name: 'Hear this appeal' }).click()
  await other.page.getByText('You are now hearing this appeal').waitFor()
  await expectFits(other.page, 'admin-appeal-dark')
  await other.page.getByLabel('Uphold the appeal').check()
  await other.page.getByLabel('Reasons').fill('The plan was there.')
  await other.page.getByRole('button', { name: 'End this appeal' }).click()
  await other.page.getByText('The appeal has ended').waitFor()
  await applicant.page.reload()
  await applicant.page.getByText('The application is under review again.').waitFor()
  const [row] = await site.sql`select status from applications where id = ${id}`
  expect(row!.status).toBe('submitted')
  expect([...applicant.problems, ...first.problems, ...other.problems]).toEqual([])
  await Promise.all([applicant, first, other].map(({ close }) => close()))
})
