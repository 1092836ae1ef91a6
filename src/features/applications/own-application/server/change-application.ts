import { type } from 'arktype'
import { camel } from '#database/camel.ts'
import { asJson, type Transaction } from '#database/sql.ts'
import type { CompanyCheck } from '#domain/company.ts'
import { maskEmail, normaliseMailAddress } from '#domain/mail-address.ts'
import { createAccessLink } from '#features/applications/access/server/create-access-link.ts'
import { queueCrmNews } from '#features/applications/crm/server/queue-crm-update.ts'
import { applicationApprovedMail } from '#features/applications/mails.ts'
import {
  type EventDraft,
  eventDraftSchema,
  type Organisation,
  organisationSchema,
} from '#features/applications/schema.ts'
import { checkCompany } from '#features/applications/server/create-application.ts'
import { findOrganisation, insertRegistryApproval, lockOrganisation } from '#features/applications/server/queries.ts'
import { sampleApplication } from '#features/applications/server/sample-application.ts'
import { sizeStarts } from '#features/assessments/criteria/rules.ts'
import { readCriteria } from '#features/assessments/criteria/server/read-criteria.ts'
import { assessAgain } from '#features/assessments/evidence/server/open-renewal.ts'
import { closePaymentPages, endOpenOrders } from '#features/payments/checkout/server/end-open-orders.ts'
import { confirmAddress, isAddressConfirmed, waitForAddress } from '#mail/confirm-address.ts'
import { queueAddressConfirmation } from '#mail/queue-address-confirmation.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { answer, command } from '#requests/command.ts'
import type { Services } from '#requests/services.ts'
import { type Failure, failure, isFailure } from '#wire/failure.ts'
import { moment } from '#wire/formats.ts'
import { addressExchangedMail, applicationChangedMail } from '../mails.ts'
import { asApplicant, type ChangeableRow, deleteOpenSample, lockApplication, readChangeable } from '../queries.ts'
import { changesBetween, correctionRefusal, decidingChanges, draftOf, ownLimit, wayToChange } from '../rules.ts'

type Correction = {
  applicationId: string
  revision: number
  /** Null where it stays as it is. */
  organisation: Organisation | null
  eventDraft: EventDraft
}
type StoredCorrection = { revision: number; status: string }
type CheckedCorrection = {
  before: ChangeableRow
  organisation: Organisation
  check: CompanyCheck
  status: 'submitted' | 'approved'
  /** Facts of the approval that are changed. */
  changed: string[]
}

/**
 * The company registry is asked again where name or number changed, and decides as at submission. A change of what was approved ends the
 * approval, and its assessment looks again at what it found. @returns `conflict` where it may not be changed any more, or was changed
 * elsewhere since.
 */
export async function storeCorrection(services: Services, correction: Correction): Promise<StoredCorrection | Failure> {
  for (;;) {
    const judged = await judge(services, correction)
    if ('failure' in judged) return judged
    const left: string[] = []
    const stored = await services.sql.begin((tx) => store(tx, services, correction, judged, left))
    for (const session of left) await services.payments.expireCheckoutSession(session)
    // Something else has changed it while the registry was asked: it is judged again.
    if (stored !== 'judge-again') return stored
  }
}

async function readSizes(sql: Services['sql']): Promise<number[]> {
  return sizeStarts((await readCriteria(sql, null))?.criteria ?? [])
}

async function judge(services: Services, correction: Correction): Promise<CheckedCorrection | Failure> {
  const { sql, companies, now } = services
  const [before] = await readChangeable(camel(sql), correction)
  const refused = correctionRefusal(before, services.brand)
  if (refused) return refused
  const stored = await findOrganisation(sql, { id: before!.organisationId }).then(([row]) => withoutId(row!))
  const organisation = correction.organisation ?? stored
  const { name, companyNo } = organisation
  const isApproved = before!.status === 'approved'
  const [drafted, typed] = [before!.eventDraft, correction.eventDraft].map((event) => draftOf(stored, event))
  const changed = isApproved ? decidingChanges(drafted!, typed!, await readSizes(sql)) : []
  const isSameCompany = name === stored.name && companyNo === stored.companyNo
  const check = isSameCompany ? before!.companyCheck : await checkCompany(organisation, companies, now)
  // The registry cannot decide on what was not in its approval.
  const isForReviewer = changed.length > 0 || (!isApproved && before!.factsChangedAt !== null)
  const isConfirmed = isSameCompany ? isApproved : check.state === 'confirmed'
  const status = isConfirmed && !isForReviewer ? 'approved' : 'submitted'
  if (status === 'submitted' && isApproved && !(await closePaymentPages(services, correction.applicationId)))
    return failure('conflict', 'A payment is being made. Please try again when we have received it.')
  return { before: before!, organisation: stored, changed, check, status }
}

