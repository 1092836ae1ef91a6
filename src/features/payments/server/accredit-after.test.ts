import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type AccreditAfter, type Assurance, accreditAfterNames } from '#domain/assurance.ts'
import { readEnv } from '#env.ts'
import { publishAssurance } from '#features/assessments/cases/server/publish-assurance.ts'
import { lapseEntry, lapseExpired } from '#features/register/server/end-entry.ts'
import { publishEntry } from '#features/register/server/publish-entry.ts'
import { accreditAssured, alignAccreditation, setAssurance } from '#features/register/server/set-assurance.ts'
import { ownershipCookie } from '#requests/ownership.ts'
import { createSandboxControls } from '#sandbox/payments/controls.ts'
import { addApplication } from '#test/add-application.ts'
import { signInAdmin } from '#test/sign-in.ts'
import { openTestSite, type TestSite } from '#test/site.ts'

// An authority that accredits only what it has assessed.
let site: TestSite
let controls: ReturnType<typeof createSandboxControls>
beforeAll(async () => {
  const read = readEnv({ ACCREDIT_AFTER: 'assessment' })
  if ('problems' in read) throw new Error(read.problems.join())
  site = await openTestSite({ env: { brand: read.env.brand } })
  controls = createSandboxControls({ sql: site.sql })
})
afterAll(async () => {
  await site.close()
})

const cookieOf = (...ids: string[]) => ownershipCookie('', ids, site.services).split(';')[0]!
/** What a person reads, without tags. */
async function textOf(path: string, cookie = ''): Promise<string> {
  const html = await (await fetch(site.origin + path, { headers: { cookie } })).text()
  return html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}

async function paid(title: string) {
  const application = await addApplication(site.sql, { status: 'approved', draft: { title, date: '2027-05-08' } })
  const cookie = cookieOf(application.id, application.organisationId)
  const response = await site.call('/api/stripe/create-listing-session', { applicationId: application.id }, { cookie })
  const session = ((await response.json()) as { url: string }).url.split('/').at(-1)!
  await controls.paySession(session)
  const landing = `/accreditation/success?session_id=${session}&application_id=${application.id}`
  const landed = await textOf(landing, cookie)
  return { ...application, cookie, landing, landed, entry: await entryOf(application.id) }
}

/** Published without a payment. */
async function published(title: string, after: AccreditAfter = 'assessment') {
  const { id: applicationId } = await addApplication(site.sql, { status: 'approved', draft: { title } })
  const brand = { prefix: 'BEAA', accreditAfter: after }
  const publication = { applicationId, validUntil: '2029-01-01T00:00:00Z', cause: 'order 1', brand, now: new Date() }
  await site.sql.begin((tx) => publishEntry(tx, publication))
  return { applicationId, publication, entry: await entryOf(applicationId) }
}

async function entryOf(applicationId: string) {
  const [entry] = await site.sql`
    select id, number, slug, status, valid_from, register_status(status, valid_until) as now from register_entries
    where application_id = ${applicationId}`
  return entry!
}
const statusOf = async (applicationId: string) => (await entryOf(applicationId)).status
const historyOf = async (entryId: string) =>
  (await site.sql`select change, to_status from register_history where entry_id = ${entryId} order by id`).map(
    (row) => `${row.change}: ${row.to_status}`,
  )
const find = (entryId: string, assurance: Assurance) =>
  site.sql.begin((tx) =>
    setAssurance(
      tx,
      { entryId, assurance, assuredOn: '2026-11-21', nextReviewOn: null, score: 90, checks: [], cause: 'assessment 1' },
      site.services,
    ),
  )
const under = (accreditAfter: AccreditAfter) => ({ ...site.services, brand: { ...site.services.brand, accreditAfter } })

