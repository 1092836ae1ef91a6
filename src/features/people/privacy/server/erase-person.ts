import { createHmac } from 'node:crypto'
import { camel } from '#database/camel.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import { asJson, type Transaction } from '#database/sql.ts'
import type { Admin } from '#domain/permissions.ts'
import type { Services } from '#requests/services.ts'
import { emptyOrganisations, emptyTheseApplications } from './empty-old-applications.ts'
import { deleteIncomingMails, deleteIncomingOf, purgeEvidence } from './purge-documents.ts'
import { type ContactOf, exportPerson, listOrganisations } from './queries.ts'

type ErasedCount = { what: string; count: number }
export type ErasureReport = { erased: ErasedCount[]; kept: (ErasedCount & { why: string })[] }

/** All but what the register, the accounts and running contracts need. The report names nobody. @param email in small letters. */
export async function erasePerson(
  services: Pick<Services, 'sql' | 'env' | 'now'>,
  { email, reason, admin }: { email: string; reason: string; admin: Admin },
): Promise<ErasureReport> {
  const now = services.now().toISOString()
  return await services.sql.begin(async (transaction) => {
    const report = await eraseWithin(transaction, email, now)
    // Nothing was done that the page should show the next time.
    if (report.erased.length === 0) return report
    const [row] = await transaction<{ id: string }[]>`
      insert into erasures (address, erased_at, erased_by, erased_by_name, reason, erased, kept)
      values (${addressDigest(email, services)}::text, ${now}::timestamptz, ${admin.id}::text, ${admin.name}::text,
        ${reason}::text, ${asJson(report.erased)}::jsonb, ${asJson(report.kept)}::jsonb)
      returning id`
    await recordChange(transaction, {
      actor: byPerson(admin),
      subject: { kind: 'erasure', id: row!.id },
      action: 'done',
      after: { erased: report.erased.length, kept: report.kept.length },
    })
    return report
  })
}

/** Shows whether an erasure was of a given address; without one it tells nothing. */
export function addressDigest(email: string, { env }: Pick<Services, 'env'>): string {
  return createHmac('sha256', env.sessionSecret).update(`erasure ${email}`).digest('base64url')
}

type Removal = (sql: Transaction, of: { email: string; now: string }) => PromiseLike<{ one: number }[]>

/** By what the report calls them. */
const removals: Readonly<Record<string, Removal>> = {
  'Unfinished applications': (sql, { email }) => sql<{ one: number }[]>`
    delete from application_drafts where lower(btrim(answers ->> 'email', E' \\t\\r\\n')) = ${email}::text returning 1 as one`,
  'Messages by the contact form': (sql, { email }) => sql<{ one: number }[]>`
    delete from contact_enquiries where lower(email) = ${email}::text returning 1 as one`,
  'Quick qualification checks': (sql, { email }) => sql<{ one: number }[]>`
    delete from quick_apply_leads where lower(email) = ${email}::text returning 1 as one`,
  'Webinar sign-ups': (sql, { email }) => sql<{ one: number }[]>`
    delete from webinar_sign_ups where lower(email) = ${email}::text returning 1 as one`,
  'Names and contacts of reservations': (sql, { email }) => sql<{ one: number }[]>`
    update boxing_reservations set name = '', email = '', phone = '', mailbox = '', visitor = ''
      where lower(email) = ${email}::text returning 1 as one`,
  'Press subscriptions and requests': (sql, { email, now }) => sql<{ one: number }[]>`
    with requests as (
      update press_requests set email = null where lower(email) = ${email}::text returning 1
    ), subscriptions as (
      update press_subscriptions set email = null, ended_at = ${now}::timestamptz where lower(email) = ${email}::text returning 1
    )
    select 1 as one from requests union all select 1 from subscriptions`,
  'What was followed by email': (sql, { email }) => sql<{ one: number }[]>`
    with requests as (
      delete from follow_requests where lower(email) = ${email}::text returning 1
    ), ended as (
      delete from followers where lower(email) = ${email}::text returning 1
    )
    select 1 as one from requests union all select 1 from ended`,
  'Webhook endpoints and links to them': (sql, { email }) => sql<{ one: number }[]>`
    with links as (
      delete from webhook_links where email = ${email}::text returning 1
    ), endpoints as (
      delete from webhook_endpoints where email = ${email}::text returning 1
    )
    select 1 as one from links union all select 1 from endpoints`,
  'API keys': (sql, { email }) => sql<{ one: number }[]>`
    delete from api_keys where lower(email) = ${email}::text returning 1 as one`,
  'Closed complaints': (sql, { email }) => sql<{ one: number }[]>`
    delete from complaints where lower(email) = ${email}::text and closed_at is not null returning 1 as one`,
  'Concerns that have ended: who reported, and what they wrote': (sql, { email }) => sql<{ one: number }[]>`
    with mine as (
      select r.concern_id as id from concern_reporters as r join concerns as c on c.id = r.concern_id
      where lower(r.email) = ${email}::text and c.settled_at is not null
    ), emptied as (
      update concerns set event = '', place = '', occurred = '', happened = '', token_hash = null
      where id in (select id from mine)
    ), messages as (
      update case_steps set text = ''
      where concern_id in (select id from mine) and kind = 'message' and text <> ''
    )
    delete from concern_reporters where concern_id in (select id from mine) returning 1 as one`,
}

