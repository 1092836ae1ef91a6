import postgres from 'postgres'
import { camel } from '#database/camel.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import { asJson, type Sql } from '#database/sql.ts'
import { type CompanyCheck, judgeCompany } from '#domain/company.ts'
import { newReference } from '#domain/new-reference.ts'
import type { Admin } from '#domain/permissions.ts'
import { deleteDraft } from '#features/applications/draft/server/save-draft.ts'
import type { createApplicationSchema, Organisation } from '#features/applications/schema.ts'
import type { Services } from '#requests/services.ts'
import { type Failure, failure } from '#wire/failure.ts'
import { mailNewApplication } from './mail-applicant.ts'
import {
  type ApplicationRow,
  findOrganisation,
  insertRegistryApproval,
  lockOrganisation,
  type OrganisationRow,
} from './queries.ts'
import { sampleApplication } from './sample-application.ts'

type ApplicationRequest = Omit<typeof createApplicationSchema.infer, 'submissionKey' | 'draftId'> & {
  /** Sent again, it answers the application that it made before. */
  submissionKey: string | null
  /** Held by the caller; deleted in the same transaction. */
  draftId: string | null
}

type StoredApplication = { application: ApplicationRow; created: boolean; differs: boolean }

/**
 * The caller owns the organisation. `approved` only where the registry, asked now, confirms an active company of that number and name.
 * @param by the person of the admin area who applies for it. @returns `differs`: the key made another event's application before, and
 * nothing is stored.
 */
export async function createApplication(
  services: Pick<Services, 'sql' | 'companies' | 'now' | 'brand' | 'env'>,
  request: ApplicationRequest,
  by: Admin | null,
): Promise<StoredApplication | Failure> {
  const { sql, companies, now } = services
  const before = await findRepeated(sql, request)
  if (before) return before
  for (;;) {
    const [organisation] = await findOrganisation(sql, { id: request.organisationId })
    if (!organisation) return failure('not-found', 'There is no such organisation.')
    const check = request.status === 'approved' ? await checkCompany(organisation, companies, now) : notAsked(now)
    const stored = await store(services, request, organisation, check, by)
    // Corrected while the registry was asked: it is judged again.
    if (stored !== 'corrected') return stored
  }
}

/** Asks the registry, where there is a company number. */
export async function checkCompany(
  { name, companyNo }: Organisation,
  companies: Services['companies'],
  now: () => Date,
): Promise<CompanyCheck> {
  if (companyNo === '') return notAsked(now)
  return judgeCompany(name, await companies.details(companyNo, { purpose: 'submission' }), now().toISOString())
}

const notAsked = (now: () => Date): CompanyCheck => ({ state: 'not-asked', checkedAt: now().toISOString() })

async function store(
  services: Pick<Services, 'sql' | 'brand' | 'env' | 'now'>,
  request: ApplicationRequest,
  organisation: OrganisationRow,
  check: CompanyCheck,
  by: Admin | null,
): Promise<StoredApplication | Failure | 'corrected'> {
  const { organisationId, eventDraft, couponCode, submissionKey, draftId } = request
  const status = check.state === 'confirmed' ? 'approved' : 'submitted'
  for (let attempt = 1; ; attempt++) {
    try {
      const made = await services.sql.begin(async (transaction) => {
        const [stored] = await lockOrganisation(transaction, { id: organisationId })
        if (!Bun.deepEquals(stored, organisation)) return 'corrected'
        const reference = newReference('APP')
        const sql = camel(transaction)
        const [row] = await sql<ApplicationRow[]>`
          insert into applications (reference, organisation_id, status, coupon_code, event_draft, company_check, submission_key)
          values (${reference}::text, ${organisationId}::uuid, ${status}::text, nullif(${couponCode}::text, ''),
            ${asJson(eventDraft)}::jsonb, ${asJson(check)}::jsonb, ${submissionKey}::uuid)
          on conflict (submission_key) do nothing
          returning id, reference, status, submitted_at as created_at, organisation_id, event_draft`
        if (row && status === 'approved') {
          await insertRegistryApproval(transaction, {
            applicationId: row.id,
            reason: `An active company of this number and name: ${check.companyName}`,
          })
          const sample = { applicationId: row.id, percent: services.env.reviewSamplePercent, now: services.now() }
          await sampleApplication(transaction, sample)
        }
        if (row) await mailNewApplication(transaction, organisation, row, services)
        if (row && draftId) {
          // Its links open nothing, and lead the applicant to the application.
          await transaction`
            update access_links set application_id = ${row.id}::uuid, draft_id = null, was_draft = true,
              used_at = coalesce(used_at, ${services.now().toISOString()}::timestamptz)
            where draft_id = ${draftId}::uuid`
          await deleteDraft(transaction, { id: draftId })
        }
        if (row && by) {
          const subject = { kind: 'application', id: row.id }
          const after = { reference, status, organisationId }
          await recordChange(transaction, { actor: byPerson(by), subject, action: 'created', after })
        }
        return row
      })
      if (made === 'corrected') return made
      if (made) return { application: made, created: true, differs: false }
      return (await findRepeated(services.sql, request))!
    } catch (problem) {
      const isTaken = problem instanceof postgres.PostgresError && problem.constraint_name === 'applications_reference'
      if (attempt === 5 || !isTaken) throw problem
    }
  }
}

