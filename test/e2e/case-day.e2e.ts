import { expect, setDefaultTimeout, test } from 'bun:test'
import type { Locator, Page } from 'playwright'
import { signIncoming } from '#features/applications/review/emails/server/receive-mail.ts'
import {
  addCase,
  addPerson,
  declaration,
  type Person,
  postCase,
} from '#features/assessments/cases/server/case-fixture.ts'
import { jpegWithPlace } from '#features/assessments/files/server/kinds/pictures-fixture.ts'
import { storeKey } from '#features/assessments/files/server/purge-file.ts'
import { caseAddress } from '#mail/case-address.ts'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { until } from '../until.ts'
import { open, picture, visit } from './visit.ts'

setDefaultTimeout(120_000)

const secret = 'a secret of the relay'
const incoming = { domain: 'replies.register.example', secrets: [secret] }
const [site, browser] = await Promise.all([siteOfFile({ demoData: false, env: { incoming } }), browserOfFile()])

/** What each part of the day takes: a press, a choice or a text counts as one. */
const presses: Record<string, number> = {}
let part = ''
const count = () => {
  presses[part] = (presses[part] ?? 0) + 1
}
const click = async (target: Locator) => {
  count()
  await target.click()
}
const fill = async (target: Locator, text: string) => {
  count()
  await target.fill(text)
}
const choose = async (target: Locator, label: string) => {
  count()
  await target.selectOption(label)
}
const press = async (page: Page, key: string) => {
  count()
  await page.keyboard.press(key)
}

async function at(person: Person) {
  const visited = await visit(browser, site.origin)
  await visited.context.addCookies(
    person.cookie.split('; ').map((pair) => {
      const [name, ...value] = pair.split('=')
      return { name: name!, value: value.join('='), url: site.origin }
    }),
  )
  return visited
}

/** An answer by email, as the relay hands it over. */
async function answerByMail(recipient: string, from: string, text: string): Promise<void> {
  const message = [`From: ${from}`, 'Subject: Re: Your stewards', 'Message-ID: <1@kestrel.example>', '', text].join(
    '\r\n',
  )
  const body = JSON.stringify({ recipient, raw: Buffer.from(message).toString('base64') })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = signIncoming(secret, timestamp, Buffer.from(body))
  const response = await fetch(`${site.origin}/api/mail/incoming`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'webhook-timestamp': timestamp, 'webhook-signature': signature },
    body,
  })
  expect(response.status).toBe(200)
  await until(async () => {
    const [mail] = await site.sql`select state from incoming_mails order by id desc limit 1`
    return mail?.state === 'filed'
  })
}

