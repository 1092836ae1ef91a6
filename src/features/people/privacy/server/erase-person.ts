import { camel } from '#database/camel.ts'
import type { Transaction } from '#database/sql.ts'
import type { Instant } from '#domain/formats.ts'
import { emptyOrganisations, emptyTheseApplications } from './empty-old-applications.ts'
import { deleteIncomingMails, deleteIncomingOf, purgeEvidence } from './purge-documents.ts'

type ErasedCount = { what: string; count: number }
export type ErasureReport = { erased: ErasedCount[]; kept: (ErasedCount & { why: string })[] }

type Removal = (sql: Transaction, of: { email: string; now: string }) => PromiseLike<{ count: number }>

/** By what the report calls them. */
const removals: Readonly<Record<string, Removal>> = {
  'Unfinished applications': (sql, { email }) => sql`
    delete from application_drafts where lower(btrim(answers ->> 'email', E' \\t\\r\\n')) = ${email}::text`,
  'Messages by the contact form': (sql, { email }) => sql`
    delete from contact_enquiries where lower(email) = ${email}::text`,
  'Quick qualification checks': (sql, { email }) => sql`
    delete from quick_apply_leads where lower(email) = ${email}::text`,
  'Webinar sign-ups': (sql, { email }) => sql`
    delete from webinar_sign_ups where lower(email) = ${email}::text`,
  'Names and contacts of reservations': (sql, { email }) => sql`
    update boxing_reservations set name = '', email = '', phone = '', mailbox = '', visitor = ''
      where lower(email) = ${email}::text`,
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
  'API keys': (sql, { email }) => sql`
    delete from api_keys where lower(email) = ${email}::text`,
  'Closed complaints': (sql, { email }) => sql`
    delete from complaints where lower(email) = ${email}::text and closed_at is not null`,
  'Concerns that have ended: who reported, and what they wrote': (sql, { email }) => sql`
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
    delete from concern_reporters where concern_id in (select id from mine)`,
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

/** All but what the register, the accounts and running contracts need. The report names nobody. @param of.email in small letters. */
export async function erasePerson(
  transaction: Transaction,
  { email, now }: { email: string; now: Instant },
): Promise<ErasureReport> {
  const report: ErasureReport = { erased: [], kept: [] }
  const { noteErased, noteKept } = notesIn(report)
  // Locked, with what keeps them.
  const organisations = await camel(transaction)<ContactOf[]>`
    select
      o.id, o.name, o.stripe_customer_id,
      array(select a.id from applications a where a.organisation_id = o.id) as applications,
      exists (select from applications a where a.organisation_id = o.id and (a.status = 'submitted' and a.withdrawn_at is null
        or exists (select from appeals p where p.application_id = a.id and p.settled_at is null))) as is_waiting,
      exists (
        select from orders r where r.organisation_id = o.id and r.status in ('paid', 'disputed')
          and (r.type = 'listing' or r.subscription_id is not null)
          -- The provider still tries to take a renewal that is not paid.
          and (r.covers_until is null or r.covers_until > ${now}::timestamptz or r.payment_failed_at is not null)
      ) as is_billed,
      exists (select from orders r where r.organisation_id = o.id and r.status = 'pending'
        and r.created_at > ${now}::timestamptz - interval '2 days')
        as is_paying,
      exists (select from orders r where r.organisation_id = o.id and r.status in ('paid', 'refunded', 'disputed',
        'cancelled')) as has_accounts,
      exists (
        select from register_entries e
        where e.organisation_id = o.id or e.application_id in (select a.id from applications a where a.organisation_id = o.id)
      ) as has_entry
    from organisations o
    where lower(o.email) = ${email}::text
    order by o.id
    for update of o`
  const bound = organisations.filter((each) => whyBound(each) !== null)
  const free = organisations.filter((each) => whyBound(each) === null)
  for (const each of bound) noteKept(`Contact and applications of ${each.name}`, 1, whyBound(each)!)
  await eraseContacts(transaction, free, report, now)
  for (const [what, remove] of Object.entries(removals))
    noteErased(what, (await remove(transaction, { email, now })).count)
  // Those of a case that goes on are kept with it.
  const incoming = await transaction<{ id: string }[]>`
    select id from incoming_mails
    where lower(from_email) = ${email}::text and (application_id is null or ${bound.length === 0}::boolean)`
  const sent = await deleteIncomingMails(transaction, { ids: incoming.map(({ id }) => id), by: 'erasure', now })
  noteErased('Emails that came from this address', sent)
  const [open] = await transaction<{ complaints: number; concerns: number; staff: number }[]>`
    select
      (select count(*) from people where lower(email) = ${email}::text)::int as staff,
      (select count(*) from complaints where lower(email) = ${email}::text and closed_at is null)::int as complaints,
      (select count(*) from concern_reporters as r join concerns as c on c.id = r.concern_id
        where lower(r.email) = ${email}::text and c.settled_at is null)::int as concerns`
  const why = 'They are still open. Close them first.'
  noteKept('Open complaints', open!.complaints, why)
  noteKept('Open concerns', open!.concerns, why)
  noteKept('Emails to this address', bound.length, 'They are about something that is still open.')
  if (bound.length === 0)
    for (const [what, remove] of Object.entries(removalsOfMail))
      noteErased(what, (await remove(transaction, { email, now })).count)
  noteKept('Account of the admin area', open!.staff, 'An owner can end it under People.')
  return report
}

type ContactOf = {
  id: string
  name: string
  stripeCustomerId: string | null
  applications: string[]
  isWaiting: boolean
  isBilled: boolean
  isPaying: boolean
  hasAccounts: boolean
  hasEntry: boolean
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