async function store(
  tx: Transaction,
  services: Services,
  correction: Correction,
  { before, organisation: judgedFor, check, status, changed }: CheckedCorrection,
  left: string[],
): Promise<StoredCorrection | Failure | 'judge-again'> {
  const { applicationId } = correction
  const now = services.now().toISOString()
  const sql = camel(tx)
  await lockApplication(sql, { applicationId })
  const [current] = await readChangeable(sql, { applicationId })
  const refused = correctionRefusal(current, services.brand)
  if (refused) return refused
  const { revision, reference, isShared, organisationId } = current!
  if (revision !== correction.revision) {
    return failure('conflict', 'This application was changed in another tab or browser. Reload the page.')
  }
  const [row] = await lockOrganisation(tx, { id: organisationId })
  const stored = withoutId(row!)
  const organisation = correction.organisation ?? stored
  if (current!.status !== before.status || !Bun.deepEquals(stored, judgedFor)) return 'judge-again'
  // The code is removed or exchanged at the checkout.
  const eventDraft = { ...correction.eventDraft, couponCode: current!.eventDraft.couponCode ?? '' }
  const isOrganisationChanged = !Bun.deepEquals(stored, organisation)
  if (!isOrganisationChanged && Bun.deepEquals(current!.eventDraft, eventDraft)) {
    return { revision, status: current!.status }
  }
  if (isOrganisationChanged && isShared) {
    return failure(
      'conflict',
      'You have applied for another event with the same organisation, so its details cannot be changed here.',
    )
  }
  if (isOrganisationChanged && wayToChange(current!) === 'event') {
    return failure(
      'conflict',
      'A reviewer approved this application, so only its event can be changed here. Nothing was changed.',
    )
  }
  const named = changesBetween(draftOf(stored, current!.eventDraft), draftOf(organisation, eventDraft))
  const changes = named.length > 0 ? named : ['Place on the map']
  const factsChangedAt = changed.length > 0 ? now : current!.factsChangedAt
  const { name, tradingName, contactName, email, phone, website, companyNo } = organisation
  await sql`
    update organisations
    set name = ${name}::text, trading_name = nullif(${tradingName}::text, ''), contact_name = ${contactName}::text,
      email = ${email}::text, phone = ${phone}::text, website = nullif(${website}::text, ''),
      company_no = nullif(${companyNo}::text, ''), updated_at = ${now}::timestamptz
    where id = ${organisationId}::uuid`
  await sql`
    with corrected as (
      update applications
      set status = ${status}::text, event_draft = ${asJson(eventDraft)}::jsonb, company_check = ${asJson(check)}::jsonb,
        facts_changed_at = ${factsChangedAt}::timestamptz, revision = revision + 1, updated_at = ${now}::timestamptz
      where id = ${applicationId}::uuid
      returning id
    )
    insert into application_remarks (application_id, kind, text, written_at)
    select id, 'changed', ${changes.join('\n')}::text, ${now}::timestamptz from corrected`
  await queueCrmNews(tx, { applicationId, status: 'application_corrected' }, services)

  const isNewlyJudged = check !== before.companyCheck
  const isApprovalLost = before.status === 'approved' && status === 'submitted'
  if (isNewlyJudged) await deleteOpenSample(sql, { applicationId })
  if (isApprovalLost) {
    left.push(...((await endOpenOrders(tx, applicationId)) ?? []))
    const ended =
      changed.length > 0
        ? { by: 'a change of what was approved', reason: `The applicant has changed: ${changed.join(', ')}.` }
        : {
            by: 'Company registry check',
            reason: 'The applicant has corrected the organisation, and the register does not confirm it.',
          }
    await sql`
      insert into application_decisions (application_id, decision, decided_by, decided_by_name, reason, decided_at)
      values (${applicationId}::uuid, 'withdrawn', null, ${ended.by}::text, ${ended.reason}::text, ${now}::timestamptz)`
  }
  if (changed.length > 0) await assessAgain(tx, { applicationId, now })
  if (isNewlyJudged && status === 'approved') {
    const reason = `An active company of this number and name: ${check.companyName}`
    if (before.status !== 'approved') await insertRegistryApproval(tx, { applicationId, reason })
    await sampleApplication(tx, { applicationId, percent: services.env.reviewSamplePercent, now: services.now() })
  }
  await exchangeAddress(tx, services, { applicationId, reference, title: eventDraft.title }, stored, organisation)
  if (await waitForAddress(tx, organisation.email)) {
    const summary = { applicationId, reference, title: eventDraft.title, contactName, email, revision: revision + 1 }
    const link = () => createAccessLink(tx, { applicationId, email, now: services.now() })
    await queueMail(
      tx,
      applicationChangedMail(summary, changes, isApprovalLost ? { changed } : null, await link()),
      services,
    )
    if (status === 'approved' && before.status !== 'approved') {
      const decided = { ...summary, decision: 'registry' as const }
      await queueMail(tx, applicationApprovedMail(decided, await link(), services.brand), services)
    }
  }
  return { revision: revision + 1, status }
}

