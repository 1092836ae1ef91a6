import { type } from 'arktype'
import { type CamelTransaction, camel } from '#database/camel.ts'
import { asJson, type Transaction } from '#database/sql.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { maskEmail, normaliseMailAddress } from '#domain/mail-address.ts'
import { createAccessLink } from '#features/applications/access/server/create-access-link.ts'
import { queueCrmNews } from '#features/applications/crm/server/queue-crm-update.ts'
import { applicationApprovedMail } from '#features/applications/mails.ts'
import { eventDraftSchema, type Organisation, organisationSchema } from '#features/applications/schema.ts'
import { checkCompany } from '#features/applications/server/create-application.ts'
import { findOrganisation, insertRegistryApproval, lockOrganisation } from '#features/applications/server/queries.ts'
import { sampleApplication } from '#features/applications/server/sample-application.ts'
import { sizeStarts } from '#features/assessments/criteria/rules.ts'
import { readCriteria } from '#features/assessments/criteria/server/read-criteria.ts'
import { assessAgain } from '#features/assessments/evidence/server/open-renewal.ts'
import { closePaymentPages, endOpenOrders } from '#features/payments/checkout/server/end-open-orders.ts'
import { confirmAddress, isAddressConfirmed, waitForAddress } from '#mail/confirm-address.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { queueAddressConfirmation } from '#mail/queue-address-confirmation.ts'
import { did, outsideCommand } from '#page/command.ts'
import type { Services } from '#requests/services.ts'
import { type Failure, failure, isFailure } from '#wire/failure.ts'
import { moment } from '#wire/formats.ts'
import { addressExchangedMail, applicationChangedMail } from '../mails.ts'
import { asApplicant, deleteOpenSample, lockApplication, type OwnCall, readChangeable } from '../queries.ts'
import { changesBetween, correctionRefusal, decidingChanges, draftOf, ownLimit, wayToChange } from '../rules.ts'

const changeSchema = type({
  revision: '1 <= number.integer <= 1000000000',
  organisation: organisationSchema,
  eventDraft: eventDraftSchema,
}).onUndeclaredKey('delete')

/** The organisation is null where it stays as it is. */
type Correction = Omit<typeof changeSchema.infer, 'organisation'> & { organisation: Organisation | null }
type CorrectionCall = OwnCall<Correction, { revision: number; status: string } | null>

/**
 * The company registry is asked again where name or number changed, and decides as at submission. A change of what was approved ends the
 * approval, and its assessment looks again at what it found. @returns `conflict` where it may not be changed any more, or was changed
 * elsewhere since.
 */
export const correctOwn = (applicationId: string, { input, visitor, write, services }: CorrectionCall) =>
  asApplicant(visitor, applicationId, async () => {
    const correction = { ...input, applicationId }
    for (;;) {
      const judged = await judge(services, correction)
      if ('failure' in judged) return judged
      const left: string[] = []
      const written = await write((sql) => store(sql, services, correction, judged, left))
      for (const session of left) await services.payments.expireCheckoutSession(session)
      // Something else has changed it while the registry was asked: it is judged again.
      if (isFailure(written.outcome) || written.outcome.answer) return written
    }
  })

async function judge(services: Services, correction: Correction & { applicationId: string }) {
  const { sql, companies, now } = services
  const [before] = await readChangeable(camel(sql), correction)
  const refused = correctionRefusal(before, services.brand)
  if (refused) return refused
  const stored = await findOrganisation(sql, { id: before!.organisationId }).then(([row]) => withoutId(row!))
  const organisation = correction.organisation ?? stored
  const { name, companyNo } = organisation
  const isApproved = before!.status === 'approved'
  const [drafted, typed] = [before!.eventDraft, correction.eventDraft].map((event) => draftOf(stored, event))
  /** Facts of the approval that are changed. */
  const changed = isApproved
    ? decidingChanges(drafted!, typed!, sizeStarts((await readCriteria(sql, null))?.criteria ?? []))
    : []
  const isSameCompany = name === stored.name && companyNo === stored.companyNo
  const check = isSameCompany ? before!.companyCheck : await checkCompany(organisation, companies, now)
  // The registry cannot decide on what was not in its approval.
  const isForReviewer = changed.length > 0 || (!isApproved && before!.factsChangedAt !== null)
  const isConfirmed = isSameCompany ? isApproved : check.state === 'confirmed'
  const status = isConfirmed && !isForReviewer ? ('approved' as const) : ('submitted' as const)
  if (status === 'submitted' && isApproved && !(await closePaymentPages(services, correction.applicationId)))
    return failure('conflict', 'A payment is being made. Please try again when we have received it.')
  return { before: before!, organisation: stored, changed, check, status }
}

