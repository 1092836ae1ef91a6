import { expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { followExpiry } from '#features/assessments/evidence/server/expiry/follow-expiry.ts'
import { jpegWithPlace } from '#features/assessments/files/server/kinds/pictures-fixture.ts'
import { addPerson, linkInMail } from '#features/concerns/cases-fixture.ts'
import { confirmAddressInBrowser } from '../confirm-address.ts'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { expectAccessible, expectNoSidewaysScroll, open, picture, type Visit, visit } from './visit.ts'

setDefaultTimeout(120_000)

/** A second try goes on in the same database, where the address of the first is confirmed. */
let tries = 0
let email = ''
const day = 86_400_000
let clock = new Date()
const [site, browser] = await Promise.all([siteOfFile({ demoData: false, now: () => clock }), browserOfFile()])

const dayIn = (days: number) => new Date(clock.getTime() + days * day).toISOString().slice(0, 10)
const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click()
const row = (page: Page, criterion: string) => page.locator(`#${criterion}`)

/** Somebody of the admin area at a page. */
async function staff(name: string, role: Parameters<typeof addPerson>[2][0], path: string): Promise<Visit> {
  const { cookie } = await addPerson(site, name, [role])
  const visited = await visit(browser, site.origin)
  await visited.context.addCookies(
    cookie.split('; ').map((pair) => {
      const [key, ...value] = pair.split('=')
      return { name: key!, value: value.join('='), url: site.origin }
    }),
  )
  await open(visited.page, path)
  return visited
}

async function apply(page: Page): Promise<string> {
  await open(page, '/apply-accreditation')
  const search = page.getByRole('combobox', { name: 'Find your company' })
  await search.fill('larkmoor')
  await search.press('Enter')
  await page.getByRole('option').first().click()
  await page.getByText('is filled in').waitFor()
  await page.getByLabel('Contact name').fill('Perpetua Inkwell')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Phone number').fill('0161 496 0177')
  await next(page)
  await page.getByText('Step 2 of 4').waitFor()
  await page.getByLabel('Event title').fill('Bobbin Fair')
  await page.getByLabel('Event category').selectOption('Community & Social')
  await page.getByRole('radio', { name: 'Public' }).check()
  await page.getByLabel('Event date').fill(dayIn(200 + tries))
  await page.getByRole('textbox', { name: 'Venue' }).fill('The Bobbin Hall')
  await page.getByRole('combobox', { name: 'Find the address' }).pressSequentially('bobbin hall')
  await page.getByRole('option', { name: /The Bobbin Hall/ }).click()
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#city')?.value === 'Manchester')
  await next(page)
  await page.getByText('Step 3 of 4').waitFor()
  await next(page)
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await page.waitForURL('**/pre-approved')
  await page.getByText('Your application is approved', { exact: true }).waitFor()
  const [application] = await site.sql`
    select a.id from applications a join organisations o on o.id = a.organisation_id where o.email = ${email}`
  return application!.id as string
}

async function send(page: Page, criterion: string, name: string, lastDay?: string): Promise<void> {
  const place = row(page, criterion)
  const another = place.getByText(/^Send (another|a) document$/)
  if (await another.count()) await another.click()
  if (lastDay) await place.getByLabel('Last day of the document').fill(lastDay)
  await place
    .locator('input[name=file]')
    .setInputFiles({ name, mimeType: 'image/jpeg', buffer: Buffer.from(jpegWithPlace) })
  await place.getByRole('button', { name: /^Upload/ }).click()
  await place.getByRole('link', { name, exact: true }).waitFor()
}

const declare = (page: Page) => page.getByRole('button', { name: 'I have no conflict of interest' }).click()

/** Accepts the documents of a criterion that is open, by the key for it. */
async function accept(page: Page, criterion: string): Promise<void> {
  const shown = row(page, criterion)
    .getByAltText(/page 1 of 1$/)
    .first()
  await shown.waitFor()
  await page.waitForFunction((image) => (image as HTMLImageElement).naturalWidth > 0, await shown.elementHandle())
  for (;;) {
    await page.keyboard.press('p')
    const isSeen = row(page, criterion).getByText('All of it was on the screen.')
    if (
      await isSeen.waitFor({ timeout: 2000 }).then(
        () => true,
        () => false,
      )
    )
      break
  }
  await page.keyboard.press('a')
  await row(page, criterion).waitFor({ state: 'detached' })
}

test('from the application to the appeal and the concern: what is asked, sent, judged, published, run out and heard', async () => {
  email = `perpetua-${++tries}@larkmoor.example`
  const phone = await visit(browser, site.origin, { width: 'phone' })
  const id = await apply(phone.page)
  await confirmAddressInBrowser(phone.page, site.sql, email)
  await open(phone.page, `/checkout/listing/${id}`)
  await phone.page.getByRole('button', { name: /Continue to payment/ }).click()
  await phone.page.waitForURL(/\/sandbox\/pay\//)
  await phone.page.locator('button[value="pay"]').click()
  await phone.page.getByRole('heading', { name: 'Congratulations!' }).waitFor()
  const [entry] = await site.sql`select slug, number from register_entries where application_id = ${id}`
  const event = `/events/${entry!.slug}`

  // Sent from a phone.
  await open(phone.page, `/evidence/${id}`)
  await phone.page.locator('input[name=file][multiple]').first().waitFor()
  const documents = { 'risk-assessment': 'Risks.jpg', 'safeguarding-policy': 'Policy.jpg' }
  for (const [criterion, name] of Object.entries(documents)) await send(phone.page, criterion, name)
  await send(phone.page, 'public-liability', 'Insurance.jpg', dayIn(40))
  await expectNoSidewaysScroll(phone.page)
  await picture(phone.page, 'journey-evidence-phone')

  // An assessor looks at a document beside its verdict, and asks for more.
  const [assessment] = await site.sql`select id from assessments where application_id = ${id}`
  const assessmentPage = `/admin/assessments/${assessment!.id}`
  const ann = await staff('Ann Assessor', 'reviewer', assessmentPage)
  const criterionPage = (criterion: string) => `${assessmentPage}?criterion=${criterion}`
  await declare(ann.page)
  await ann.page.waitForURL('**criterion=**')
  await open(ann.page, criterionPage('risk-assessment'))
  const shown = row(ann.page, 'risk-assessment').getByAltText('Risks.jpg, page 1 of 1')
  await shown.waitFor()
  await ann.page.waitForFunction((image) => (image as HTMLImageElement).naturalWidth > 0, await shown.elementHandle())
  await picture(ann.page, 'journey-assessment')
  await expectAccessible(ann.page)
  await row(ann.page, 'risk-assessment').getByText('Mark the evidence only').click()
  await row(ann.page, 'risk-assessment').getByRole('radio', { name: 'More needed' }).check()
  await ann.page.locator('#risk-assessment-stateReason').fill('It is not signed.')
  await ann.page.getByRole('button', { name: 'Mark the evidence' }).click()
  await ann.page.getByText('The evidence is marked').waitFor()
  await open(ann.page, assessmentPage)
  await ann.page.getByText('Ask the applicant for more').click()
  await ann.page.getByRole('button', { name: 'Ask for more' }).click()
  await ann.page.getByText('The applicant was asked for more').waitFor()
  expect(await linkInMail(site, 'evidence-wanted', email)).toContain(`/evidence/${id}`)

  // Answered.
  await open(phone.page, `/evidence/${id}`)
  await phone.page.getByText('It is not signed.').waitFor()
  await phone.page.locator('input[name=file][multiple]').first().waitFor()
  await send(phone.page, 'risk-assessment', 'Signed.jpg')

  // Judged, proposed by one and decided by another, with a condition.
  const sent = [...Object.keys(documents), 'public-liability']
  for (const criterion of sent) {
    await open(ann.page, criterionPage(criterion))
    await accept(ann.page, criterion)
  }
  const asked = await site.sql`
    select c ->> 'id' as id from assessments as s join criteria_versions as v on v.version = s.criteria_version
    cross join jsonb_array_elements(v.criteria) as c where s.id = ${assessment!.id}`
  for (const { id: criterion } of asked) {
    const link = ann.page.getByRole('navigation', { name: 'Criteria' }).locator(`a[href$="criterion=${criterion}"]`)
    if (sent.includes(criterion) || !(await link.count())) continue
    await link.click()
    const place = row(ann.page, criterion)
    await place.getByRole('radio', { name: 'Met', exact: true }).check()
    await place.getByRole('radio', { name: '3', exact: true }).check()
    // Without a document it rests on what was seen.
    await place.getByText('No document is accepted.').waitFor()
    await place.getByLabel('What it rests on').selectOption('Seen at the call')
    await place.getByLabel('Day on which it was seen or said').fill(dayIn(0))
    await place.getByLabel('What was seen or said').fill('The plan was on the screen.')
    await place.getByText('Saved', { exact: true }).waitFor()
  }
  await open(ann.page, assessmentPage)
  await ann.page.getByRole('radio', { name: 'Accredit with conditions' }).check()
  await ann.page.getByLabel('Reasons').fill('Well prepared.')
  await ann.page.getByLabel('Condition 1', { exact: true }).fill('Name a deputy.')
  await ann.page.getByLabel('To be met by (condition 1)').fill(dayIn(100))
  await ann.page.getByRole('button', { name: 'Propose' }).click()
  await ann.page.getByText('You made this proposal').waitFor()
  const ben = await staff('Ben Second', 'reviewer', assessmentPage)
  await declare(ben.page)
  await ben.page.getByRole('radio', { name: /^Agree/ }).check()
  await ben.page.getByRole('button', { name: 'Decide' }).click()
  await ben.page.getByText('Assessor and second assessor').first().waitFor()

  // What the public reads.
  const visitor = await visit(browser, site.origin)
  await open(visitor.page, event)
  const panel = visitor.page.getByRole('region', { name: 'What was checked' })
  await panel
    .getByText(/assessed on /i)
    .first()
    .waitFor()
  await panel.getByText('Assessor and second assessor').first().waitFor()
  await picture(visitor.page, 'journey-public-panel')

  // The insurance runs out.
  clock = new Date(clock.getTime() + 41 * day)
  await followExpiry({}, site.services)
  clock = new Date(clock.getTime() + 15 * day)
  await followExpiry({}, site.services)
  await open(visitor.page, event)
  await visitor.page.getByText('Required evidence has expired: Public liability insurance').first().waitFor()

  // An appeal by the link in the mail, in a browser that does not know the application.
  const [mail] = await site.sql`
    select text_body from mails where to_email = ${email} and kind = 'evidence-suspended' order by id desc limit 1`
  await open(visitor.page, /\/appeal\/\S+\?key=[\w-]+/.exec(mail!.text_body)![0])
  await visitor.page.getByLabel('Why is the decision wrong?').fill('The insurer prolonged it by mail.')
  await visitor.page.getByRole('button', { name: 'Send appeal' }).click()
  await visitor.page.getByText('We have your appeal', { exact: true }).waitFor()
  const edda = await staff('Edda Editor', 'editor', '/admin/appeals')
  await edda.page.getByRole('link', { name: /^APL-/ }).click()
  await edda.page.getByRole('button', { name: 'Hear this appeal' }).click()
  await edda.page.getByText('You are now hearing this appeal').waitFor()
  await edda.page.getByLabel('Uphold the appeal').check()
  await edda.page.getByLabel('Reasons').fill('The letter is here.')
  await edda.page.getByRole('button', { name: 'End this appeal' }).click()
  await edda.page.getByText('The appeal has ended').waitFor()
  await open(visitor.page, event)
  await panel
    .getByText(/assessed on /i)
    .first()
    .waitFor()
  expect(await visitor.page.getByText('Required evidence has expired').count()).toBe(1)
  const [status] = await site.sql`select status from register_entries where application_id = ${id}`
  expect(status!.status).toBe('active')

  // A concern, answered by the organiser and upheld.
  await open(visitor.page, `/concerns?event=${entry!.number}`)
  await visitor.page.getByRole('group', { name: 'Is anyone in danger now?' }).getByLabel('No').check()
  await visitor.page.getByLabel('Safety or safeguarding').check()
  await visitor.page.getByLabel('What happened?').fill('Both fire doors were chained until midnight.')
  await visitor.page.getByRole('button', { name: 'Send report' }).click()
  await visitor.page.getByText('We have your report', { exact: true }).waitFor()
  const dora = await staff('Dora Desk', 'concerns', '/admin/concerns')
  await dora.page.getByRole('link', { name: /^CON-/ }).first().click()
  await dora.page.getByRole('button', { name: 'Start this case' }).click()
  await dora.page.getByLabel('Your question to the organiser').fill('Were any exits locked on the day?')
  await dora.page.getByRole('button', { name: 'Ask the organiser' }).click()
  await dora.page.getByText('The organiser was asked', { exact: true }).waitFor()
  await open(phone.page, await linkInMail(site, 'concern-question', email))
  await phone.page.getByLabel('Your answer to us').fill('Yes, for an hour.')
  await phone.page.getByLabel('Your reply for the public').fill('The doors have new locks now.')
  await phone.page.getByRole('button', { name: 'Send answer' }).click()
  await phone.page.getByRole('heading', { name: 'We have your answer' }).waitFor()
  await dora.page.reload()
  await dora.page.getByRole('group', { name: 'How does the case end?' }).getByLabel('Uphold', { exact: true }).check()
  await dora.page.getByLabel('Reasons').fill('The organiser confirms it.')
  await dora.page.getByLabel('Note on the entry’s page').fill('Two exits were locked for an hour.')
  await dora.page.getByRole('button', { name: 'End this case' }).click()
  await dora.page.getByText('The case has ended').waitFor()
  await open(visitor.page, event)
  await visitor.page.getByText('Two exits were locked for an hour.').waitFor()
  await visitor.page.getByText('The doors have new locks now.').waitFor()
  const all = [phone, ann, ben, visitor, edda, dora]
  expect(all.flatMap(({ problems }) => problems)).toEqual([])
  await Promise.all(all.map(({ close }) => close()))
})
