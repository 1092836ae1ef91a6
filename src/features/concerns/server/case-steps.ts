import type { SqlRunner } from '#database/sql.ts'
import type { CaseStep, StepKind } from '#features/concerns/case-steps.ts'

/** The case that a step belongs to. */
export type CaseOf = { concernId: string; appealId?: never } | { appealId: string; concernId?: never }

/** @param actor the person of the admin area; null for the reporter, the organiser or the applicant. */
export const addStep = (
  sql: SqlRunner,
  {
    concernId,
    appealId,
    kind,
    actor,
    text,
    now,
  }: CaseOf & {
    kind: StepKind
    actor: { id: string; name: string } | null
    text: string
    now: string
  },
) => sql<Record<string, never>[]>`
  insert into case_steps (concern_id, appeal_id, kind, actor_id, actor_name, text, happened_at)
  values (${concernId ?? null}::uuid, ${appealId ?? null}::uuid, ${kind}::text, ${actor?.id ?? null}::text,
    ${actor?.name ?? ''}::text, ${text}::text, ${now}::timestamptz)`

export type StepRow = { id: number; kind: StepKind; actor_name: string; text: string; happened_at: string }

/** The record of a case, oldest first. */
export const listSteps = (sql: SqlRunner, { concernId, appealId }: CaseOf) => sql<StepRow[]>`
  select id, kind, actor_name, text, happened_at from case_steps
  where concern_id = ${concernId ?? null}::uuid or appeal_id = ${appealId ?? null}::uuid
  order by id`

/** A step as pages tell it. */
export function stepOf({ id, kind, actor_name: by, text, happened_at: at }: StepRow): CaseStep {
  return { id, kind, by, text, at }
}
