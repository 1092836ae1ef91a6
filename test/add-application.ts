import type { Sql } from '#database/sql.ts'
import { normaliseMailAddress } from '#domain/mail-address.ts'

export type AddedApplication = { id: string; organisationId: string; reference: string; email: string }

let added = 0

/**
 * An application of an invented organisation, straight in the database, whose address is confirmed unless `isConfirmed` is false: for
 * tests of what comes after submission.
 */
export async function addApplication(
  sql: Sql,
  given: {
    status?: 'submitted' | 'approved' | 'rejected'
    organisationId?: string
    submittedAt?: string
    draft?: Record<string, unknown>
    organisation?: Record<string, unknown>
    companyCheck?: Record<string, unknown>
    isConfirmed?: boolean
  } = {},
): Promise<AddedApplication> {
  const number = ++added
  const organisation = {
    name: 'Harbour Lights Festival Ltd',
    contact_name: 'Robin Example',
    email: `events-${number}@harbour-lights.example`,
    phone: '0161 496 0199',
    ...given.organisation,
  }
  const [made] = given.organisationId
    ? await sql<{ id: string; email: string }[]>`select id, email from organisations where id = ${given.organisationId}`
    : await sql<
        { id: string; email: string }[]
      >`insert into organisations ${sql(organisation as never)} returning id, email`
  if (given.isConfirmed ?? true) {
    await sql`
      insert into confirmed_addresses (email, confirmed_at) values (${normaliseMailAddress(made!.email)}, now())
      on conflict do nothing`
  }
  const draft = {
    title: 'Harbour Lights Festival',
    date: '2027-08-21',
    eventType: 'physical',
    venue: 'Old Harbour',
    address: '1 Quay Street',
    city: 'Whitby',
    onlineUrl: '',
    category: 'Music & Concerts',
    url: 'https://harbour-lights.example/',
    capacity: 1200,
    description: 'Two evenings of music and light on the water.',
    line_1: '1 Quay Street',
    line_2: '',
    county: 'North Yorkshire',
    postcode: 'YO21 1ZZ',
    country: 'England',
    latitude: null,
    longitude: null,
    couponCode: '',
    ...given.draft,
  }
  const check = { state: 'not-asked', checkedAt: '2026-11-20T09:00:00.000Z', ...given.companyCheck }
  const reference = `T-${process.pid}-${number}`
  const [application] = await sql<{ id: string }[]>`
    insert into applications (reference, organisation_id, status, event_draft, company_check, submitted_at)
    values (${reference}, ${made!.id}, ${given.status ?? 'submitted'}, ${sql.json(draft as never)}, ${sql.json(check as never)},
      ${given.submittedAt ?? '2026-11-20T09:00:00Z'})
    returning id`
  return { id: application!.id, organisationId: made!.id, reference, email: made!.email }
}