test('what is paid is listed and nowhere called accredited, until it was assessed', async () => {
  const before = await addApplication(site.sql, { status: 'approved', draft: { title: 'Unpaid Wharf Fair' } })
  const checkout = await textOf(`/checkout/listing/${before.id}`, cookieOf(before.id, before.organisationId))
  expect(checkout).toContain('You pay for the listing.')
  expect(checkout).toContain('accredited as soon as it has passed its assessment')
  const offered = await textOf(`/pre-approved?application_id=${before.id}`)
  expect(offered).toContain('published in the register as listed')
  expect(offered).not.toContain('in the register as accredited')

  expect(await textOf('/prices')).toContain(
    'It is accredited, with a certificate and the verification badge, as soon as',
  )
  const { id, cookie, landed, entry } = await paid('Wharf Lantern Fair')
  expect(entry.status).toBe('listed')
  expect(landed).toContain('Your event is listed')
  expect(landed).toContain('not accredited yet')
  expect(landed).toContain('Send your documents')
  expect(landed).not.toMatch(/Congratulations|is accredited\.|Download Certificate/)
  const end = await textOf(`/funnel/success/${id}`, cookie)
  expect(end).toContain('Your event is listed. It is not accredited yet')
  expect(end).not.toMatch(/Download Certificate|Accredited Event|complete\./)
  expect(await textOf('/my-applications', cookie)).toContain('Listed, assessment under way')
  expect(await textOf(`/pre-approved?application_id=${id}`, cookie)).toContain('its assessment is under way')

  const event = await textOf(`/events/${entry.slug}`)
  expect(event).toContain('Listed, and not accredited: its assessment is under way.')
  expect(await textOf(`/verify/${entry.number}`)).toContain('not accredited: its assessment is under way')
  const certificate = await fetch(`${site.origin}/api/certificates/${entry.number}.pdf`)
  expect([certificate.status, await certificate.text()]).toEqual([404, expect.stringContaining('not accredited yet')])
  const detail = (await (await fetch(`${site.origin}/api/events/${entry.slug}`)).json()) as Record<string, unknown>
  expect([detail.accredited, detail.status]).toEqual([false, 'listed'])
  expect(await textOf('/listings?q=wharf+lantern')).toContain('Listed, assessment under way')
  expect(await textOf('/listings')).toContain('has accredited or is assessing')
  expect(await textOf('/listings?q=wharf+lantern&verified=1')).not.toContain('Wharf Lantern Fair')
  expect(await textOf('/events')).not.toContain('Wharf Lantern Fair')
  const feed = await (await fetch(`${site.origin}/listings.ics?q=wharf+lantern`)).text()
  expect(feed.replaceAll('\r\n ', '')).toContain('It is not accredited.')
  const [receipt] = await site.sql`select text_body from mails where kind = 'order-paid' order by id desc limit 1`
  expect(receipt!.text_body).toContain(
    'It is not accredited yet. It is accredited as soon as it has passed its assessment',
  )

  await find(entry.id, 'evidence')
  expect(await statusOf(id)).toBe('listed')
  await find(entry.id, 'assessed')
  expect(await statusOf(id)).toBe('active')
  expect(await historyOf(entry.id)).toEqual([
    'published: listed',
    'assurance: listed',
    'assurance: listed',
    'accredited: active',
  ])
  expect(await textOf(`/events/${entry.slug}`)).toMatch(
    /Became accredited \d+ \w+ \d{4} Level: assessed on 21 November 2026/,
  )
  const [told] = await site.sql`select subject, text_body from mails where kind = 'entry-accredited'`
  expect(told!.subject).toStartWith('Your event is accredited: assessed')
  expect(told!.text_body).toContain(`/api/certificates/${entry.number}.pdf`)
  expect((await fetch(`${site.origin}/api/certificates/${entry.number}.pdf`)).status).toBe(200)
  expect(await textOf(`/funnel/success/${id}`, cookie)).toContain('Your accreditation is complete.')
  await site.sql`
    insert into assessment_conditions (assessment_id, text, due_on)
    select id, 'Show the exits.', '2027-03-01' from assessments where application_id = ${id}`
  const withCondition = await textOf(`/funnel/success/${id}`, cookie)
  expect([withCondition.includes('is complete'), withCondition.includes('Your event is accredited: assessed')]).toEqual(
    [false, true],
  )
  await site.sql`update assessment_conditions set met_at = now()`

  // What was found is taken back.
  await find(entry.id, 'declared')
  expect(await statusOf(id)).toBe('listed')
  expect((await historyOf(entry.id)).slice(-2)).toEqual(['assurance: active', 'unaccredited: listed'])
  expect(await site.sql`select from mails where kind = 'entry-unaccredited'`).toHaveLength(1)
}, 30_000)