/** Only where nothing is still running. */
const removalsOfMail: Readonly<Record<string, Removal>> = {
  'Texts and recipients of emails': (sql, { email, now }) => sql<{ one: number }[]>`
    with emptied as (
      update mails
      set to_name = '', to_email = '', text_body = '', html_body = '', unsubscribe_url = null, in_reply_to = null,
        reason = case when state = 'waiting' then 'Erased before it was sent.' end,
        state = case when state = 'waiting' then 'failed' else state end,
        settled_at = coalesce(settled_at, ${now}::timestamptz)
      where html_body <> '' and (lower(to_email) = ${email}::text or names_address(text_body, ${email}::text))
      returning id
    ), attachments as (
      delete from mail_attachments where mail_id in (select id from emptied)
    )
    select 1 as one from emptied`,
  'Confirmation of the address, and links emailed to it': (sql, { email }) => sql<{ one: number }[]>`
    with links as (
      delete from access_links where lower(email) = ${email}::text returning 1
    ), confirmations as (
      delete from address_confirmations where email = ${email}::text returning 1
    ), confirmed as (
      delete from confirmed_addresses where email = ${email}::text returning 1
    )
    select 1 as one from links union all select 1 from confirmations union all select 1 from confirmed`,
  'That emails to the address came back': (sql, { email }) => sql<{ one: number }[]>`
    with reports as (
      delete from bounces where email = ${email}::text returning 1
    ), suppressed as (
      delete from suppressed_addresses where email = ${email}::text returning 1
    )
    select 1 as one from reports union all select 1 from suppressed`,
}

async function eraseWithin(transaction: Transaction, email: string, now: string): Promise<ErasureReport> {
  const report: ErasureReport = { erased: [], kept: [] }
  const { noteErased, noteKept } = notesIn(report)
  const organisations = await listOrganisations(camel(transaction), { email, now })
  const bound = organisations.filter((each) => whyBound(each) !== null)
  const free = organisations.filter((each) => whyBound(each) === null)
  for (const each of bound) noteKept(`Contact and applications of ${each.name}`, 1, whyBound(each)!)
  await eraseContacts(transaction, free, report, now)
  for (const [what, remove] of Object.entries(removals))
    noteErased(what, (await remove(transaction, { email, now })).length)
  // Those of a case that goes on are kept with it.
  const incoming = await transaction<{ id: string }[]>`
    select id from incoming_mails
    where lower(from_email) = ${email}::text and (application_id is null or ${bound.length === 0}::boolean)`
  const sent = await deleteIncomingMails(transaction, { ids: incoming.map(({ id }) => id), by: 'erasure', now })
  noteErased('Emails that came from this address', sent)
  const [open] = await transaction<{ complaints: number; concerns: number }[]>`
    select
      (select count(*) from complaints where lower(email) = ${email}::text and closed_at is null)::int as complaints,
      (select count(*) from concern_reporters as r join concerns as c on c.id = r.concern_id
        where lower(r.email) = ${email}::text and c.settled_at is null)::int as concerns`
  const why = 'They are still open. Close them first.'
  noteKept('Open complaints', open!.complaints, why)
  noteKept('Open concerns', open!.concerns, why)
  noteKept('Emails to this address', bound.length, 'They are about something that is still open.')
  if (bound.length === 0)
    for (const [what, remove] of Object.entries(removalsOfMail))
      noteErased(what, (await remove(transaction, { email, now })).length)
  const [row] = await exportPerson(transaction, { email })
  const staff = row!.held.staff_account?.length ?? 0
  noteKept('Account of the admin area', staff, 'An owner can end it under People.')
  return report
}

