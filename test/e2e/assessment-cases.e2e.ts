import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Locator, Page } from 'playwright'
import {
  addCase,
  addPerson,
  declaration,
  type Person,
  postCase,
  type TestCase,
} from '#features/assessments/cases/server/case-fixture.ts'
import { jpegWithPlace } from '#features/assessments/files/server/kinds/pictures-fixture.ts'
import { storeKey } from '#features/assessments/files/server/purge-file.ts'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { until } from '../until.ts'
import { expectAccessible, expectNoSidewaysScroll, open, picture, visit } from './visit.ts'

setDefaultTimeout(90_000)

let ann: Person
let ben: Person
let panel: Person[]
const [site, browser] = await Promise.all([siteOfFile({ demoData: false }), browserOfFile()])
beforeAll(async () => {
  ann = await addPerson(site, 'reviewer')
  ben = await addPerson(site, 'reviewer')
  panel = [await addPerson(site, 'panel'), await addPerson(site, 'panel'), await addPerson(site, 'panel')]
})

/** Somebody of the admin area, at a page. */
async function at(person: Person, path: string, options: Parameters<typeof visit>[2] = {}) {
  const visited = await visit(browser, site.origin, options)
  const cookies = person.cookie.split('; ').map((pair) => {
    const [name, ...value] = pair.split('=')
    return { name: name!, value: value.join('='), url: site.origin }
  })
  await visited.context.addCookies(cookies)
  if (options.javaScript === false) await visited.page.goto(path)
  else await open(visited.page, path)
  return visited
}

async function addFile({ id }: TestCase, criterion: string, name: string): Promise<void> {
  await site.sql`
    insert into evidence_files (application_id, criterion_id, name, media_type, bytes, sha256, state, scan)
    values (${id}, ${criterion}, ${name}, 'application/pdf', 52000, '\\x00', 'ready', 'unscanned')`
}

/** A document that is one picture. */
async function addPicture({ id }: TestCase, criterion: string): Promise<void> {
  const [file] = await site.sql`
    insert into evidence_files (application_id, criterion_id, name, media_type, bytes, sha256, state, scan, pages)
    values (${id}, ${criterion}, ${`${criterion}.jpg`}, 'image/jpeg', ${jpegWithPlace.length}, '\\x00', 'ready', 'clean', 1)
    returning id`
  await site.services.files.put(storeKey(file!.id), [Buffer.from(jpegWithPlace)], 'image/jpeg')
}

const verdictOf = async ({ assessmentId }: TestCase, criterion: string) =>
  (
    await site.sql`
      select verdict, score, reason, note from assessment_criteria
      where assessment_id = ${assessmentId} and criterion_id = ${criterion}`
  )[0]

/** The part of the page that is about one criterion. */
const section = (page: Page, id: string) => page.locator(`#${id}`)

const declare = (page: Page) => page.getByRole('button', { name: 'I have no conflict of interest' }).click()