test('an entry that has lapsed while its order is paid is not called accredited by the page of that payment', async () => {
  const { id: applicationId, landing, cookie } = await paid('Lapsed Quay Regatta')
  const lapse = { applicationId, reason: 'Required evidence has expired.', cause: 'evidence', now: new Date() }
  await site.sql.begin((tx) => lapseEntry(tx, lapse, site.services))
  const text = await textOf(landing, cookie)
  expect(text).toContain('Your entry has lapsed')
  expect(text).not.toMatch(/Congratulations|is accredited/)
})

test('a listed entry lapses, and comes back as far as it was checked', async () => {
  const { applicationId, publication, entry } = await published('Lapsing Quay Fair')
  const lapse = { applicationId, reason: 'The payment was refunded.', cause: 'refund 1', now: new Date() }
  await site.sql.begin((tx) => lapseEntry(tx, lapse, site.services))
  expect(await statusOf(applicationId)).toBe('lapsed')
  const [mail] = await site.sql`select text_body from mails where kind = 'entry-lapsed' order by id desc limit 1`
  expect(mail!.text_body).toContain('It was not accredited.')
  const again = { ...publication, validUntil: '2030-01-01T00:00:00Z' }
  await site.sql.begin((tx) => publishEntry(tx, again))
  expect(await statusOf(applicationId)).toBe('listed')
  // By the clock, too.
  await site.sql`update register_entries set valid_until = now() - interval '1 minute' where id = ${entry.id}`
  expect((await entryOf(applicationId)).now).toBe('lapsed')
  await lapseExpired(site.services)
  expect(await statusOf(applicationId)).toBe('lapsed')
  // Assessed meanwhile: nothing is accredited unpaid, and the payment that comes then does it.
  await find(entry.id, 'assessed')
  expect(await statusOf(applicationId)).toBe('lapsed')
  await site.sql.begin((tx) => publishEntry(tx, { ...again, validUntil: '2031-01-01T00:00:00Z' }))
  expect(await statusOf(applicationId)).toBe('active')
  const [history] = await site.sql`
    select array_agg(concat_ws(' ', from_status, to_status) order by id) as moves from register_history where entry_id = ${entry.id}`
  expect(history!.moves).toEqual([
    'listed',
    'listed lapsed',
    'lapsed listed',
    'listed lapsed',
    'lapsed lapsed',
    'lapsed active',
  ])
})

test('a refused assessment is told to the public at once, everywhere, and nothing more is sold', async () => {
  const { id, cookie, entry } = await paid('Refused Quay Fair')
  await site.sql`
    update assessments set status = 'decided', outcome = 'refuse', decided_by = 'assessors', decided_at = now()
    where application_id = ${id}`
  await site.sql.begin((tx) => publishAssurance(tx, { applicationId: id }, site.services))
  const words = /Assessed, not accredited|and not accredited\./
  const event = await textOf(`/events/${entry.slug}`)
  expect(event).toMatch(/Assessed on \d+ \w+ \d{4}, and not accredited\./)
  expect(event).toContain('does not meet what an accreditation asks for')
  for (const path of [
    `/events/${entry.slug}`,
    `/verify/${entry.number}`,
    '/listings?q=refused+quay',
    '/my-applications',
  ]) {
    const text = await textOf(path, cookie)
    expect(text).toMatch(words)
    // (The register's page names every status among its filters.)
    if (!path.startsWith('/listings')) expect(text).not.toMatch(/assessment (is )?under way|not checked its documents/)
  }
  const detail = (await (await fetch(`${site.origin}/api/events/${entry.slug}`)).json()) as Record<string, unknown>
  expect([detail.accredited, detail.status, detail.assurance]).toEqual([false, 'refused', 'declared'])
  expect((await fetch(`${site.origin}/api/certificates/${entry.number}.pdf`)).status).toBe(404)
  expect(await textOf(`/checkout/gold/${id}`, cookie)).not.toContain('Continue to payment')
  const landed = await textOf(`/funnel/success/${id}`, cookie)
  expect(landed).toContain('Your event was assessed and is not accredited.')
})

