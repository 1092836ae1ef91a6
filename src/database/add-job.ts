import type { Instant } from '#domain/formats.ts'
import type { PromotionPage } from '#domain/promotion-date.ts'
import type { SqlRunner } from './sql.ts'

export type JobPayloads = {
  'process-payment-event': { eventId: string }
  /** What the release before has queued. */
  'work-off-payment-event': { eventId: string }
  'reconcile-payments': Record<string, never>
  'fill-ledger': Record<string, never>
  'issue-documents': { orderId: string }
  'lapse-expired-entries': Record<string, never>
  'remind-renewals': Record<string, never>
  'ask-to-confirm': Record<string, never>
  'accredit-assured': Record<string, never>
  'give-gold-award': { applicationId: string }
  'end-waiting-awards': Record<string, never>
  'follow-evidence-expiry': Record<string, never>
  'send-mail': { mailId: string }
  'national-import': { importId: string }
  'release-unconfirmed-seats': Record<string, never>
  'forget-company-answers': Record<string, never>
  'delete-expired-drafts': Record<string, never>
  'deliver-crm-update': { updateId: string }
  'send-press-releases': Record<string, never>
  'forget-press-requests': Record<string, never>
  'run-retention': Record<string, never>
  'make-data-files': Record<string, never>
  'compare-names': Record<string, never>
  'compare-officers': { applicationId: string }
  'tell-moved-date': { page: PromotionPage; ids: string[] }
  'end-waiting-listings': Record<string, never>
  'end-subscription': { orderId: string }
  'cancel-listing': { cancellationId: string }
  'address-confirmed': { addressId: string }
  'check-evidence-file': { fileId: string }
  'delete-stored-file': { fileId: string }
  'read-incoming-mail': { mailId: string }
  'tell-evidence-wanted': { assessmentId: string }
  'remind-conditions': Record<string, never>
  'delete-unfinished-uploads': Record<string, never>
  'tell-followers': Record<string, never>
  'tell-holders': Record<string, never>
  'tell-credential-holders': Record<string, never>
  'tell-weekly-followers': Record<string, never>
  'send-webhooks': Record<string, never>
  'mail-waiting-work': Record<string, never>
}
export type JobName = keyof JobPayloads

/** Runs after the caller's transaction has committed, at least once. A waiting job with the same `key` is replaced. */
export async function addJob<Name extends JobName>(
  sql: SqlRunner,
  name: Name,
  payload: JobPayloads[Name],
  options: { key?: string; runAt?: Instant } = {},
): Promise<void> {
  await sql.unsafe('select add_job($1, $2::json, $3, $4::timestamptz)', [
    name,
    payload as never,
    options.key ?? null,
    options.runAt ?? null,
  ] as never[])
}
