import type { CamelSql } from '#database/camel.ts'
import type { AppealedDecision } from '#domain/appeals.ts'
import { appealLink } from '#mail/appeal-link.ts'
import { isAddressConfirmed } from '#mail/confirm-address.ts'
import type { SessionSecrets } from '#providers/auth/session-secrets.ts'

type AppellantRow = { id: string; reference: string; contactName: string; email: string }

/** Locked, so that appeals, decisions and payments take turns. */
export const lockAppellant = (sql: CamelSql, { applicationId }: { applicationId: string }) => sql<AppellantRow[]>`
  select a.id, a.reference, o.contact_name, o.email
  from applications as a join organisations as o on o.id = a.organisation_id
  where a.id = ${applicationId}::uuid for update of a`

/** By name only where the address is confirmed. */
export async function addresseeOf(
  sql: CamelSql,
  { id, reference, contactName, email }: AppellantRow,
  env: SessionSecrets,
) {
  const name = (await isAddressConfirmed(sql.raw, email)) ? contactName : ''
  return { reference, name, email, link: appealLink({ appId: id, email }, env) }
}

type AppealableRow = {
  against: AppealedDecision
  decisionId: number | null
  assessmentId: string | null
  registerChangeId: number | null
  decidedAt: string
}

/** Without those that have been appealed against. */
export const listAppealable = (sql: CamelSql, { applicationId }: { applicationId: string }) => sql<AppealableRow[]>`
  select v.against, v.decision_id, v.assessment_id, v.register_change_id, v.decided_at
  from appealable_decisions as v
  where v.application_id = ${applicationId}::uuid and not exists (
    select from appeals as p where p.decision_id = v.decision_id or p.assessment_id = v.assessment_id
      or p.register_change_id = v.register_change_id)
  order by v.decided_at desc`
