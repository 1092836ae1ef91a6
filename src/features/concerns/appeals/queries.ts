import type { CamelSql } from '#database/camel.ts'
import type { SqlRunner } from '#database/sql.ts'
import type { AppealedDecision } from '#domain/appeals.ts'
import { appealLink } from '#mail/appeal-link.ts'
import { isAddressConfirmed } from '#mail/confirm-address.ts'
import type { SessionSecrets } from '#providers/auth/session-secrets.ts'
import type { AppealState } from './rules.ts'

type AppellantRow = { id: string; reference: string; title: string | null; contactName: string; email: string }

/** An application and whom its mails go to. */
export const findAppellant = (sql: CamelSql, { applicationId }: { applicationId: string }) => sql<AppellantRow[]>`
  select a.id, a.reference, a.event_draft ->> 'title' as title, o.contact_name, o.email
  from applications as a join organisations as o on o.id = a.organisation_id
  where a.id = ${applicationId}::uuid`

/** The application, locked: appeals, decisions and payments take turns. */
export const lockAppellant = (sql: CamelSql, { applicationId }: { applicationId: string }) => sql<AppellantRow[]>`
  select a.id, a.reference, a.event_draft ->> 'title' as title, o.contact_name, o.email
  from applications as a join organisations as o on o.id = a.organisation_id
  where a.id = ${applicationId}::uuid for update of a`

/** The applicant as emails address them: by name only where their address is confirmed. */
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

/** What can be appealed against, as long as it is not too late; without what has been. */
export const listAppealable = (sql: CamelSql, { applicationId }: { applicationId: string }) => sql<AppealableRow[]>`
  select v.against, v.decision_id, v.assessment_id, v.register_change_id, v.decided_at
  from appealable_decisions as v
  where v.application_id = ${applicationId}::uuid and not exists (
    select from appeals as p where p.decision_id = v.decision_id or p.assessment_id = v.assessment_id
      or p.register_change_id = v.register_change_id)
  order by v.decided_at desc`

/** No row when the reference is taken, or the decision has been appealed against. */
export const addAppeal = (
  sql: CamelSql,
  input: {
    reference: string
    applicationId: string
    against: AppealedDecision
    decisionId: number | null
    assessmentId: string | null
    registerChangeId: number | null
    grounds: string
    now: string
  },
) => sql<{ id: string }[]>`
  insert into appeals (reference, application_id, against, decision_id, assessment_id, register_change_id, grounds, received_at)
  values (${input.reference}::text, ${input.applicationId}::uuid, ${input.against}::text, ${input.decisionId}::bigint,
    ${input.assessmentId}::uuid, ${input.registerChangeId}::bigint, ${input.grounds}::text, ${input.now}::timestamptz)
  on conflict do nothing
  returning id`

export type OwnAppealRow = {
  id: string
  reference: string
  against: AppealedDecision
  state: AppealState
  received_at: string
  heard_by_name: string | null
  settled_at: string | null
  reasons: string | null
}

/** The appeals of an application, oldest first. */
export const listAppealsOf = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<OwnAppealRow[]>`
  select id, reference, against, state, received_at, heard_by_name, settled_at, reasons
  from appeals where application_id = ${applicationId}::uuid order by id`