/** What there is none of is not noted. */
function notesIn({ erased, kept }: ErasureReport) {
  return {
    noteErased: (what: string, count: number) => count > 0 && erased.push({ what, count }),
    noteKept: (what: string, count: number, why: string) => count > 0 && kept.push({ what, count, why }),
  }
}

/** Something that is still running, or null. */
function whyBound({ isWaiting, isBilled, isPaying }: ContactOf): string | null {
  if (isWaiting) return 'An application or an appeal is waiting for a decision. Decide it first.'
  if (isBilled) return 'A listing or a monthly service is paid, and the contract needs a contact. End it first.'
  if (isPaying) return 'A payment was started in the last two days. Wait until it is finished.'
  return null
}

async function eraseContacts(
  transaction: Transaction,
  organisations: ContactOf[],
  report: ErasureReport,
  now: string,
): Promise<void> {
  if (organisations.length === 0) return
  const named = organisations.filter((each) => each.hasAccounts || each.hasEntry)
  const nameless = organisations.filter((each) => !named.includes(each))
  const ids = (list: ContactOf[]) => list.map(({ id }) => id)
  await emptyOrganisations(transaction, ids(named), true)
  await emptyOrganisations(transaction, ids(nameless), false)
  // An organiser without a company number may be a private person: the page that gathers their entries goes, unless other entries name
  // them.
  const pages = await transaction<{ id: string }[]>`
    with freed as (
      update register_entries as e set organiser_id = null
      from register_organisers as o
      where e.organisation_id = any(${ids(organisations)}::uuid[]) and o.id = e.organiser_id and o.key like 'organisation %'
      returning e.id, o.id as organiser_id
    )
    delete from register_organisers as o
    where o.id in (select organiser_id from freed)
      and not exists (select from register_entries as e where e.organiser_id = o.id and e.id not in (select id from freed))
    returning o.id::text as id`
  const applications = organisations.flatMap((each) => each.applications)
  await emptyTheseApplications(transaction, applications)
  const incoming = await deleteIncomingOf(transaction, { ids: applications, by: 'erasure', now })
  const documents = await purgeEvidence(transaction, { ids: applications, by: 'erasure', now })
  const { noteErased, noteKept } = notesIn(report)
  noteErased('Contacts of organisations', organisations.length)
  noteErased('Pages of organisers that gathered their entries', pages.length)
  noteErased('Emails about applications that came to us', incoming)
  noteErased('Documents sent as evidence, with their names', documents)
  noteErased('Answers, questions and calls of applications', applications.length)
  noteKept(
    'Reference, date and decision of applications',
    applications.length,
    'We must be able to show that we treated everyone equally.',
  )
  const entries = organisations.filter((each) => each.hasEntry).length
  noteKept('Register entries, with the organisation as organiser', entries, 'The register is public and complete.')
  noteKept(
    'Orders and payments',
    organisations.filter((each) => each.hasAccounts).length,
    'Accounts are kept for six years: orders, payment events and the name of the organisation.',
  )
  const [issued] = await transaction<{ count: number }[]>`
    select count(*)::int as count from payment_documents d join orders o on o.id = d.order_id
    where o.organisation_id = any(${ids(organisations)}::uuid[])`
  noteKept(
    'Invoices and credit notes',
    issued!.count,
    'VAT records are kept for six years: number, date and amounts here, and the documents with the name that was on them at the payment provider.',
  )
  const customers = organisations.flatMap(({ stripeCustomerId: id }) => id ?? [])
  noteKept(
    'Customer at the payment provider',
    customers.length,
    `Held by the payment provider: delete the customer there (${customers.join(', ')}). Its invoices stay there.`,
  )
}
