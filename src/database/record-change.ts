import { asJson, type SqlRunner } from './sql.ts'

export type Actor =
  | { kind: 'person'; id: string; name: string }
  | { kind: 'job'; name: string }
  | { kind: 'command'; name: string }
  | { kind: 'applicant'; name: 'applicant' }

export type Change = {
  actor: Actor
  subject: { kind: string; id: string }
  /** In the past tense: `suspended`, `price-changed`. */
  action: string
  /** Without personal data of applicants and visitors, which may have to be erased. */
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

export async function recordChange(
  transaction: SqlRunner,
  { actor, subject, action, before = null, after = null }: Change,
): Promise<void> {
  const actorId = actor.kind === 'person' ? actor.id : actor.name
  await transaction<Record<string, never>[]>`
    insert into audit_log (actor_kind, actor_id, actor_name, action, subject_kind, subject_id, before, after)
    values (${actor.kind}::text, ${actorId}::text, ${actor.name}::text, ${`${subject.kind}.${action}`}::text,
      ${subject.kind}::text, ${subject.id}::text, ${asJson(before)}::jsonb, ${asJson(after)}::jsonb)`
}

export function byPerson({ id, name }: { id: string; name: string }): Actor {
  return { kind: 'person', id, name }
}
