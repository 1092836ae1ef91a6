import { expect, test } from 'bun:test'
import { createAccessLink } from '#features/applications/access/server/create-access-link.ts'
import { isAddressConfirmed } from '#mail/confirm-address.ts'
import { addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'

const site = await siteOfFile({ demoData: false })
const cookie = await signInAdmin(site)

const post = (path: string, form: Record<string, string>, as = cookie) => site.post(path, form, { cookie: as })
const page = async (path: string) => await (await fetch(site.origin + path, { headers: { cookie } })).text()
const correct = (id: string, seen: string, email: string, why = 'They rang: one letter was wrong.') =>
  post(`/review/${id}`, { intent: 'address', seen, email, why })
const addressOf = async (organisationId: string) =>
  (await site.sql`select email from organisations where id = ${organisationId}`)[0]!.email
const mailsTo = (email: string) => site.sql`select kind, text_body from mails where to_email = ${email} order by id`

test('a mistyped address is corrected with a reason, and the new one has to be confirmed', async () => {
  const old = 'rob@harbor-lights.example'
  const { id, organisationId, reference } = await addApplication(site.sql, {
    isConfirmed: false,
    organisation: { email: old },
  })
  const link = await createAccessLink(site.sql, { applicationId: id, email: old, now: new Date() })
  await post(`/review/${id}`, { intent: 'ask', question: 'Who is the safety officer?' })
  const question = /\/answer\/[\w-]{43}/.exec((await mailsTo(old)).at(-1)!.text_body)![0]

  const done = await correct(id, old, ' rob@harbour-lights.example ')
  expect([done.status, done.headers.get('location')]).toEqual([303, `/review/${id}?done=corrected`])
  expect(await addressOf(organisationId)).toBe('rob@harbour-lights.example')
  const shown = await page(`/review/${id}`)
  expect(shown).toContain('They rang: one letter was wrong.')
  expect(shown).toContain('from rob@harbor-lights.example to rob@harbour-lights.example')
  const [logged] = await site.sql`select * from audit_log where subject_id = ${id} order by id desc limit 1`
  expect(logged!.action).toBe('application.address-corrected')
  // The log of changes outlives the person's data: no whole address stands in it.
  expect(JSON.stringify(logged)).not.toContain('rob@')

  const mails = await mailsTo('rob@harbour-lights.example')
  expect(mails.map(({ kind }) => kind)).toEqual(['address-confirmation'])
  expect(mails[0]!.text_body).not.toContain(reference)
  expect(await isAddressConfirmed(site.sql, 'rob@harbour-lights.example')).toBe(false)
  const confirm = new URL(/http\S+\/confirm\/\S+/.exec(mails[0]!.text_body)![0]).pathname
  await post(confirm, {}, '')
  expect(await isAddressConfirmed(site.sql, 'rob@harbour-lights.example')).toBe(true)

  // Whoever reads the mistyped mailbox gets nowhere by what was sent there, and is told nothing.
  expect((await post(link, {}, '')).status).not.toBe(303)
  expect((await post(question, { answer: 'Me.' }, '')).status).toBe(404)
  expect((await mailsTo(old)).map(({ kind }) => kind)).toEqual(['application-question'])
})

test('an old address that was confirmed is told, without the whole of the new one', async () => {
  const old = 'confirmed@harbour-lights.example'
  const { id } = await addApplication(site.sql, { organisation: { email: old } })
  expect((await correct(id, old, 'newcomer@lantern-walk.example')).status).toBe(303)
  const [told] = await mailsTo(old)
  expect(told!.kind).toBe('address-corrected')
  expect(told!.text_body).toContain('n•••@lantern-walk.example')
  expect(told!.text_body).not.toContain('newcomer@')
})

test('what is wrong with a correction is said, and nothing of it is lost', async () => {
  const old = 'typed@harbour-lights.example'
  const { id, organisationId } = await addApplication(site.sql, { organisation: { email: old } })
  for (const [email, why, sentence] of [
    ['not an address', 'A reason.', 'Enter an email address, like name@example.com'],
    ['Typed@Harbour-Lights.example', 'A reason.', 'This is the address that is stored'],
    ['other@harbour-lights.example', ' ', 'Give the reason for the correction'],
  ] as const) {
    const refused = await post(`/review/${id}`, { intent: 'address', seen: old, email, why, note: 'Half a note' })
    expect(refused.status).toBe(422)
    const text = await refused.text()
    expect(text).toContain(sentence)
    expect(text).toContain(`value="${email}"`)
    expect(text).toContain('>Half a note</textarea>')
  }
  expect(await addressOf(organisationId)).toBe(old)
})

test('of two who correct one address, the second is shown what stands now', async () => {
  const old = 'two@harbour-lights.example'
  const { id, organisationId } = await addApplication(site.sql, { organisation: { email: old } })
  const answers = await Promise.all(
    ['a@harbour-lights.example', 'b@harbour-lights.example'].map((email) => correct(id, old, email)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
  const late = await answers.find(({ status }) => status === 409)!.text()
  expect(late).toContain('Not corrected: the address has changed since you opened the page')
  expect(late).toContain(await addressOf(organisationId))
})

test('an application that was emptied has no address to correct', async () => {
  const { id } = await addApplication(site.sql, {
    status: 'rejected',
    organisation: { email: 'erased@erased.invalid', contact_name: 'Erased' },
  })
  expect((await correct(id, 'erased@erased.invalid', 'back@harbour-lights.example')).status).toBe(409)
})
