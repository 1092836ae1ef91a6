import { createHmac } from 'node:crypto'
import { byPerson, recordChange } from '#database/record-change.ts'
import type { Transaction } from '#database/sql.ts'
import type { Admin } from '#domain/permissions.ts'
import type { Services } from '#requests/services.ts'
import type { Erased, ErasureReport, Kept } from '../state.ts'
import { emptyTheseApplications } from './empty-old-applications.ts'
import {
  addErasure,
  emptyOrganisations,
  eraseAddress,
  eraseApiKeys,
  eraseBounces,
  eraseComplaints,
  eraseConcerns,
  eraseDrafts,
  eraseEnquiries,
  eraseFollows,
  eraseLeads,
  eraseMails,
  eraseOrganiserPages,
  erasePress,
  eraseReservations,
  eraseSignUps,
  eraseWebhooks,
} from './erasure-queries.ts'
import { purgeEvidence } from './purge-evidence.ts'
import { type ContactOf, countOpenCases, exportPerson, listOrganisations } from './queries.ts'

/**
 * Erases what is held about whoever an e-mail address belongs to, but for what the register, the accounts and running contracts have to
 * keep: all of it in one transaction, with a report that names nobody and a line in the audit log.
 *
 * @param email in small letters, trimmed.
 * @returns what went, and what stays and why.
 */
export async function erasePerson(
  services: Pick<Services, 'sql' | 'env' | 'now'>,
  { email, reason, admin }: { email: string; reason: string; admin: Admin },
): Promise<ErasureReport> {
  const now = services.now().toISOString()
  return await services.sql.begin(async (transaction) => {
    const report = await eraseWithin(transaction, email, now)
    // Where everything is kept, nothing was done that the page should tell the next time.
    if (report.erased.length === 0) return report
    const [row] = await addErasure(transaction, {
      address: addressDigest(email, services),
      now,
      personId: admin.id,
      personName: admin.name,
      reason,
      erased: report.erased,
      kept: report.kept,
    })
    await recordChange(transaction, {
      actor: byPerson(admin),
      subject: { kind: 'erasure', id: row!.id },
      action: 'done',
      after: { erased: report.erased.length, kept: report.kept.length },
    })
    return report
  })
}

/** Tells whether an erasure was about a given address, and tells nothing without one. */
export function addressDigest(email: string, { env }: Pick<Services, 'env'>): string {
  return createHmac('sha256', env.sessionSecret).update(`erasure ${email}`).digest('base64url')
}

async function eraseWithin(transaction: Transaction, email: string, now: string): Promise<ErasureReport> {
  const erased: Erased[] = []
  const kept: Kept[] = []
  const note = (what: string, { length: count }: { length: number }) => count > 0 && erased.push({ what, count })

  const organisations = await listOrganisations(transaction, { email, now })
  const bound = organisations.filter((each) => whyBound(each) !== null)
  const free = organisations.filter((each) => whyBound(each) === null)
  for (const each of bound)
    kept.push({ what: `Contact and applications of ${each.name}`, count: 1, why: whyBound(each)! })
  await eraseContacts(transaction, free, { erased, kept, now })

  note('Unfinished applications', await eraseDrafts(transaction, { email }))
  note('Messages by the contact form', await eraseEnquiries(transaction, { email }))
  note('Quick qualification checks', await eraseLeads(transaction, { email }))
  note('Webinar sign-ups', await eraseSignUps(transaction, { email }))
  note('Names and contacts of reservations', await eraseReservations(transaction, { email }))
  note('Press subscriptions and requests', await erasePress(transaction, { email, now }))
  note('What was followed by email', await eraseFollows(transaction, { email }))
  note('Webhook endpoints and links to them', await eraseWebhooks(transaction, { email }))
  note('API keys', await eraseApiKeys(transaction, { email }))
  note('Closed complaints', await eraseComplaints(transaction, { email }))
  note('Concerns that have ended: who reported, and what they wrote', await eraseConcerns(transaction, { email }))
  const [open] = await countOpenCases(transaction, { email })
  const why = 'They are still open. Close them first.'
  if (open!.complaints > 0) kept.push({ what: 'Open complaints', count: open!.complaints, why })
  if (open!.concerns > 0) kept.push({ what: 'Open concerns', count: open!.concerns, why })
  if (bound.length > 0) {
    kept.push({
      what: 'Emails to this address',
      count: bound.length,
      why: 'They are about something that is still open.',
    })
  } else {
    note('Texts and recipients of emails', await eraseMails(transaction, { email, now }))
    note('Confirmation of the address, and links emailed to it', await eraseAddress(transaction, { email }))
    note('That emails to the address came back', await eraseBounces(transaction, { email }))
  }

  const [row] = await exportPerson(transaction, { email })
  const staff = row!.held.staff_account?.length ?? 0
  if (staff > 0)
    kept.push({ what: 'Account of the admin area', count: staff, why: 'An owner can end it under People.' })
  return { erased, kept }
}

/** What keeps an organisation's contact: something that is still running. Null when nothing does. */
function whyBound({ is_waiting, is_billed, is_paying }: ContactOf): string | null {
  if (is_waiting) return 'An application or an appeal is waiting for a decision. Decide it first.'
  if (is_billed) return 'A listing or a monthly service is paid, and the contract needs a contact. End it first.'
  if (is_paying) return 'A payment was started in the last two days. Wait until it is finished.'
  return null
}

async function eraseContacts(
  transaction: Transaction,
  organisations: ContactOf[],
  { erased, kept, now }: ErasureReport & { now: string },
): Promise<void> {
  if (organisations.length === 0) return
  const named = organisations.filter((each) => each.has_accounts || each.has_entry)
  const nameless = organisations.filter((each) => !named.includes(each))
  const ids = (list: ContactOf[]) => list.map(({ id }) => id)
  await emptyOrganisations(transaction, { ids: ids(named), keepNames: true })
  await emptyOrganisations(transaction, { ids: ids(nameless), keepNames: false })
  const pages = await eraseOrganiserPages(transaction, { ids: ids(organisations) })
  const applications = organisations.flatMap((each) => each.applications)
  await emptyTheseApplications(transaction, applications)
  const documents = await purgeEvidence(transaction, { ids: applications, by: 'erasure', now })
  erased.push({ what: 'Contacts of organisations', count: organisations.length })
  if (pages.length > 0) erased.push({ what: 'Pages of organisers that gathered their entries', count: pages.length })
  if (documents > 0) erased.push({ what: 'Documents sent as evidence, with their names', count: documents })
  if (applications.length > 0) {
    erased.push({ what: 'Answers, questions and calls of applications', count: applications.length })
    const why = 'We must be able to show that we treated everyone equally.'
    kept.push({ what: 'Reference, date and decision of applications', count: applications.length, why })
  }
  const entries = organisations.filter((each) => each.has_entry).length
  if (entries > 0) {
    kept.push({
      what: 'Register entries, with the organisation as organiser',
      count: entries,
      why: 'The register is public and complete.',
    })
  }
  const accounts = organisations.filter((each) => each.has_accounts).length
  if (accounts > 0) {
    const why = 'Accounts are kept for six years: orders, payment events and the name of the organisation.'
    kept.push({ what: 'Orders and payments', count: accounts, why })
  }
  const customers = organisations.flatMap(({ stripe_customer_id: id }) => id ?? [])
  if (customers.length > 0) {
    const why = `Held by the payment provider: delete the customer there (${customers.join(', ')}).`
    kept.push({ what: 'Customer at the payment provider', count: customers.length, why })
  }
}