/** Answers nothing where it has to be judged again. @param left pages to pay on, to be closed after it. */
async function store(
  sql: CamelTransaction,
  services: Services,
  correction: Correction & { applicationId: string },
  { before, organisation: judgedFor, check, status, changed }: Exclude<Awaited<ReturnType<typeof judge>>, Failure>,
  left: string[],
) {
  const { applicationId } = correction
  const now = services.now().toISOString()
  await lockApplication(sql, { applicationId })
  const [current] = await readChangeable(sql, { applicationId })
  const refused = correctionRefusal(current, services.brand)
  if (refused) return refused
  const { revision, reference, isShared, organisationId } = current!
  if (revision !== correction.revision) {
    return failure('conflict', 'This application was changed in another tab or browser. Reload the page.')
  }
  const [row] = await lockOrganisation(sql.raw, { id: organisationId })
  const stored = withoutId(row!)
  const organisation = correction.organisation ?? stored
  if (current!.status !== before.status || !Bun.deepEquals(stored, judgedFor)) return did({ answer: null })
  // The code is removed or exchanged at the checkout.
  const eventDraft = { ...correction.eventDraft, couponCode: current!.eventDraft.couponCode ?? '' }
  const isOrganisationChanged = !Bun.deepEquals(stored, organisation)
  if (!isOrganisationChanged && Bun.deepEquals(current!.eventDraft, eventDraft)) {
    return did({ answer: { revision, status: current!.status } })
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
  await queueCrmNews(sql.raw, { applicationId, status: 'application_corrected' }, services)

  const isNewlyJudged = check !== before.companyCheck
  const isApprovalLost = before.status === 'approved' && status === 'submitted'
  if (isNewlyJudged) await deleteOpenSample(sql, { applicationId })
  if (isApprovalLost) {
    left.push(...((await endOpenOrders(sql.raw, applicationId)) ?? []))
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
  if (changed.length > 0) await assessAgain(sql.raw, { applicationId, now })
  if (isNewlyJudged && status === 'approved') {
    const reason = `An active company of this number and name: ${check.companyName}`
    if (before.status !== 'approved') await insertRegistryApproval(sql.raw, { applicationId, reason })
    await sampleApplication(sql.raw, { applicationId, percent: services.env.reviewSamplePercent, now: services.now() })
  }
  const application = { applicationId, reference, title: eventDraft.title }
  const mails: (MailDraft | false)[] = [await exchangeAddress(sql.raw, services, application, stored, organisation)]
  if (await waitForAddress(sql.raw, email)) {
    const summary = { ...application, contactName, email, revision: revision + 1 }
    const link = () => createAccessLink(sql.raw, { applicationId, email, now: services.now() })
    mails.push(applicationChangedMail(summary, changes, isApprovalLost ? { changed } : null, await link()))
    if (status === 'approved' && before.status !== 'approved')
      mails.push(applicationApprovedMail({ ...summary, decision: 'registry' }, await link(), services.brand))
  }
  return did({ answer: { revision: revision + 1, status }, mails })
}

/** A new address has to be confirmed; the old one, if confirmed, is told, and unused links to it end. */
async function exchangeAddress(
  tx: Transaction,
  services: Services,
  application: { applicationId: string; reference: string; title: string },
  before: Organisation,
  { email, contactName }: Organisation,
) {
  if (normaliseMailAddress(email) === normaliseMailAddress(before.email)) return false
  await tx`delete from access_links where application_id = ${application.applicationId}::uuid and used_at is null`
  const asked = await queueAddressConfirmation(tx, { email, reason: 'application' }, services)
  // An address that is confirmed already gets no button to press, so what waits for it goes on now.
  if (asked === 'confirmed') await confirmAddress(tx, email, services.now())
  const summary = { ...application, contactName, email: before.email }
  const wasConfirmed = await isAddressConfirmed(tx, before.email)
  return wasConfirmed && addressExchangedMail(summary, maskEmail(email), services.brand.complianceEmail)
}

function withoutId({ id: _, ...organisation }: Organisation & { id: string }): Organisation {
  return { ...organisation }
}

/** Of the refusals of a correction and of a withdrawal: since when it is closed, and why. */
export const closedDetails = type({ 'because?': "'withdrawn' | 'reviewed' | 'paid'", 'at?': moment })

export const changeApplication = outsideCommand({
  permission: 'owner',
  params: { id: isUuid },
  schema: changeSchema,
  limit: ownLimit,
  api: {
    cookie: 'mine',
    summary: 'Correct an application that was sent',
    description:
      'Send the whole corrected application. It is checked as when it was submitted: if the name or number has changed, we ask the company registry again, and a changed email address must be confirmed again. Only until we start to review it or something is paid; once a reviewer has approved it, its event alone until something is paid. A change of what was approved makes it submitted again.',
    answers: { 200: type({ revision: 'number.integer', status: "'submitted' | 'approved' | 'rejected'" }) },
    failures: {
      forbidden: 'This browser did not apply.',
      conflict: {
        when: 'It is being reviewed, paid for or withdrawn (because says which, at since when), or was corrected since that revision.',
        details: closedDetails,
      },
    },
  },
  run: ({ params, ...given }) => correctOwn(params.id, given),
})