/** A new address has to be confirmed; the old one, if confirmed, is told, and unused links to it end. */
async function exchangeAddress(
  tx: Transaction,
  services: Services,
  application: { applicationId: string; reference: string; title: string },
  before: Organisation,
  { email, contactName }: Organisation,
): Promise<void> {
  if (normaliseMailAddress(email) === normaliseMailAddress(before.email)) return
  await tx`delete from access_links where application_id = ${application.applicationId}::uuid and used_at is null`
  const asked = await queueAddressConfirmation(tx, { email, reason: 'application' }, services)
  // An address that is confirmed already gets no button to press, so what waits for it goes on now.
  if (asked === 'confirmed') await confirmAddress(tx, email, services.now())
  if (await isAddressConfirmed(tx, before.email)) {
    const summary = { ...application, contactName, email: before.email }
    await queueMail(tx, addressExchangedMail(summary, maskEmail(email), services.brand.complianceEmail), services)
  }
}

function withoutId({ id: _, ...organisation }: Organisation & { id: string }): Organisation {
  return { ...organisation }
}

const changeSchema = type({
  revision: '1 <= number.integer <= 1000000000',
  organisation: organisationSchema,
  eventDraft: eventDraftSchema,
}).onUndeclaredKey('delete')

/** Of the refusals of a correction and of a withdrawal: since when it is closed, and why. */
export const closedDetails = type({ 'because?': "'withdrawn' | 'reviewed' | 'paid'", 'at?': moment })

export const changeApplication = command({
  permission: 'owner',
  cookie: 'mine',
  summary: 'Correct an application that was sent',
  description:
    'Send the whole corrected application. It is checked as when it was submitted: if the name or number has changed, we ask the company registry again, and a changed email address must be confirmed again. Only until we start to review it or something is paid; once a reviewer has approved it, its event alone until something is paid. A change of what was approved makes it submitted again.',
  params: type({ id: 'string.uuid' }),
  schema: changeSchema,
  answers: { 200: type({ revision: 'number.integer', status: "'submitted' | 'approved' | 'rejected'" }) },
  failures: {
    forbidden: 'This browser did not apply.',
    conflict: {
      when: 'It is being reviewed, paid for or withdrawn (because says which, at since when), or was corrected since that revision.',
      details: closedDetails,
    },
  },
  limit: ownLimit,
  run: ({ params: { id }, input, visitor, services }) =>
    asApplicant(visitor, id, async () => {
      const stored = await storeCorrection(services, { applicationId: id, ...input })
      return isFailure(stored) ? stored : answer(stored)
    }),
})
