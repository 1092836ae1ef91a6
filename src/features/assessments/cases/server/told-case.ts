import type { Transaction } from '#database/sql.ts'
import { waitForAddress } from '#mail/confirm-address.ts'
import type { ToldApplication } from '#mail/told-application.ts'
import type { CaseRow } from './case-queries.ts'

export type ToldCase = ToldApplication & { assessmentId: string }

/** What a mail tells of a case: what was typed only where its address is confirmed. */
export async function toldOf(
  tx: Transaction,
  { id, application_id, reference, event_draft, contact_name, email }: CaseRow,
): Promise<ToldCase> {
  const isConfirmed = await waitForAddress(tx, email)
  return {
    assessmentId: id,
    applicationId: application_id,
    reference,
    email,
    title: isConfirmed ? event_draft.title : null,
    contactName: isConfirmed ? contact_name : '',
  }
}
