import { query } from '../../../../database/query.ts'

export type ChangeRow = {
  id: number
  happened_at: string
  actor_kind: 'person' | 'job' | 'command'
  actor_id: string
  actor_name: string
  action: string
  subject_kind: string
  subject_id: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

export const listChanges = query<
  [
    actorKind: string | null,
    actorId: string | null,
    action: string | null,
    subjectKind: string | null,
    subjectId: string | null,
    from: string | null,
    to: string | null,
    beforeId: number | null,
    limit: number,
  ],
  ChangeRow
>('audit/list-changes')
export const listActors = query<[], { actor_kind: string; actor_id: string; actor_name: string }>('audit/list-actors')
export const listActions = query<[], { action: string }>('audit/list-actions')
