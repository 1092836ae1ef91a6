import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { HtmlValidate } from 'html-validate'
import type { PageId } from '#admin-pages.ts'
import { ownershipCookie } from '#requests/ownership.ts'
import { addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'
import { allPages, pageIds } from './all-pages.ts'

setDefaultTimeout(60_000)

const now = new Date('2026-11-20T12:00:00Z')
const validate = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // A label is for what has a role of its own to be named, such as a landmark or a control.
    'aria-label-misuse': ['error', { allowAnyNamable: false }],
    'no-inline-style': 'error',
    // Several boxes with one name are a choice of several.
    'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'button', 'reset', 'submit'] }],
    // Any id without blanks is one in HTML; React makes such as `_R_1_`.
    'valid-id': ['error', { relaxed: true }],
    // How React writes what means the same: `charSet`, `<br/>`, `checked=""`.
    'attr-case': 'off',
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'no-trailing-whitespace': 'off',
    // Titles of pages hold those of events, which their organisers have chosen.
    'long-title': 'off',
    // Telephone numbers may break over two lines where there is no room.
    'tel-non-breaking': 'off',
    // Programs that are spoken to find some fields by `for` alone.
    // The admin's menu stands twice, of which one is shown. axe, in a browser, asks this of what is shown.
    'unique-landmark': 'off',
  },
})

/** Not every program reads the label of what is neither landmark nor control: a list is named by the words before it. */
const labelWithoutRole = /<(?:ul|ol|dl|li|p|div|span)\b(?![^>]*\brole=)[^>]*\baria-label[^>]*>/g

/**
 * The one exception: in a table whose rows stack on a phone (`ui/table.tsx`) every part names its role, because some browsers take a
 * table whose parts are set as blocks for none. A checker that reads markup alone sees what is said twice.
 */
function withoutStackedRoles(html: string): string {
  return html.replace(/<table class="(?:stacks|dense)"[\s\S]*?<\/table>/g, (table) =>
    table.replace(/ role="(?:table|rowgroup|row|columnheader|rowheader|cell)"/g, ''),
  )
}

let cookie: string
let params: Record<string, string>
let ids: Partial<Record<PageId, string>>

const site = await siteOfFile({ now: () => now })
beforeAll(async () => {
  const { sql } = site
  const admin = await signInAdmin(site)
  const application = await addApplication(sql, { status: 'approved' })
  const { id: appId, organisationId } = application
  cookie = `${admin}; ${ownershipCookie('', [appId, organisationId], site.services).split(';')[0]}`
  const post = async (path: string, body: Record<string, unknown>) => await site.call(path, body, { cookie })
  const person = { name: 'Perpetua Inkwell', email: 'perpetua@larkmoor.example', phone: '0161 496 0177' }
  await post('/api/contact', { ...person, company: '', subject: '', message: 'Hello' })
  await post('/api/webinar-sign-ups', person)
  await post('/api/boxing-reservations', { ...person, guests: 2, ticketType: 'vip' })
  const one = async (rows: Promise<{ id: string }[]>) => (await rows)[0]!.id
  const order = await one(sql`
    insert into orders (application_id, organisation_id, type, status, amount_pence)
    values (${appId}, ${organisationId}, 'award', 'paid', 19900) returning id`)
  const complaint = await one(sql`
    insert into complaints (reference, name, email, about, message, received_at)
    values ('C-MARKUP', 'P', 'p@larkmoor.example', 'event', 'Hello', now()) returning id`)
  const [entry] =
    await sql`select slug, number, id, organiser_id, lower(city) as city from register_entries order by featured desc limit 1`
  const concern = await one(sql`
    insert into concerns (reference, about, in_danger, entry_id, event, happened, state, received_at, promised_at)
    values ('CON-MARKUP', 'safety', true, ${entry!.id}, 'A fair', 'Hello', 'looking', now(), now()) returning id`)
  const organiser = `by-${entry!.organiser_id}`
  params = {
    slug: entry!.slug,
    organiser,
    city: entry!.city,
    number: entry!.number,
    appId,
    id: appId,
    kind: 'reservations',
    token: 'a'.repeat(43),
  }
  ids = {
    adminEntry: entry!.id,
    order,
    adminComplaint: complaint,
    adminConcern: concern,
    adminAppeal: await one(sql`
      insert into appeals (reference, application_id, against, assessment_id, grounds, received_at)
      select 'APL-MARKUP', application_id, 'refusal', id, 'Hello', now() from assessments where application_id = ${appId}
      returning id`),
    submission: await one(sql`select id from boxing_reservations limit 1`),
    mail: await one(sql`select id from mails limit 1`),
    person: await one(sql`select id from people limit 1`),
  }
})

const pathOf = (page: PageId) =>
  allPages[page].path.replace(/:(\w+)/g, (_, name) => (name === 'id' && ids[page]) || params[name]!)

async function htmlOf(path: string): Promise<string> {
  const response = await fetch(site.origin + path, { headers: { cookie } })
  expect(response.headers.get('content-type')).toContain('text/html')
  return await response.text()
}

async function findingsOf(html: string): Promise<string[]> {
  const report = await validate.validateString(withoutStackedRoles(html))
  const findings = report.results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  )
  return [...findings, ...(html.match(labelWithoutRole) ?? [])]
}

test.each(pageIds)('%s', async (page) => {
  expect(await findingsOf(await htmlOf(pathOf(page)))).toEqual([])
})

// The same pages with a dialog open, filters set, an empty list, a step taken, a form refused.
test.each([
  '/listings?q=zzzz',
  '/listings?q=fair&city=Leeds&verified=1&filters=1',
  '/database?q=fair&category=culture',
  '/events?category=sports',
  '/events?event=:slug',
  '/boxing?guests=3&ticket=premium',
  '/boxing?guests=3&ticket=premium&reserve=1',
  '/pre-approved?application_id=:appId',
  '/pre-approved?application_id=:appId&book=1&date=2026-11-24',
  '/checkout/listing/fallback?appId=:appId',
  '/funnel/success/:appId?certificate=1',
  '/concerns?event=:number',
  '/admin/concerns?list=upheld',
  '/admin/correspondence/enquiries',
  '/admin/content?dated=boxing',
  '/admin/claims?add=webinar-banner',
  '/no-such-page',
])('%s', async (pattern) => {
  const path = pattern.replace(/:(\w+)/g, (_, name) => params[name]!)
  expect(await findingsOf(await htmlOf(path))).toHaveLength(0)
})

test.each<[PageId, Record<string, string>]>([
  ['contact', { name: '', email: 'nobody' }],
  ['webinar', { name: '', email: 'nobody' }],
  ['complaints', { name: '', email: 'nobody' }],
  ['concerns', { name: '', email: 'nobody' }],
  ['adminConcern', { intent: 'settle' }],
  ['quickApply', { step: 'company', companyName: '' }],
  ['adminContent', { intent: 'date', page: 'webinar', day: '', time: '' }],
])('%s as it comes back from a post', async (page, form) => {
  const headers = { origin: site.origin, cookie }
  const response = await fetch(site.origin + pathOf(page), { method: 'POST', headers, body: new URLSearchParams(form) })
  expect(response.status).toBe(422)
  expect(await findingsOf(await response.text())).toHaveLength(0)
})