test('a suspension that is lifted accredits nothing', async () => {
  const { applicationId, entry } = await published('Suspended Quay Fair')
  const cookie = await signInAdmin(site)
  for (const [act, seen] of [
    ['suspend', 'listed'],
    ['reinstate', 'suspended'],
  ]) {
    const form = new URLSearchParams({ intent: 'status', act: act!, seen: seen!, reason: 'Because of the evidence' })
    const headers = { origin: site.origin, cookie }
    const done = await fetch(`${site.origin}/admin/register/${entry.id}`, { method: 'POST', headers, body: form })
    expect(done.status).toBe(200)
  }
  expect(await statusOf(applicationId)).toBe('listed')
  const [mail] =
    await site.sql`select text_body from mails where kind = 'register-status-changed' order by id desc limit 1`
  expect(mail!.text_body).toContain('It is listed, and its assessment is under way')
  const list = await fetch(`${site.origin}/admin/register?status=listed&q=suspended+quay`, { headers: { cookie } })
  expect(await list.text()).toContain('Suspended Quay Fair')
})

test('a later choice: what is enough now is accredited by the clock, what is not stays until the command', async () => {
  const waiting = await published('Waiting Mill Fair')
  const declared = await published('Declared Mill Fair', 'listing')
  expect([await statusOf(waiting.applicationId), await statusOf(declared.applicationId)]).toEqual(['listed', 'active'])
  // More is asked: nothing is taken back by itself, nor by a payment.
  await accreditAssured({}, under('assessment'))
  const later = { ...declared.publication, validUntil: '2030-01-01T00:00:00Z' }
  await site.sql.begin((tx) => publishEntry(tx, { ...later, brand: under('assessment').brand }))
  expect(await statusOf(declared.applicationId)).toBe('active')
  // A finding that is more than before takes nothing away either.
  await find(declared.entry.id, 'evidence')
  expect(await statusOf(declared.applicationId)).toBe('active')
  const actor = { kind: 'command' as const, name: 'accredit-after' }
  await alignAccreditation(under('assessment'), { takesBack: true, actor })
  expect(await statusOf(declared.applicationId)).toBe('listed')
  const [logged] = await site.sql`select action, actor_name from audit_log where subject_id = ${declared.entry.id}`
  expect(logged).toEqual({ action: 'entry.unaccredited', actor_name: 'accredit-after' })
  // Less is asked.
  await accreditAssured({}, under('evidence'))
  expect([await statusOf(waiting.applicationId), await statusOf(declared.applicationId)]).toEqual(['listed', 'active'])
  await accreditAssured({}, under('listing'))
  expect(await statusOf(waiting.applicationId)).toBe('active')
  // The demonstration's entries and those of the admin area are accredited by the authority itself.
  expect((await alignAccreditation(under('assessment'), { takesBack: true, actor: null })).accredited).toBe(0)
  expect(await site.sql`select from register_entries where status = 'listed' and application_id is null`).toHaveLength(
    0,
  )
})

test('the setting is one of three words', () => {
  for (const name of accreditAfterNames)
    expect(readEnv({ ACCREDIT_AFTER: name })).toHaveProperty('env.brand.accreditAfter', name)
  expect(readEnv({ ACCREDIT_AFTER: 'never' })).toEqual({
    problems: ['ACCREDIT_AFTER is none of listing, evidence, assessment'],
  })
  // The brand's own settings do not reach it.
  expect(readEnv({ BRAND_ACCREDIT_AFTER: 'evidence' })).toHaveProperty('env.brand.accreditAfter', 'listing')
})
