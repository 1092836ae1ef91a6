import { type } from 'arktype'
import { isUuid } from '#domain/is-uuid.ts'
import { queueCrmNews } from '#features/applications/crm/server/queue-crm-update.ts'
import { changeCall } from '#features/assessments/server/change-call.ts'
import { findLastCall } from '#features/assessments/server/queries.ts'
import { closePaymentPages, endOpenOrders } from '#features/payments/checkout/server/end-open-orders.ts'
import { waitForAddress } from '#mail/confirm-address.ts'
import { did, outsideCommand } from '#page/command.ts'
import { failure, isFailure } from '#wire/failure.ts'
import { optionalParagraphs } from '#wire/text-schema.ts'
import { applicationWithdrawnMail } from '../mails.ts'
import { asApplicant, deleteOpenSample, lockApplication, type OwnCall, readChangeable } from '../queries.ts'
import { ownLimit, withdrawalLimit, withdrawalRefusal } from '../rules.ts'
import { closedDetails } from './change-application.ts'

export const withdrawSchema = type({ reason: optionalParagraphs(withdrawalLimit).default('') }).onUndeclaredKey(
  'delete',
)

/** `conflict` once somebody has begun to review it or something is paid. Its status is then submitted, in no queue. */
export const withdrawOwn = (
  applicationId: string,
  { input: { reason }, visitor, sql, write, now, services }: OwnCall<typeof withdrawSchema.infer, { withdrawn: true }>,
) =>
  asApplicant(visitor, applicationId, async () => {
    const { payments, brand } = services
    const refused = withdrawalRefusal((await readChangeable(sql, { applicationId }))[0], brand)
    if (refused) return refused
    if (!(await closePaymentPages(services, applicationId)))
      return failure('conflict', 'A payment is being made. Please try again when we have received it.')
    let left: string[] = []
    const written = await write(async (sql) => {
      await lockApplication(sql, { applicationId })
      const [current] = await readChangeable(sql, { applicationId })
      const overtaken = withdrawalRefusal(current, brand)
      if (overtaken) return overtaken
      left = (await endOpenOrders(sql.raw, applicationId)) ?? []
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
      await queueCrmNews(sql.raw, { applicationId, status: 'application_withdrawn' }, services)
      // A stranger may read this mailbox: until it is confirmed, nothing that was typed is sent.
      const typed = (await waitForAddress(sql.raw, withdrawn!.email)) ? {} : { title: null, contactName: '' }
      const mail = applicationWithdrawnMail({ ...withdrawn!, ...typed, applicationId }, brand.complianceEmail)
      return did({ answer: { withdrawn: true as const }, mails: [mail] })
    })
    if (isFailure(written.outcome)) return written
    for (const session of left) await payments.expireCheckoutSession(session)
    const [call] = await findLastCall(sql, { applicationId })
    // A call that is over stays as it was.
    if (call)
      await write(async (sql) => {
        const cancelled = await changeCall(sql, services, { id: call.id, slot: null })
        return isFailure(cancelled) ? cancelled : did({ answer: { withdrawn: true as const }, mails: cancelled.mails })
      })
    return written
  })

export const withdrawApplication = outsideCommand({
  permission: 'owner',
  params: { id: isUuid },
  schema: withdrawSchema,
  limit: ownLimit,
  api: {
    cookie: 'mine',
    summary: 'Withdraw an application',
    description:
      'Only until we start to review it or something is paid. Its status is then submitted, and no one decides on it.',
    answers: { 200: type({ withdrawn: 'true' }) },
    failures: {
      forbidden: 'This browser did not apply.',
      conflict: {
        when: 'It is being reviewed, paid for or withdrawn: because says which, at since when.',
        details: closedDetails,
      },
    },
  },
  run: ({ params, ...given }) => withdrawOwn(params.id, given),
})
