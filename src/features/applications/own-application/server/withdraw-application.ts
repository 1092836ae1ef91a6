import { type } from 'arktype'
import { camel } from '#database/camel.ts'
import { queueCrmNews } from '#features/applications/crm/server/queue-crm-update.ts'
import { cancelCall } from '#features/assessments/server/change-call.ts'
import { findLastCall } from '#features/assessments/server/queries.ts'
import { closePaymentPages, endOpenOrders } from '#features/payments/checkout/server/end-open-orders.ts'
import { waitForAddress } from '#mail/confirm-address.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { answer, command } from '#requests/command.ts'
import type { Services } from '#requests/services.ts'
import { type Failure, failure, isFailure } from '#wire/failure.ts'
import { optionalParagraphs } from '#wire/text-schema.ts'
import { applicationWithdrawnMail } from '../mails.ts'
import { asApplicant, deleteOpenSample, lockApplication, readChangeable } from '../queries.ts'
import { ownLimit, withdrawalLimit, withdrawalRefusal } from '../rules.ts'
import { closedDetails } from './change-application.ts'

/** `conflict` once somebody has begun to review it or something is paid. Its status is then submitted, in no queue. */
export async function withdrawOwn(
  services: Services,
  { applicationId, reason }: { applicationId: string; reason: string },
): Promise<null | Failure> {
  const { payments, brand } = services
  const refused = withdrawalRefusal((await readChangeable(camel(services.sql), { applicationId }))[0], brand)
  if (refused) return refused
  if (!(await closePaymentPages(services, applicationId))) {
    return failure('conflict', 'A payment is being made. Please try again when we have received it.')
  }
  const outcome = await services.sql.begin(async (tx): Promise<string[] | Failure> => {
    const sql = camel(tx)
    await lockApplication(sql, { applicationId })
    const [current] = await readChangeable(sql, { applicationId })
    const overtaken = withdrawalRefusal(current, brand)
    if (overtaken) return overtaken
    const left = (await endOpenOrders(tx, applicationId)) ?? []
    const now = services.now().toISOString()
    const [withdrawn] = await sql<{ reference: string; title: string; contactName: string; email: string }[]>`
      with withdrawn as (
        update applications
        set status = 'submitted', withdrawn_at = ${now}::timestamptz, copy_waits = false, updated_at = ${now}::timestamptz
        where id = ${applicationId}::uuid
        returning id, reference, organisation_id, event_draft
      ), recorded as (
        insert into application_decisions (application_id, decision, decided_by, decided_by_name, reason, decided_at)
        select id, 'withdrawn-by-applicant', null, 'the applicant', ${reason || null}::text, ${now}::timestamptz from withdrawn
      )
      select w.reference, w.event_draft ->> 'title' as title, o.contact_name, o.email
      from withdrawn as w join organisations as o on o.id = w.organisation_id`
    await deleteOpenSample(sql, { applicationId })
    await queueCrmNews(tx, { applicationId, status: 'application_withdrawn' }, services)
    // A stranger may read this mailbox: until it is confirmed, nothing that was typed is sent.
    const typed = (await waitForAddress(tx, withdrawn!.email)) ? {} : { title: null, contactName: '' }
    const mail = applicationWithdrawnMail({ ...withdrawn!, ...typed, applicationId }, brand.complianceEmail)
    await queueMail(tx, mail, services)
    return left
  })
  if (isFailure(outcome)) return outcome
  for (const session of outcome) await payments.expireCheckoutSession(session)
  const [call] = await findLastCall(camel(services.sql), { applicationId })
  // A call that is over stays as it was.
  if (call) await services.sql.begin(async (tx) => await cancelCall(tx, services, call.id))
  return null
}

export const withdrawSchema = type({ reason: optionalParagraphs(withdrawalLimit).default('') }).onUndeclaredKey(
  'delete',
)

export const withdrawApplication = command({
  permission: 'owner',
  cookie: 'mine',
  summary: 'Withdraw an application',
  description:
    'Only until we start to review it or something is paid. Its status is then submitted, and no one decides on it.',
  params: type({ id: 'string.uuid' }),
  schema: withdrawSchema,
  answers: { 200: type({ withdrawn: 'true' }) },
  failures: {
    forbidden: 'This browser did not apply.',
    conflict: {
      when: 'It is being reviewed, paid for or withdrawn: because says which, at since when.',
      details: closedDetails,
    },
  },
  limit: ownLimit,
  run: ({ params: { id }, input: { reason }, visitor, services }) =>
    asApplicant(
      visitor,
      id,
      async () => (await withdrawOwn(services, { applicationId: id, reason })) ?? answer({ withdrawn: true }),
    ),
})
