import { asJson, type SqlRunner } from './sql.ts'

/**
 * Who changes something: a person of the admin area, a job of the queue, an operator's command, or the browser of whoever applied, which
 * is not named.
 */
export type Actor =
  | { kind: 'person'; id: string; name: string }
  | { kind: 'job'; name: string }
  | { kind: 'command'; name: string }
  | { kind: 'applicant'; name: 'applicant' }

export type Change = {
  actor: Actor
  /** What it is about, as the first half of the action names it, and its id. */
  subject: { kind: string; id: string }
  /** What was done, in the past tense and in small letters: `suspended`, `invited`, `price-changed`. */
  action: string
  /** The fields that changed, as they were and as they are. No data of applicants or visitors: their rows hold it. */
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

const insertChange = (
  sql: SqlRunner,
  input: {
    actorKind: string
    actorId: string
    actorName: string
    action: string
    subjectKind: string
    subjectId: string
    before: unknown
    after: unknown
  },
) => sql<Record<string, never>[]>`
  insert into audit_log (actor_kind, actor_id, actor_name, action, subject_kind, subject_id, before, after)
  values (${input.actorKind}::text, ${input.actorId}::text, ${input.actorName}::text, ${input.action}::text,
    ${input.subjectKind}::text, ${input.subjectId}::text, ${asJson(input.before)}::jsonb, ${asJson(input.after)}::jsonb)`

/** Writes a change into the audit log, in the transaction of the change itself: neither stands without the other. */
export async function recordChange(
  transaction: SqlRunner,
  { actor, subject, action, before, after }: Change,
): Promise<void> {
  const id = actor.kind === 'person' ? actor.id : actor.name
  const what = `${subject.kind}.${action}`
  await insertChange(transaction, {
    actorKind: actor.kind,
    actorId: id,
    actorName: actor.name,
    action: what,
    subjectKind: subject.kind,
    subjectId: subject.id,
    before: before ?? null,
    after: after ?? null,
  })
}

/** The person of the admin area as the actor of a change. */
export function byPerson({ id, name }: { id: string; name: string }): Actor {
  return { kind: 'person', id, name }
}
