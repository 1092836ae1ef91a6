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

export function byPerson({ id, name }: { id: string; name: string }): Actor {
  return { kind: 'person', id, name }
}