async function findRepeated(
  pool: Sql,
  { submissionKey, organisationId, eventDraft }: ApplicationRequest,
): Promise<StoredApplication | Failure | null> {
  if (!submissionKey) return null
  const sql = camel(pool)
  const [found] = await sql<ApplicationRow[]>`
    select id, reference, status, submitted_at as created_at, organisation_id, event_draft
    from applications
    where submission_key = ${submissionKey}::uuid`
  if (!found) return null
  return found.organisationId === organisationId
    ? { application: found, created: false, differs: !Bun.deepEquals(found.eventDraft, eventDraft) }
    : failure('conflict', 'This submission key has been used for another application.')
}

/**
 * Sent again under its key, the organisation is corrected as long as it has no application. @param browser id of the browser
 * (`readBrowserId`). @returns `isAsGiven` is false where there is an application, whose organisation stays; `conflict` where another
 * browser has used the key.
 */
export async function createOrganisation(
  pool: Sql,
  organisation: Organisation,
  submissionKey: string | null,
  browser: string | null,
): Promise<{ id: string; created: boolean; isAsGiven: boolean } | Failure> {
  const [made] = await pool.begin(async (tx) => {
    // Waits for an application of it that is being stored, which the next statement then sees.
    if (submissionKey)
      await tx<{ id: string }[]>`select id from organisations where submission_key = ${submissionKey}::uuid for update`
    const { name, tradingName, contactName, email, phone, website, companyNo } = organisation
    return await tx<{ id: string; created: boolean }[]>`
      insert into organisations as o (name, trading_name, contact_name, email, phone, website, company_no, submission_key,
        sent_from)
      values (
        ${name}::text, nullif(${tradingName}::text, ''), ${contactName}::text, ${email}::text, ${phone}::text,
        nullif(${website}::text, ''), nullif(${companyNo}::text, ''), ${submissionKey}::uuid,
        -- An unknown browser that sends what was shared by a link: a browser that nobody has, so that the key opens nothing again.
        coalesce(${browser}::uuid, (
          select gen_random_uuid() from application_drafts as d join access_links as l on l.draft_id = d.id
          where d.submission_key = ${submissionKey}::uuid and l.used_at is not null
          limit 1
        ))
      )
      on conflict (submission_key) do update
      set
        name = excluded.name, trading_name = excluded.trading_name, contact_name = excluded.contact_name,
        email = excluded.email, phone = excluded.phone, website = excluded.website, company_no = excluded.company_no
      where not exists (select from applications as a where a.organisation_id = o.id)
        and (o.sent_from is null or o.sent_from = ${browser}::uuid)
      returning id, xmax = 0 as created`
  })
  if (made) return { ...made, isAsGiven: true }
  // A statement of its own sees what the transaction that was first has committed.
  const sql = camel(pool)
  const [before] = await sql<{ id: string; sentFrom: string | null }[]>`
    select id, sent_from from organisations where submission_key = ${submissionKey}::uuid`
  const { id, sentFrom } = before!
  if (sentFrom !== null && sentFrom !== browser) return failure('conflict', sentElsewhere)
  const [stored] = await findOrganisation(pool, { id })
  return { id, created: false, isAsGiven: Bun.deepEquals({ ...stored }, { ...organisation, id }) }
}

const sentElsewhere =
  'These answers were sent from another browser. To continue that application here, ask us to email you a link.'
