import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createAccessLink } from '#features/applications/access/server/create-access-link.ts'
import { publishIfProven } from '#features/payments/fulfilment/server/publish-listing.ts'
import { ownershipCookie } from '#requests/ownership.ts'
import { createSandboxControls } from '#sandbox/payments/controls.ts'
import { addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'

let controls: ReturnType<typeof createSandboxControls>
let reviewer: { cookie: string; id: string }
const now = new Date('2026-11-20T15:00:00Z')
let time = now
const site = await siteOfFile({ demoData: false, now: () => time })
beforeAll(async () => {
  controls = createSandboxControls({ sql: site.sql })
  const [person] = await site.sql<{ id: string }[]>`select id from people limit 1`
  reviewer = { cookie: await signInAdmin(site), id: person!.id }
})
beforeEach(async () => {
  await site.sql`delete from rate_limits`
})

async function sent(given: Parameters<typeof addApplication>[1] = {}) {
  const application = await addApplication(site.sql, given)
  return { ...application, cookie: ownershipCookie('', [application.id], site.services).split(';')[0]! }
}

async function get(path: string, cookie = '') {
  const response = await site.get(path, { cookie })
  return {
    status: response.status,
    headers: response.headers,
    text: (await response.text()).replaceAll('<!-- -->', ''),
  }
}

async function call(path: string, body: Record<string, unknown>, cookie = '') {
  const response = await site.call(`/api/applications/${path}`, body, { cookie })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

async function post(path: string, form: Record<string, string>, cookie = '') {
  const response = await site.post(path, form, { cookie })
  return {
    status: response.status,
    to: response.headers.get('location'),
    text: (await response.text()).replaceAll('<!-- -->', ''),
  }
}

/** The fields of the page's form, as a browser would post them. */
async function formOf(id: string, cookie: string): Promise<Record<string, string>> {
  const { text } = await get(`/my-applications/${id}/change`, cookie)
  const fields: Record<string, string> = {}
  for (const [tag] of text.matchAll(/<(input|textarea|select)\b[^>]*>/g)) {
    const name = tag.match(/ name="([^"]+)"/)?.[1]
    if (!name || name === 'companySearch' || name === 'addressSearch') continue
    if (tag.includes('type="radio"') && !tag.includes('checked')) continue
    fields[name] = plain(tag.match(/ value="([^"]*)"/)?.[1] ?? '')
  }
  fields.category = plain(text.match(/<option value="([^"]*)" selected=""/)?.[1] ?? '')
  fields.description = text.match(/<textarea[^>]*>([^<]*)</)?.[1] ?? ''
  return fields
}
const plain = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

const decide = (id: string, body: Record<string, unknown>) =>
  site.call(
    '/api/admin/approve',
    { applicationId: id, status: 'approved', reason: 'Fine', ...body },
    { cookie: reviewer.cookie },
  )
const rowOf = async (id: string) =>
  (
    await site.sql`
      select a.status, a.revision, a.withdrawn_at, a.event_draft, a.company_check, o.email, o.name, o.phone
      from applications a join organisations o on o.id = a.organisation_id where a.id = ${id}`
  )[0]!
const mailsTo = (email: string) =>
  site.sql`select kind, subject, text_body from mails where to_email = ${email} order by id`

describe('the page of an application', () => {
  test('another browser gets nothing, whether or not there is such an application', async () => {
    const mine = await sent()
    const other = await sent()
    for (const path of [`/my-applications/${mine.id}`, `/my-applications/${mine.id}/change`]) {
      const unknown = path.replace(mine.id, crypto.randomUUID())
      for (const [asked, cookie] of [
        [path, ''],
        [path, other.cookie],
        [unknown, mine.cookie],
        [path.replace(mine.id, 'no-id'), mine.cookie],
      ] as const) {
        const page = await get(asked, cookie)
        expect(page.status).toBe(404)
        expect(page.headers.get('cache-control')).toBe('no-store')
        expect(page.headers.get('x-robots-tag')).toBe('noindex')
        expect(page.text).toContain('Email me a link')
        for (const secret of [mine.reference, mine.email, 'Harbour Lights']) expect(page.text).not.toContain(secret)
      }
      expect((await post(path, { reason: '' }, other.cookie)).status).toBe(404)
      expect((await post(path.replace(mine.id, 'no-id'), { reason: '' }, other.cookie)).status).toBe(404)
    }
    expect((await call(`${mine.id}/withdraw`, {}, other.cookie)).status).toBe(403)
    expect((await call(`${mine.id}/change`, { revision: 1 }, other.cookie)).status).toBe(422)
    expect((await rowOf(mine.id)).withdrawn_at).toBeNull()
  })

  test('says what is waited for, from whom and by when', async () => {
    // A Friday at 9:00; four office hours later the answer is due.
    const { id, cookie, reference } = await sent({ isConfirmed: false })
    const page = await get(`/my-applications/${id}`, cookie)
    expect(page.status).toBe(200)
    for (const words of [
      reference,
      'Pending Review',
      'Application sent',
      'Done on 20 November 2026 at 09:00',
      'Waiting for you',
      'within 4 office hours',
      'Expected by 20 November 2026 at 13:00',
      'We are late',
      'Correct the application',
      'Withdraw it',
    ])
      expect(page.text).toContain(words)
    expect(page.text).not.toContain('Half of the decisions')
    expect((await get('/my-applications', cookie)).text).toContain(`href="/my-applications/${id}"`)
  })

  test('tells why it was refused, until when to appeal and where', async () => {
    const { id, cookie } = await sent({ submittedAt: '2026-11-02T09:00:00Z', status: 'rejected' })
    await site.sql`
      insert into application_decisions (application_id, decision, decided_by, decided_by_name, reason, decided_at)
      values (${id}, 'rejected', ${reviewer.id}, 'R', 'No insurance for the fire show.', '2026-11-05T09:00:00Z')`
    const page = (await get(`/my-applications/${id}`, cookie)).text.replaceAll('<!-- -->', '')
    expect(page).toContain('Reason: No insurance for the fire show.')
    expect(page).toContain('You can appeal until 5 December 2026.')
    expect(page).toContain(`href="/appeal/${id}"`)
    // The link alone shows none of it.
    expect((await get(`/my-applications/${id}`)).text).not.toContain('fire show')
    await site.sql`delete from application_decisions where application_id = ${id}`.catch(() => {})
  })

  test('tells why its assessment ended in a refusal, with what is not met, until when to appeal and where', async () => {
    const { id, cookie } = await sent({ submittedAt: '2026-11-02T09:00:00Z', status: 'approved' })
    await site.sql`
      update assessments set status = 'decided', outcome = 'refuse', decided_by = 'assessors', decided_at = '2026-11-06T09:00:00Z', score = 20
      where application_id = ${id}`
    await site.sql`
      insert into assessment_criteria (assessment_id, criterion_id, state, verdict, reason, judged_by, judged_at)
      select id, 'event-plan', 'received', 'not-met', 'Nobody is named for the fire show.', ${reviewer.id}, '2026-11-05T09:00:00Z'
      from assessments where application_id = ${id}`
    await site.sql`
      insert into assessment_steps (assessment_id, step, by_id, by_name, outcome, reason, taken_at)
      select id, 'decided', ${reviewer.id}, 'R', 'refuse', 'The plan is too short.', '2026-11-06T09:00:00Z'
      from assessments where application_id = ${id}`
    const page = (await get(`/my-applications/${id}`, cookie)).text
    expect(page).toContain('Your event was assessed and is not accredited')
    expect(page).toContain('Reason: The plan is too short.')
    expect(page).toMatch(/<li[^>]*>[^<]+: Nobody is named for the fire show\.</)
    expect(page).toContain('You can appeal until 6 December 2026.')
    expect(page).toContain(`href="/appeal/${id}"`)
    expect(page).not.toMatch(/email[^.<]* gives the reasons/)
    const other = (await get(`/my-applications/${id}`)).text
    for (const secret of ['fire show', 'too short']) expect(other).not.toContain(secret)
    // An appeal that was upheld opens it again: the refusal is no more.
    await site.sql`update assessments set status = 'open', outcome = null, decided_by = null, decided_at = null, score = null where application_id = ${id}`
    expect((await get(`/my-applications/${id}`, cookie)).text).not.toContain('too short')
  })

  test('tells the median of the last twelve months once there are enough decisions', async () => {
    for (let n = 0; n < 10; n++) {
      const { id } = await addApplication(site.sql, { submittedAt: '2026-11-02T09:00:00Z', status: 'rejected' })
      await site.sql`
        insert into application_decisions (application_id, decision, decided_by, decided_by_name, decided_at)
        values (${id}, 'rejected', ${reviewer.id}, 'R', '2026-11-05T09:00:00Z')`
    }
    const { id, cookie } = await sent()
    expect((await get(`/my-applications/${id}`, cookie)).text).toContain(
      'Half of the decisions of the last twelve months took 3 days or less.',
    )
  })
})

describe('the home of an entry', () => {
  const parts = (text: string) => [...text.matchAll(/<h2 [^>]*>([^<]+)</g)].map(([, title]) => title)
  /** What looks like the main action; the page's own forms are below. */
  const main = (text: string) =>
    [...text.matchAll(/class="button button-action[^"]*"[^>]*>([^<]+)/g)].map(([, label]) => label)
  const own = async (id: string, cookie: string) => {
    const { text } = await get(`/my-applications/${id}`, cookie)
    return text.slice(text.indexOf('<main'), text.indexOf('</main'))
  }

  test('an approved application leads to the payment by its one main button, and has nothing of an entry yet', async () => {
    const { id, cookie } = await sent({ status: 'approved' })
    const page = await own(id, cookie)
    expect(main(page)).toEqual(['Pay for the annual listing'])
    expect(page).toContain(`href="/checkout/listing/${id}"`)
    expect(parts(page)).toEqual([
      'What to do next',
      'Dates',
      'Documents and conditions',
      'Assessment call',
      'Change or withdraw',
      'Steps',
    ])
  })

  test('an entry has status, next step and dates first, and everything else below', async () => {
    const { id, cookie, organisationId } = await sent({ status: 'approved' })
    await site.sql`
      insert into orders (application_id, organisation_id, type, amount_pence, discount_pence, status, paid_at, covers_until)
      values (${id}, ${organisationId}, 'listing', 4900, 0, 'paid', now(), '2027-11-20T12:00:00Z')`
    await site.sql`update organisations set stripe_customer_id = ${`cus_${id}`} where id = ${organisationId}`
    await site.sql.begin((tx) => publishIfProven(tx, site.services, id))
    await site.sql`
      insert into assessment_conditions (assessment_id, text, due_on)
      select id, 'A named steward at each gate.', '2027-05-01' from assessments where application_id = ${id}`
    const [entry] = await site.sql<{ id: string; number: string; slug: string }[]>`
      select id, number, slug from register_entries where application_id = ${id}`
    const { number, slug } = entry!
    const page = await own(id, cookie)
    expect(parts(page)).toEqual([
      'Your accreditation depends on these conditions',
      'What to do next',
      'Dates',
      'Certificate',
      'Live badge',
      'Credential',
      'Documents and conditions',
      'Billing and invoices',
      'Assessment call',
      'Followers',
      'Change or withdraw',
      'Cancel or renew',
      'Concerns',
      'Steps',
    ])
    expect(main(page)).toEqual(['Send your documents'])
    for (const words of [
      'Accredited: declared, no documents checked',
      `/certificates/${number}.pdf`,
      `src="/badge/${number}.svg"`,
      `/verify/${number}`,
      `/events/${slug}`,
      'A named steward at each gate. <span class="figures">By 1 May 2027.</span>',
      '£49.00',
      'Manage Billing',
      'Book a call',
      'Nobody follows this entry yet.',
      'The listing renews on 20 November 2027 at £49.',
      'We have no open question to you about a concern.',
    ])
      expect(page).toContain(words)
    expect(page).toMatch(/&lt;a href=(&quot;|")[^>]*\/events\//)

    // A report that nobody has asked about stays between its reporter and us.
    await site.sql`
      insert into concerns (reference, about, in_danger, event, happened, entry_id, promised_at, received_at)
      values ('CON-7K3M9Q', 'conduct', false, 'Harbour Lights', 'They sold the same pitch twice.', ${entry!.id}, now(), now())`
    expect(await own(id, cookie)).toContain('We have no open question to you about a concern.')
    await site.sql`
      insert into concern_replies (concern_id, token_hash, question, asked_at, expires_at)
      select id, decode(repeat('ab', 32), 'hex'), 'Did you?', now(), now() + interval '1 day' from concerns`
    expect(await own(id, cookie)).toContain('We have asked you about a concern.')
    expect((await get(`/my-applications/${id}`)).text).not.toContain(number)

    await site.sql`update orders set renewal_stopped = true where application_id = ${id}`
    expect(await own(id, cookie)).toContain('You have cancelled. The listing ends on 20 November 2027')
    await site.sql`update orders set status = 'refunded' where application_id = ${id}`
    await site.sql`update register_entries set status = 'lapsed' where id = ${entry!.id}`
    expect(main(await own(id, cookie))).toEqual(['Renew the listing'])
  })

  test('the emailed link leads there', async () => {
    const { id, email } = await sent({ status: 'approved' })
    const link = await createAccessLink(site.sql, { applicationId: id, email, now })
    expect((await post(link, {})).to).toBe(`/my-applications/${id}`)
  })
})

describe('a correction', () => {
  test('is stored with what was changed and when, and the applicant is told', async () => {
    const { id, cookie, email } = await sent({ draft: { latitude: 54.4, longitude: -0.6, couponCode: 'LAUNCH100' } })
    const form = await formOf(id, cookie)
    expect(form).toMatchObject({
      revision: '1',
      title: 'Harbour Lights Festival',
      latitude: '54.4',
      eventType: 'physical',
    })
    const stored = await post(
      `/my-applications/${id}/change`,
      { ...form, title: 'Harbour <Lights>', phone: '0161 496 0177' },
      cookie,
    )
    expect([stored.status, stored.to]).toEqual([303, `/my-applications/${id}?done=changed`])
    const row = await rowOf(id)
    expect(row).toMatchObject({ revision: 2, status: 'submitted', phone: '0161 496 0177' })
    expect(row.event_draft).toMatchObject({
      title: 'Harbour <Lights>',
      latitude: 54.4,
      couponCode: 'LAUNCH100',
      capacity: 1200,
    })
    const page = await get(stored.to!, cookie)
    expect(page.text).toContain('Your correction has been saved.')
    expect(page.text).toContain('Corrected on 20 November 2026 at 15:00')
    expect(page.text).toContain('Event title: “Harbour Lights Festival” → “Harbour &lt;Lights&gt;”')
    const [mail] = await mailsTo(email)
    expect(mail!.kind).toBe('application-changed')
    expect(mail!.text_body).toContain('Phone number: “0161 496 0199” → “0161 496 0177”')
    expect(mail!.text_body).toMatch(/\/access\/[\w-]{43}\s/)
    const [remark] = await site.sql`select kind, text from application_remarks where application_id = ${id}`
    expect(remark!.kind).toBe('changed')

    // Posted again with nothing changed it counts for nothing; from a tab that has not seen it, it is refused and what was typed stays.
    expect((await post(`/my-applications/${id}/change`, await formOf(id, cookie), cookie)).status).toBe(303)
    expect((await rowOf(id)).revision).toBe(2)
    const late = await post(`/my-applications/${id}/change`, { ...form, title: 'An older tab' }, cookie)
    expect(late.status).toBe(409)
    expect(late.text).toContain('was changed in another tab or browser')
    expect(late.text).toContain('value="An older tab"')
  })

  test('what is wrong stands beside its field, and nothing is lost', async () => {
    const { id, cookie } = await sent()
    const form = { ...(await formOf(id, cookie)), email: 'nobody', venue: '', contactName: 'Robin <R>' }
    const page = await post(`/my-applications/${id}/change`, form, cookie)
    expect(page.status).toBe(422)
    expect(page.text).toContain('Please enter a valid email address')
    expect(page.text).toContain('Venue is required for physical events')
    expect(page.text).toContain('value="Robin &lt;R&gt;"')
    expect((await rowOf(id)).revision).toBe(1)
  })

  test('a changed address has to be confirmed again, and the old one is told', async () => {
    const { id, cookie, email } = await sent()
    await site.sql`insert into access_links (token_hash, application_id, created_at, expires_at, email)
      values (sha256('old'), ${id}, now(), now() + interval '1 day', ${email})`
    const changed = `new-${id}@harbour-lights.example`
    await post(`/my-applications/${id}/change`, { ...(await formOf(id, cookie)), email: changed }, cookie)
    expect((await rowOf(id)).email).toBe(changed)
    expect((await mailsTo(changed)).map(({ kind }) => kind)).toEqual(['address-confirmation'])
    const [notified] = await mailsTo(email)
    expect([notified!.kind, notified!.text_body.includes(changed)]).toEqual(['address-exchanged', false])
    expect(await site.sql`select from access_links where application_id = ${id}`).toHaveLength(0)
    const page = await get(`/my-applications/${id}`, cookie)
    expect(page.text).toContain('We have emailed you a link.')
    expect(page.text).not.toContain('Your email address is confirmed.')
  })

  test('the company register is asked again where number or name changed, and decides as at submission', async () => {
    const { id, cookie } = await sent()
    const given = { ...(await formOf(id, cookie)), name: 'Larkmoor & Fettle Events', companyNo: '99000001' }
    await post(`/my-applications/${id}/change`, given, cookie)
    expect((await rowOf(id)).status).toBe('approved')
    const decisions = () =>
      site.sql`select decision from application_decisions where application_id = ${id} order by id`
    expect((await decisions()).map(({ decision }) => decision)).toEqual(['approved'])

    // Approved by the register alone it can still be corrected; a name that it does not confirm takes the approval back.
    const session = await site
      .call('/api/stripe/create-listing-session', { applicationId: id }, { cookie })
      .then(async (response) => ((await response.json()) as { url: string }).url.split('/').at(-1)!)
    const answer = await post(
      `/my-applications/${id}/change`,
      { ...(await formOf(id, cookie)), name: 'Another Ltd' },
      cookie,
    )
    expect(answer.status).toBe(303)
    expect(await rowOf(id)).toMatchObject({
      status: 'submitted',
      revision: 3,
      company_check: { state: 'name-differs' },
    })
    expect((await decisions()).map(({ decision }) => decision)).toEqual(['approved', 'withdrawn'])
    const [page] = await site.sql`select body ->> 'status' as status from sandbox.payment_objects where id = ${session}`
    expect(page!.status).toBe('expired')
  })

  test('of what an approval was about is decided again, by a person: that is said before, and emailed', async () => {
    const { id, cookie, email } = await sent({
      organisation: { name: 'Larkmoor & Fettle Events Ltd', company_no: '99000001' },
      status: 'approved',
      draft: { title: 'Harmless tea party', capacity: 20 },
      companyCheck: { state: 'confirmed' },
    })
    const change = async (typed: Record<string, string>) =>
      (await post(`/my-applications/${id}/change`, { ...(await formOf(id, cookie)), ...typed }, cookie)).status
    expect((await get(`/my-applications/${id}/change`, cookie)).text).toContain(
      'a reviewer decides again before you can pay',
    )
    // Other letters, other people to ask, and a few more guests are no other event.
    expect(await change({ title: 'Harmless Tea  Party', phone: '0161 496 0178', capacity: '199' })).toBe(303)
    expect((await rowOf(id)).status).toBe('approved')

    const body = JSON.stringify({ applicationId: id })
    const headers = { origin: site.origin, 'content-type': 'application/json', cookie }
    const opened = await fetch(`${site.origin}/api/stripe/create-listing-session`, { method: 'POST', headers, body })
    const session = ((await opened.json()) as { url: string }).url.split('/').at(-1)!
    expect(await change({ title: 'Ultra Mega Stadium Firework Rave', capacity: '1000000' })).toBe(303)
    expect((await rowOf(id)).status).toBe('submitted')
    const [page] = await site.sql`select body ->> 'status' as status from sandbox.payment_objects where id = ${session}`
    expect(page!.status).toBe('expired')
    const again = await fetch(`${site.origin}/api/stripe/create-listing-session`, { method: 'POST', headers, body })
    expect(again.status).toBe(409)
    const [ended] =
      await site.sql`select decision, reason from application_decisions where application_id = ${id} order by id desc limit 1`
    expect(ended).toEqual({ decision: 'withdrawn', reason: 'The applicant has changed: Event title, Capacity.' })
    expect((await mailsTo(email)).at(-1)!.text_body).toContain(
      'You have changed: Event title, Capacity. So your application is',
    )
    expect((await get(`/review/${id}`, reviewer.cookie)).text).toContain('It was approved before')

    // The company register's word knows nothing of the event.
    expect(await change({ name: 'Larkmoor & Fettle Events' })).toBe(303)
    expect((await rowOf(id)).status).toBe('submitted')
    const decided = await fetch(`${site.origin}/api/admin/approve`, {
      method: 'POST',
      headers: { ...headers, cookie: reviewer.cookie },
      body: JSON.stringify({ applicationId: id, status: 'approved', reason: 'Licensed.' }),
    })
    expect(decided.status).toBe(200)
    expect(await site.sql`select from applications where id = ${id} and facts_changed_at is not null`).toHaveLength(0)
  })

  test('of a published event is a proposal: the entry keeps its facts until a reviewer has accepted it', async () => {
    const { id, cookie, email, organisationId } = await sent({ status: 'approved' })
    await site.sql`
      insert into orders (application_id, organisation_id, type, amount_pence, discount_pence, status, paid_at, covers_until)
      values (${id}, ${organisationId}, 'listing', 4900, 0, 'paid', now(), now() + interval '1 year')`
    await site.sql.begin((tx) => publishIfProven(tx, site.services, id))
    const entry = async () =>
      (
        await site.sql`select title, venue, capacity, starts_on::text, status, valid_until from register_entries where application_id = ${id}`
      )[0]!
    const first = await entry()
    expect(first).toMatchObject({ title: 'Harbour Lights Festival', capacity: 1200 })
    await site.sql`
      insert into assessment_criteria (assessment_id, criterion_id, state, verdict, reason, judged_by)
      select id, 'event-plan', 'accepted', 'met', 'Seen.', ${reviewer.id} from assessments where application_id = ${id}`

    const path = `/my-applications/${id}/change`
    expect((await get(path, cookie)).text).toContain('Propose a change')
    const form = await formOf(id, cookie)
    expect(form).toMatchObject({ intent: 'propose', title: 'Harbour Lights Festival' })
    expect(form).not.toHaveProperty('email')
    // Nobody gets around the reviewer by the call of a correction, with a day that is over, or from another browser.
    expect((await call(`${id}/change`, { revision: 1, organisation: form, eventDraft: form })).status).not.toBe(200)
    expect((await post(path, { ...form, date: '2020-02-29' }, cookie)).text).toContain('must be today or later')
    const stranger = await sent()
    expect((await post(path, { ...form, title: 'Mine' }, stranger.cookie)).status).not.toBe(303)
    const sentOff = await post(path, { ...form, title: 'Firework Rave', capacity: '9000', date: '2027-09-01' }, cookie)
    expect([sentOff.status, sentOff.to]).toEqual([303, `/my-applications/${id}?done=proposed`])
    expect(await entry()).toEqual(first)
    expect((await rowOf(id)).event_draft.title).toBe('Harbour Lights Festival')
    expect((await mailsTo(email)).at(-1)!.text_body).toContain('Nothing has changed yet.')
    expect((await get(`/my-applications/${id}`, cookie)).text).toContain('Waiting for a reviewer')
    // Reviewers find it in a part of their queue, and on the first page of the admin area.
    const listed = async () => {
      const queue = await get('/admin/applications?status=proposed', reviewer.cookie)
      const { text } = await get('/admin', reviewer.cookie)
      return [queue.text.includes(`/review/${id}`), /<span[^>]*>(\d)<\/span>changes? to decide/.exec(text)?.[1] ?? '0']
    }
    expect(await listed()).toEqual([true, '1'])

    const decide = async (intent: string, more = {}) => {
      const review = await get(`/review/${id}/decision`, reviewer.cookie)
      const proposal = review.text.match(/name="proposal" value="([^"]+)"/)?.[1] ?? ''
      return (
        await post(
          `/review/${id}/decision`,
          { intent, proposal, change: 'The licence covers it.', ...more },
          reviewer.cookie,
        )
      ).status
    }
    expect(await decide('accept-change', { change: '' })).toBe(422)
    expect(await decide('refuse-change')).toBe(303)
    expect(await entry()).toEqual(first)
    expect((await post(path, { ...form, title: 'Firework Rave', date: '2027-09-01' }, cookie)).status).toBe(303)
    expect(await decide('accept-change')).toBe(303)
    expect(await entry()).toEqual({ ...first, title: 'Firework Rave', starts_on: '2027-09-01' })
    expect((await rowOf(id)).event_draft).toMatchObject({ title: 'Firework Rave', capacity: 1200 })
    expect((await mailsTo(email)).at(-1)!.text_body).toContain('The licence covers it.')
    const [history] = await site.sql`
      select change, reason from register_history h join register_entries e on e.id = h.entry_id
      where e.application_id = ${id} order by h.id desc limit 1`
    expect(history).toEqual({ change: 'corrected', reason: 'Changed: event title, date.' })
    // What was found of the event before is found again.
    const [judged] = await site.sql`
      select verdict, state from assessment_criteria c join assessments s on s.id = c.assessment_id where s.application_id = ${id}`
    expect(judged).toEqual({ verdict: null, state: 'accepted' })
    expect(await decide('accept-change')).not.toBe(303)
    expect(await listed()).toEqual([false, '0'])
  })

  test('by the call: for the browser that applied, and for no other', async () => {
    const { id, cookie } = await sent()
    const { phone, ...organisation } = {
      name: 'Harbour Lights Festival Ltd',
      contactName: 'Robin Example',
      email: `by-call-${id}@harbour-lights.example`,
      phone: '0161 496 0100',
    }
    const eventDraft = { title: 'By the call', eventType: 'private', category: 'Other' }
    const body = { revision: 1, organisation: { ...organisation, phone }, eventDraft }
    expect((await call(`${id}/change`, body)).status).toBe(403)
    expect(await call(`${id}/change`, body, cookie)).toEqual({
      status: 200,
      body: { revision: 2, status: 'submitted' },
    })
    expect((await rowOf(id)).event_draft).toMatchObject({ title: 'By the call', eventType: 'private', venue: '' })
    const stale = await call(`${id}/change`, body, cookie)
    expect([stale.status, stale.body.because]).toEqual([409, undefined])
  })

  test('of an organisation with a second application is refused', async () => {
    const first = await sent()
    await addApplication(site.sql, { organisationId: first.organisationId })
    const form = { ...(await formOf(first.id, first.cookie)), phone: '0161 496 0178' }
    const page = await post(`/my-applications/${first.id}/change`, form, first.cookie)
    expect(page.status).toBe(409)
    expect(page.text).toContain('You have applied for another event with the same organisation')
  })

  test('of an event that a reviewer has approved is decided again while nothing is paid, and its findings with it', async () => {
    const { id, cookie } = await sent({ draft: { title: 'Harmless tea party', capacity: 20 } })
    const before = await formOf(id, cookie)
    expect((await decide(id, { revision: 1 })).status).toBe(200)
    await site.sql`
      insert into assessment_criteria (assessment_id, criterion_id, state, verdict, reason, judged_by, judged_at)
      select id, 'event-plan', 'accepted', 'not-met', 'Seen.', ${reviewer.id}, ${now.toISOString()} from assessments where application_id = ${id}`
    const path = `/my-applications/${id}/change`
    const form = await formOf(id, cookie)
    expect(form).toMatchObject({ intent: 'event', title: 'Harmless tea party' })
    expect(form).not.toHaveProperty('email')
    expect((await get(path, cookie)).text).toContain('a reviewer decides again before you can pay')
    expect((await get(`/my-applications/${id}`, cookie)).text).toContain('Correct the event')
    // It was approved for this organisation, and cannot be withdrawn any more.
    const other = { name: 'Another Ltd', contactName: 'R', email: before.email!, phone: '0161 496 0178' }
    const eventDraft = { title: 'Harmless tea party', eventType: 'private', category: 'Other' }
    const called = await call(`${id}/change`, { revision: 1, organisation: other, eventDraft }, cookie)
    expect([called.status, called.body.error]).toEqual([409, expect.stringContaining('only its event')])
    expect((await call(`${id}/withdraw`, {}, cookie)).status).toBe(409)

    // What decides nothing changes without a decision.
    expect((await post(path, { ...form, capacity: '199', url: 'https://tea.example' }, cookie)).status).toBe(303)
    expect(await rowOf(id)).toMatchObject({ status: 'approved', revision: 2 })
    const again = { ...(await formOf(id, cookie)), title: 'Firework Rave', capacity: '9000' }
    expect((await post(path, again, cookie)).status).toBe(303)
    expect(await rowOf(id)).toMatchObject({ status: 'submitted', revision: 3, event_draft: { title: 'Firework Rave' } })
    expect(await site.sql`select from proposed_changes where application_id = ${id}`).toHaveLength(0)
    const session = await site.call('/api/stripe/create-listing-session', { applicationId: id }, { cookie })
    expect(session.status).toBe(409)
    const [judged] = await site.sql`
      select verdict from assessment_criteria c join assessments s on s.id = c.assessment_id where s.application_id = ${id}`
    expect(judged).toEqual({ verdict: null })
    expect((await get(`/review/${id}`, reviewer.cookie)).text).toContain('It was approved before')
    // The promise of an answer counts from now on.
    const own = (await get(`/my-applications/${id}`, cookie)).text
    expect([own.includes('Waiting for us'), own.includes('We are late')]).toEqual([true, false])
    // Nobody has looked at it since: it is corrected like one that was just sent, until somebody does.
    const slip = { ...(await formOf(id, cookie)), title: 'Firework Evening' }
    expect(slip).toHaveProperty('email')
    time = new Date(now.getTime() + 60_000)
    expect((await post(path, slip, cookie)).status).toBe(303)
    expect((await decide(id, { revision: 4 })).status).toBe(200)
    expect((await rowOf(id)).status).toBe('approved')
    expect(await formOf(id, cookie)).toMatchObject({ intent: 'event' })
    time = now
  })

  test('ends when somebody begins to review: who and when, and whoever decides has seen the last correction', async () => {
    const { id, cookie } = await sent()
    const form = await formOf(id, cookie)
    await post(`/my-applications/${id}/change`, { ...form, title: 'Seen by nobody' }, cookie)
    const stale = await decide(id, { revision: 1 })
    expect([stale.status, ((await stale.json()) as { notice: string }).notice]).toEqual([409, 'changed'])
    expect((await decide(id, { revision: 2, status: 'rejected' })).status).toBe(200)

    const late = await post(`/my-applications/${id}/change`, form, cookie)
    expect(late.status).toBe(409)
    expect(late.text).toContain('A reviewer began to look at this application on 20 November 2026 at 15:00.')
    const body = {
      revision: 2,
      organisation: form,
      eventDraft: { ...form, capacity: 1, latitude: null, longitude: null },
    }
    const refused = await call(`${id}/change`, body, cookie)
    expect([refused.status, refused.body.because, refused.body.at]).toEqual([409, 'reviewed', now.toISOString()])
    const withdrawn = await call(`${id}/withdraw`, {}, cookie)
    expect([withdrawn.status, withdrawn.body.because]).toEqual([409, 'reviewed'])
    expect((await get(`/my-applications/${id}`, cookie)).text).not.toContain('Withdraw it')
  })

  test('and a decision at the same moment: nothing is approved that the reviewer has not seen', async () => {
    for (let round = 0; round < 3; round++) {
      const { id, cookie } = await sent()
      const form = { ...(await formOf(id, cookie)), title: 'At the same moment' }
      const [answer, decision] = await Promise.all([
        post(`/my-applications/${id}/change`, form, cookie),
        site.call(
          '/api/admin/approve',
          { applicationId: id, status: 'approved', reason: 'Fine', revision: 1 },
          { cookie: reviewer.cookie },
        ),
      ])
      // After an approval the correction makes it submitted again; before it, the approval is refused.
      expect([answer.status, (await rowOf(id)).status]).toEqual([303, 'submitted'])
      expect([200, 409]).toContain(decision.status)
    }
  })
})

test('the CRM is told of corrections and the withdrawal of what it has heard of, and of nothing after that', async () => {
  const notified = async (id: string): Promise<unknown[]> =>
    Array.from(
      await site.sql`select status, selected_options from crm_updates where application_id = ${id} order by id`,
    )
  const { id, cookie } = await sent()
  const change = async (title: string) =>
    await post(`/my-applications/${id}/change`, { ...(await formOf(id, cookie)), title }, cookie)
  expect((await change('Not heard of')).status).toBe(303)
  expect(await notified(id)).toHaveLength(0)
  await site.sql`update applications set crm_status = 'pre_approved', crm_options = '{gold}' where id = ${id}`
  expect((await change('Heard of')).status).toBe(303)
  expect((await post(`/my-applications/${id}`, { intent: 'withdraw', reason: '' }, cookie)).status).toBe(303)
  const both = ['application_corrected', 'application_withdrawn'].map((status) => ({
    status,
    selected_options: ['gold'],
  }))
  expect(await notified(id)).toEqual(both)
  const late = await site.call(
    '/api/update-crm-status',
    { applicationId: id, status: 'assessment_requested', selectedOptions: [] },
    { cookie },
  )
  expect(late.status).toBe(200)
  expect(await notified(id)).toEqual(both)
})

describe('a withdrawal', () => {
  test('asks once more, leaves the queue, closes what is open and tells the applicant', async () => {
    const { id, cookie, email, reference } = await sent({ status: 'approved' })
    await site.sql`insert into application_samples (application_id, reason, matches, chosen_at) values (${id}, 'share', '{}', now())`
    const booked = await site.call(
      '/api/book-assessment',
      {
        preferredDate: '2026-11-24',
        preferredTime: '10:00',
        phone: '0161 496 0177',
        message: '',
        selectedOptions: [],
        applicationId: id,
      },
      { cookie },
    )
    expect(booked.ok).toBe(true)
    expect((await get(`/my-applications/${id}?withdraw=1`, cookie)).text).toContain('Withdraw this application?')
    const done = await post(`/my-applications/${id}`, { reason: 'The event is <off>.' }, cookie)
    expect([done.status, done.to]).toEqual([303, `/my-applications/${id}?done=withdrawn`])
    expect(await rowOf(id)).toMatchObject({ status: 'submitted', withdrawn_at: now.toISOString() })
    const page = await get(done.to!, cookie)
    expect(page.text).toContain('Your application has been withdrawn.')
    expect(page.text).toContain('>Withdrawn<')
    expect(page.text).not.toContain('Annual listing paid')
    expect((await mailsTo(email)).map(({ kind }) => kind)).toContain('application-withdrawn')
    expect((await site.sql`select state from assessment_calls where application_id = ${id}`)[0]!.state).toBe(
      'cancelled',
    )
    expect(await site.sql`select from application_samples where application_id = ${id}`).toHaveLength(0)

    const admin = (path: string) => get(path, reviewer.cookie)
    expect((await admin('/admin/applications')).text).not.toContain(reference)
    expect((await admin('/admin/applications?status=withdrawn')).text).toContain(reference)
    const review = await admin(`/review/${id}`)
    expect(review.text).toContain('Withdrawn by the applicant')
    expect(review.text).toContain('The event is &lt;off&gt;.')
    expect(review.text).not.toContain('Approve</button>')
    const decided = await site.call(
      '/api/admin/approve',
      { applicationId: id, status: 'approved', reason: 'Fine' },
      { cookie: reviewer.cookie },
    )
    expect(decided.status).toBe(409)

    expect((await get(`/pre-approved?application_id=${id}`)).text).toContain('Application Withdrawn')
    expect((await get(`/checkout/listing/${id}`, cookie)).text).not.toContain('Continue to payment')
    expect((await get(`/evidence/${id}`, cookie)).text).toContain('You have withdrawn this application')
    expect((await post(`/my-applications/${id}`, { reason: '' }, cookie)).status).toBe(409)
    expect((await get(`/my-applications/${id}/change`, cookie)).text).toContain('You withdrew this application on')
  })

  test('by the call, with an address that nobody has confirmed: the mail tells nothing that was typed', async () => {
    const { id, cookie, email } = await sent({ isConfirmed: false })
    expect(await call(`${id}/withdraw`, { reason: '' }, cookie)).toEqual({ status: 200, body: { withdrawn: true } })
    const [mail] = await mailsTo(email)
    expect(mail!.kind).toBe('application-withdrawn')
    expect(mail!.text_body).not.toContain('Harbour Lights')
  })

  test('once the listing is paid the order rules, and while a payment is on its way nothing is done', async () => {
    const { id, cookie } = await sent({ status: 'approved' })
    const session = await site
      .call('/api/stripe/create-listing-session', { applicationId: id }, { cookie })
      .then(async (response) => ((await response.json()) as { url: string }).url.split('/').at(-1)!)
    await controls.completeUnpaid(session)
    const waiting = await post(`/my-applications/${id}`, { reason: '' }, cookie)
    expect([waiting.status, waiting.text.includes('A payment is being made.')]).toEqual([409, true])
    await controls.settleDelayed(session, 'paid')
    await get(`/checkout/listing/${id}`, cookie)
    const paid = await call(`${id}/withdraw`, { reason: '' }, cookie)
    expect([paid.status, paid.body.because]).toEqual([409, 'paid'])
    const page = (await get(`/my-applications/${id}`, cookie)).text
    expect(page).toContain('Its annual listing was paid on')
    expect(page).toContain('You have nothing more to pay for it.')
    expect((await rowOf(id)).withdrawn_at).toBeNull()
  })
})