test('an assessor reads what came in, judges by keyboard, loses nothing offline, and asks for more', async () => {
  const found = await addCase(site, { judged: false, draft: { title: 'Quay Fair' } })
  const [first, second] = found.criteria
  const path = `/admin/assessments/${found.assessmentId}`
  const secondPath = `${path}?criterion=${second!.id}`
  await addFile(found, first!.id, 'event-plan.pdf')
  const { page, context, problems, close } = await at(ann, '/admin/assessments')
  await expectAccessible(page)
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${path}`)
  await page.getByRole('heading', { level: 1, name: 'Quay Fair' }).waitFor()
  await expectAccessible(page)
  // The declaration comes first, once, and leads to the first criterion.
  await declare(page)
  await page.waitForURL(`**${path}?criterion=${first!.id}**`)
  await page.getByRole('link', { name: 'event-plan.pdf', exact: true }).waitFor()
  await page.getByText('Not scanned').waitFor()
  await expectAccessible(page)
  await picture(page, 'assessment-desktop')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await page.keyboard.press('a')
  await page.keyboard.press('Escape')
  await page.keyboard.press('a')
  await page.getByText('Download event-plan.pdf to read it first.').waitFor()
  expect(await verdictOf(found, first!.id)).toMatchObject({ verdict: null })

  await page.keyboard.press('n')
  await section(page, first!.id).getByLabel('Choose a text').first().waitFor()
  await section(page, first!.id).getByText('Not saved: Write the reason').waitFor()
  // Keys do nothing while somebody types.
  await page.keyboard.type('It is a new concept.')
  await section(page, first!.id).getByText('Saved', { exact: true }).waitFor()
  await section(page, first!.id).getByRole('heading', { level: 2 }).click()
  await page.keyboard.press('1')
  await page.keyboard.press('t')
  await page.keyboard.type('Call the venue.')
  await until(async () => (await verdictOf(found, first!.id))?.note === 'Call the venue.')
  await section(page, first!.id).getByText('Saved', { exact: true }).waitFor()
  expect(await verdictOf(found, first!.id)).toEqual({
    verdict: 'not-met',
    score: 1,
    reason: 'It is a new concept.',
    note: 'Call the venue.',
  })
  // Each criterion has an address, and Back leads to the one before.
  await section(page, first!.id).getByRole('heading', { level: 2 }).click()
  await page.keyboard.press('j')
  await page.waitForURL(`**${secondPath}`)
  await page.goBack()
  await section(page, first!.id).waitFor()
  await page.keyboard.press('j')
  await section(page, second!.id).waitFor()

  // Without a connection what is typed stays here, also over a reload, and is sent when there is one again.
  await context.setOffline(true)
  await section(page, second!.id).getByRole('radio', { name: 'Met', exact: true }).check()
  await section(page, second!.id).getByLabel('What it rests on').selectOption('Seen at the call')
  await section(page, second!.id).getByLabel('Day on which it was seen or said').fill('2026-11-02')
  await section(page, second!.id).getByLabel('What was seen or said').fill('The plan was on the screen.')
  await section(page, second!.id).getByLabel('Reason').first().fill('The plan is clear.')
  await section(page, second!.id).getByText('Saved in this browser').waitFor()
  problems.length = 0
  await context.setOffline(false)
  await open(page, secondPath)
  await until(async () => (await verdictOf(found, second!.id))?.reason === 'The plan is clear.')

  // What is typed as the page is left is no conflict with oneself, three times, nor in the session after it.
  const note = section(page, second!.id).getByLabel('Note')
  for (const text of ['one', 'two', 'three']) {
    await note.fill(text)
    await page.reload()
    await section(page, second!.id).getByText('Saved').waitFor()
    await note.pressSequentially(' more')
    await until(async () => (await verdictOf(found, second!.id))?.note === `${text} more`)
    expect(await page.getByText('changed this').count()).toBe(0)
  }
  await note.fill('left')
  await page.goto('/')
  await open(page, secondPath)
  expect(await note.inputValue()).toBe('left')
  expect(await page.getByText('changed this').count()).toBe(0)

  // Somebody else has changed it meanwhile: it is said, and the person chooses.
  await site.sql`
    update assessment_criteria set reason = 'Ben was here.', note = 'Ben’s note.', judged_by = ${ben.id}, judged_by_name = ${ben.name}, revision = revision + 1
    where assessment_id = ${found.assessmentId} and criterion_id = ${second!.id}`
  await section(page, second!.id).getByLabel('Reason').first().fill('Ann was here.')
  await page.getByText(`${ben.name} changed this`).waitFor()
  await page.getByText('Reason: Ben was here.').waitFor()
  await page.getByText('Note: Ben’s note.').waitFor()
  expect((await verdictOf(found, second!.id))?.reason).toBe('Ben was here.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use my version' }).click()
  await until(async () => (await verdictOf(found, second!.id))?.reason === 'Ann was here.')
  // (The browser reports every answer of 409 as an error.)
  expect(problems.filter((problem) => !problem.includes('409'))).toEqual([])
  problems.length = 0

  await open(page, `${path}?criterion=${first!.id}`)
  const evidence = section(page, first!.id)
  await evidence.getByText('Mark the evidence only').click()
  await evidence.getByRole('radio', { name: 'More needed' }).check()
  await evidence.getByRole('button', { name: 'Mark the evidence' }).click()
  await page.getByRole('link', { name: 'Say what more is needed' }).waitFor()
  await evidence.locator(`#${first!.id}-stateReason`).fill('It is a draft.')
  await evidence.getByRole('button', { name: 'Mark the evidence' }).click()
  await evidence.getByText('More needed', { exact: true }).first().waitFor()
  await page.getByRole('navigation', { name: 'Criteria' }).getByRole('link', { name: 'The case' }).click()
  await page.getByText('Ask the applicant for more').click()
  await page.getByLabel('Message').fill('By Friday, please.')
  await page.getByRole('button', { name: 'Ask for more' }).click()
  await page.getByText('The applicant was asked for more').waitFor()
  const [mail] =
    await site.sql`select text_body from mails where to_email = ${found.email} and kind = 'evidence-wanted'`
  expect(mail!.text_body).toContain('It is a draft.')
  expect(problems.filter((problem) => !problem.includes('422'))).toEqual([])
  await close()
})