test('a day of three people with one case: assigned, asked, answered, judged, heard by a panel and appealed', async () => {
  const [ann, ben] = [await addPerson(site, 'reviewer'), await addPerson(site, 'reviewer')]
  const panel = [await addPerson(site, 'panel'), await addPerson(site, 'panel'), await addPerson(site, 'panel')]
  const found = await addCase(site, { draft: { title: 'Kestrel Games' } })
  const { id, assessmentId, email } = found
  // Two criteria wait for somebody, each with a document of one picture.
  const waiting = found.criteria.slice(0, 2).map((criterion) => criterion.id)
  for (const criterion of waiting) {
    await site.sql`delete from evidence_files where application_id = ${id} and criterion_id = ${criterion}`
    await site.sql`
      update assessment_criteria set state = 'received', verdict = null, score = null, reason = ''
      where assessment_id = ${assessmentId} and criterion_id = ${criterion}`
    const [file] = await site.sql`
      insert into evidence_files (application_id, criterion_id, name, media_type, bytes, sha256, state, scan, pages)
      values (${id}, ${criterion}, ${`${criterion}.jpg`}, 'image/jpeg', ${jpegWithPlace.length}, '\\x00', 'ready', 'clean', 1)
      returning id`
    await site.services.files.put(storeKey(file!.id), [Buffer.from(jpegWithPlace)], 'image/jpeg')
  }

  const assessor = await at(ann)
  const { page } = assessor
  part = 'Assign'
  await open(page, `/review/${id}`)
  await choose(page.getByLabel('Person', { exact: true }), ann.name)
  await click(page.getByRole('button', { name: 'Hand over' }))
  await page.waitForURL('**done=assigned**')
  const [assessment] = await site.sql`select assigned_to from assessments where id = ${assessmentId}`
  expect(assessment!.assigned_to).toBe(ann.id)

  part = 'Ask by email'
  await click(page.getByRole('main').getByRole('link', { name: 'Emails' }).first())
  await page.waitForURL('**/mails')
  await fill(page.getByLabel('Text', { exact: true }), 'How many stewards will there be?')
  await click(page.getByRole('button', { name: 'Send', exact: true }).last())
  await page.getByText('How many stewards will there be?').first().waitFor()
  const address = await caseAddress(site.sql, { applicationId: id, email }, site.services.env)
  await answerByMail(address!, email, 'Twelve, and two first aiders.')

  part = 'Read the answer'
  await open(page, '/admin')
  await click(page.getByRole('region', { name: 'email to answer' }).getByRole('link'))
  await page.waitForURL('**/mails**')
  await page.getByText('Twelve, and two first aiders.').first().waitFor()
  await picture(page, 'case-day-timeline')

  part = 'Accept, with a condition, and propose'
  await open(page, `/review/${id}`)
  await click(page.getByRole('main').getByRole('link', { name: 'Read the documents' }))
  await click(page.getByRole('button', { name: 'I have no conflict of interest' }))
  await page.waitForURL('**criterion=**')
  for (const [index, criterion] of waiting.entries()) {
    await open(page, `/admin/assessments/${assessmentId}?criterion=${criterion}`)
    const shown = page.locator(`#${criterion}`).getByAltText(/page 1 of 1$/)
    await shown.waitFor()
    await page.waitForFunction((image) => (image as HTMLImageElement).naturalWidth > 0, await shown.elementHandle())
    // Paging through a document is not counted.
    await until(async () => {
      await page.keyboard.press('p')
      return await page.locator(`#${criterion}`).getByText('All of it was on the screen.').isVisible()
    })
    if (index === 1) {
      await press(page, 'c')
      await fill(page.locator(`#${criterion}-reason`), 'Two more stewards at the gate.')
      await page.locator(`#${criterion}`).getByRole('heading', { level: 2 }).click()
    }
    await press(page, 'a')
    await page.locator(`#${criterion}`).waitFor({ state: 'detached' })
  }
  await open(page, `/admin/assessments/${assessmentId}`)
  await click(page.getByRole('radio', { name: 'Accredit with conditions' }))
  await fill(page.getByLabel('Reasons'), 'Well prepared.')
  await fill(page.getByLabel('Condition 1', { exact: true }), 'Two more stewards at the gate.')
  await fill(page.getByLabel('To be met by (condition 1)'), '2030-05-01')
  await click(page.getByRole('button', { name: 'Propose' }))
  await page.getByText('You made this proposal').waitFor()

  part = 'Second person'
  const second = await at(ben)
  await open(second.page, '/admin')
  await click(
    second.page
      .getByRole('main')
      .getByRole('link', { name: /Kestrel Games/ })
      .first(),
  )
  await click(second.page.getByRole('button', { name: 'I have no conflict of interest' }))
  await click(second.page.getByText('Refer to the panel').first())
  for (const [index, { name }] of panel.entries()) await choose(second.page.getByLabel(`Member ${index + 1}`), name)
  await fill(second.page.getByLabel('Why you refer it to the panel'), 'The gate is too narrow.')
  await click(second.page.getByRole('button', { name: 'Refer to the panel' }))
  await second.page.getByText('Has not voted').first().waitFor()

  part = 'Panel, each member'
  const member = await at(panel[0]!)
  await open(member.page, '/admin')
  await click(
    member.page
      .getByRole('main')
      .getByRole('link', { name: /Kestrel Games/ })
      .first(),
  )
  await click(member.page.getByRole('button', { name: 'I have no conflict of interest' }))
  await click(member.page.getByRole('radio', { name: 'Refuse' }))
  await fill(member.page.getByLabel('Reasons'), 'The exits are too narrow.')
  await click(member.page.getByRole('button', { name: 'Vote' }))
  await member.page.getByText('You have voted.').waitFor()
  const [referral] = await site.sql`
    select id from assessment_steps where assessment_id = ${assessmentId} and step = 'referred'`
  for (const person of panel.slice(1)) {
    const path = `/admin/panel/${assessmentId}`
    await postCase(site, found, person, declaration, path)
    const vote = { intent: 'vote', referral: String(referral!.id), outcome: 'refuse', reason: 'I think so too.' }
    expect((await postCase(site, found, person, vote, path)).status).toBe(303)
  }

  part = 'Notice, and its end'
  const [notice] = await site.sql`select text_body from mails where to_email = ${email} and kind = 'refusal-notice'`
  const organiser = await visit(browser, site.origin, { width: 'phone' })
  await open(organiser.page, /\/refusal\/[\w-]{43}/.exec(notice!.text_body)![0])
  await organiser.page.getByLabel('Your answer').fill('We shall widen them.')
  await organiser.page.getByRole('button', { name: 'Send answer' }).click()
  await organiser.page.getByRole('heading', { name: 'Thank you for your answer' }).waitFor()
  await open(second.page, `/admin/assessments/${assessmentId}`)
  await click(second.page.getByRole('radio', { name: /^Refuse/ }))
  await fill(second.page.getByLabel('Reasons'), 'They are not widened yet.')
  await click(second.page.getByRole('button', { name: 'Decide' }))
  await until(async () => {
    const [row] = await site.sql`select status from assessments where id = ${assessmentId}`
    return row!.status === 'decided'
  })

  part = 'Appeal'
  const [refused] = await site.sql`
    select text_body from mails where to_email = ${email} and text_body like '%/appeal/%' order by id desc limit 1`
  await open(organiser.page, /\/appeal\/\S+\?key=[\w-]+/.exec(refused!.text_body)![0])
  await organiser.page.getByLabel('Why is the decision wrong?').fill('They are wide enough now.')
  await organiser.page.getByRole('button', { name: 'Send appeal' }).click()
  await organiser.page.getByText('We have your appeal', { exact: true }).waitFor()
  const hearer = await at(await addPerson(site, 'editor'))
  await open(hearer.page, '/admin')
  await click(
    hearer.page
      .getByRole('region', { name: /appeal/ })
      .getByRole('link')
      .first(),
  )
  await click(hearer.page.getByRole('button', { name: 'Hear this appeal' }))
  await hearer.page.getByText('You are now hearing this appeal').waitFor()
  await click(hearer.page.getByLabel('Uphold the appeal'))
  await fill(hearer.page.getByLabel('Reasons'), 'They were measured.')
  await click(hearer.page.getByRole('button', { name: 'End this appeal' }))
  await hearer.page.getByText('The appeal has ended').waitFor()

  // All of it is on the one page of the case.
  await open(page, `/review/${id}`)
  const timeline = page.getByRole('region', { name: 'What happened' })
  for (const said of [`${ann.name} wrote`, 'Re: Your stewards', 'The gate is too narrow.', 'They were measured.'])
    await timeline.getByText(said).first().waitFor()
  await picture(page, 'case-day-end')
  const all = [assessor, second, member, organiser, hearer]
  expect(all.flatMap(({ problems }) => problems)).toEqual([])
  console.info(
    Object.entries(presses)
      .map(([name, times]) => `${name}: ${times} presses`)
      .join('\n'),
  )
  expect(Object.values(presses).reduce((sum, times) => sum + times, 0)).toBeLessThanOrEqual(50)
  await Promise.all(all.map(({ close }) => close()))
})
