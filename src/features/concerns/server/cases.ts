import type { CamelSql } from '#database/camel.ts'
import type { CaseStep, StepKind } from '#features/concerns/case-steps.ts'

type CaseOf = { concernId: string; appealId?: never } | { appealId: string; concernId?: never }

type Person = { id: string; name: string }

/** `actor`: null for the reporter, the organiser or the applicant. */
type NewStep = CaseOf & { kind: StepKind; actor: Person | null; text: string; now: string }

export const addStep = (sql: CamelSql, { concernId, appealId, kind, actor, text, now }: NewStep) => sql`
  insert into case_steps (concern_id, appeal_id, kind, actor_id, actor_name, text, happened_at)
  values (${concernId ?? null}::uuid, ${appealId ?? null}::uuid, ${kind}::text, ${actor?.id ?? null}::text,
    ${actor?.name ?? ''}::text, ${text}::text, ${now}::timestamptz)`

export const listSteps = (sql: CamelSql, { concernId, appealId }: CaseOf) => sql<CaseStep[]>`
  select id, kind, actor_name as by, text, happened_at as at from case_steps
  where concern_id = ${concernId ?? null}::uuid or appeal_id = ${appealId ?? null}::uuid
  order by id`

/** @returns a line for the audit log, which has no text of a case. */
export async function recordStep(
  { sql, admin, now }: { sql: CamelSql; admin: Person; now: string },
  of: CaseOf,
  kind: StepKind,
  { text = '', ...changes }: { text?: string; before?: Record<string, unknown>; after?: Record<string, unknown> } = {},
) {
  await addStep(sql, { ...of, kind, actor: admin, text, now })
  const subject = of.concernId ? { kind: 'concern', id: of.concernId } : { kind: 'appeal', id: of.appealId! }
  return { subject, action: kind, ...changes }
}

export const findEntryByNumber = (sql: CamelSql, { number }: { number: string }) => sql<
  { id: string; number: string; title: string; slug: string }[]
>`
  select id, number, title, slug from register_entries where number = ${number}::text`

/** Every page that shows this to a person writes it into the audit log. */
export const findReporter = (sql: CamelSql, { concernId }: { concernId: string }) => sql<
  { name: string; email: string }[]
>`
  select name, email from concern_reporters where concern_id = ${concernId}::uuid`