test('a proposal is decided by a second person, with a condition', async () => {
  const found = await addCase(site, { draft: { title: 'Lantern Walk' } })
  const path = `/admin/assessments/${found.assessmentId}`
  const proposer = await at(ann, path)
  await declare(proposer.page)
  await proposer.page.getByRole('heading', { name: 'Propose an outcome' }).waitFor()
  await proposer.page.getByRole('radio', { name: 'Accredit with conditions' }).check()
  await proposer.page.getByLabel('Reasons').fill('Well prepared.')
  await proposer.page.getByRole('button', { name: 'Propose' }).click()
  await proposer.page.getByRole('link', { name: 'Write the condition' }).waitFor()
  // Nothing that was typed is lost.
  expect(await proposer.page.getByLabel('Reasons').inputValue()).toBe('Well prepared.')
  await proposer.page.getByLabel('Condition 1', { exact: true }).fill('Send the signed plan.')
  await proposer.page.getByLabel('To be met by (condition 1)').fill('2030-05-01')
  await proposer.page.getByRole('button', { name: 'Propose' }).click()
  await proposer.page.getByText('You made this proposal').waitFor()
  await proposer.close()

  const phone = await at(ben, '/admin/assessments?view=proposals', { width: 'phone', theme: 'dark' })
  await phone.page.getByRole('link', { name: 'Lantern Walk' }).click()
  await phone.page.getByText('Well prepared.').first().waitFor()
  await expectAccessible(phone.page)
  await expectNoSidewaysScroll(phone.page)
  await picture(phone.page, 'assessment-phone-dark')
  await declare(phone.page)
  await phone.page.getByRole('radio', { name: /^Agree/ }).check()
  await phone.page.getByRole('button', { name: 'Decide' }).click()
  await phone.page.getByText('Assessor and second assessor').waitFor()
  await phone.page.getByRole('heading', { name: 'Conditions' }).waitFor()
  await phone.page.getByRole('button', { name: 'Note as met' }).click()
  await phone.page.getByText(`Met, ${ben.name}`).waitFor()
  expect(phone.problems.filter((problem) => !problem.includes('422'))).toEqual([])
  await phone.close()
})

test('16 criteria are judged, proposed and decided by two people in at most 40 presses', async () => {
  const found = await addCase(site, { judged: false, draft: { title: 'Harvest Fair' } })
  for (const { id } of found.criteria) await addPicture(found, id)
  let presses = 0
  const press = async (page: Page, key: string) => {
    presses++
    await page.keyboard.press(key)
  }
  const click = async (target: Locator) => {
    presses++
    await target.click()
  }
  const fill = async (target: Locator, text: string) => {
    presses++
    await target.fill(text)
  }
  const { page, problems, close } = await at(ann, '/admin/assessments')
  await click(page.getByRole('link', { name: 'Harvest Fair' }))
  await click(page.getByRole('button', { name: 'I have no conflict of interest' }))
  for (const { id } of found.criteria) {
    const criterion = section(page, id)
    const image = criterion.getByAltText(/page 1 of 1$/)
    await image.waitFor()
    await page.waitForFunction((shown) => (shown as HTMLImageElement).naturalWidth > 0, await image.elementHandle())
    // Paging through a document is not counted.
    await page.keyboard.press('p')
    await criterion.getByText('All of it was on the screen.').waitFor()
    if (id === found.criteria[0]!.id) await picture(page, 'assessment-criterion')
    await press(page, 'a')
    if (id === 'public-liability') {
      await criterion.getByText('Give the last day of the document').waitFor()
      await fill(criterion.getByLabel(/^Last day of/), '2031-06-30')
      await press(page, 'Enter')
    }
    await criterion.waitFor({ state: 'detached' })
  }
  await page.getByRole('heading', { name: 'Propose an outcome' }).waitFor()
  await expectAccessible(page)
  await fill(page.getByLabel('Reasons'), 'Well prepared.')
  await click(page.getByRole('button', { name: 'Propose' }))
  await page.getByText('You made this proposal').waitFor()
  expect(problems).toEqual([])

  const second = await at(ben, '/admin/assessments?view=proposals')
  await click(second.page.getByRole('link', { name: 'Harvest Fair' }))
  await second.page.getByText(`${ann.name} has this open.`).waitFor()
  await click(second.page.getByRole('button', { name: 'I have no conflict of interest' }))
  await click(second.page.getByRole('radio', { name: /^Agree/ }))
  await click(second.page.getByRole('button', { name: 'Decide' }))
  await second.page.getByText('The decision is on the record').waitFor()
  expect(second.problems).toEqual([])
  const [decided] = await site.sql`select status, outcome from assessments where id = ${found.assessmentId}`
  expect([decided!.status, decided!.outcome, found.criteria.length]).toEqual(['decided', 'accredit', 16])
  console.info(`16 criteria judged, proposed and decided by two people: ${presses} presses`)
  expect(presses).toBeLessThanOrEqual(40)
  await Promise.all([close(), second.close()])
})

test('a panel votes without a script, and a refusal is answered by its link', async () => {
  const found = await addCase(site, { draft: { title: 'Pier Show' } })
  const { page, problems, close } = await at(ann, `/admin/assessments/${found.assessmentId}`)
  await declare(page)
  await page.getByText('Refer to the panel').first().click()
  for (const [index, { name }] of panel.entries()) await page.getByLabel(`Member ${index + 1}`).selectOption(name)
  await page.getByLabel('Why you refer it to the panel').fill('We do not agree.')
  await page.getByRole('button', { name: 'Refer to the panel' }).click()
  await page.getByText('Has not voted').first().waitFor()
  expect(problems).toEqual([])

  const vote = `/admin/panel/${found.assessmentId}`
  const [one, two, three] = panel
  const member = await at(one!, '/admin/panel', { javaScript: false })
  await member.page.getByRole('link', { name: 'Pier Show' }).click()
  await declare(member.page)
  await member.page.getByRole('radio', { name: 'Refuse' }).check()
  await member.page.getByRole('button', { name: 'Vote' }).click()
  await member.page.getByText('Write the reasons').first().waitFor()
  await member.page.getByLabel('Reasons').fill('The exits are too narrow.')
  await member.page.getByRole('button', { name: 'Vote' }).click()
  await member.page.getByText('You have voted.').waitFor()
  await member.close()
  const [{ id: referral }] = (await site.sql`
    select id from assessment_steps where assessment_id = ${found.assessmentId} and step = 'referred'`) as unknown as [
    { id: number },
  ]
  for (const person of [two!, three!]) {
    await postCase(site, found, person, declaration, vote)
    const form = { intent: 'vote', referral: String(referral), outcome: 'refuse', reason: 'I think so too.' }
    expect((await postCase(site, found, person, form, vote)).status).toBe(303)
  }
  await page.reload()
  await page.getByText('Notice of refusal sent').waitFor()
  await close()

  const [mail] = await site.sql`select text_body from mails where to_email = ${found.email} and kind = 'refusal-notice'`
  const applicant = await visit(browser, site.origin, { width: 'phone' })
  await open(applicant.page, /\/refusal\/[\w-]{43}/.exec(mail!.text_body)![0])
  await applicant.page.getByText('The exits are too narrow.').waitFor()
  await expectAccessible(applicant.page)
  await expectNoSidewaysScroll(applicant.page)
  await picture(applicant.page, 'refusal-phone')
  await applicant.page.getByLabel('Your answer').fill('We have widened them.')
  await applicant.page.getByRole('button', { name: 'Send answer' }).click()
  await applicant.page.getByRole('heading', { name: 'Thank you for your answer' }).waitFor()
  await applicant.close()

  const appeals = await at(ben, '/admin/assessments?view=notices')
  await appeals.page.getByRole('link', { name: 'Pier Show' }).click()
  await declare(appeals.page)
  await appeals.page.getByText('We have widened them.').first().waitFor()
  await appeals.page.getByRole('radio', { name: /^Open again/ }).check()
  await appeals.page.getByLabel('Reasons').fill('They show it.')
  await appeals.page.getByRole('button', { name: 'Decide' }).click()
  await appeals.page.getByRole('heading', { name: 'Propose an outcome' }).waitFor()
  expect(appeals.problems).toEqual([])
  await appeals.close()
})
