import { query } from '../../../../database/query.ts'

export type ChangeRow = { id: number; happened_at: string; actor_name: string; action: string }

export const listChanges = query<[subjectKind: string, subjectId: string], ChangeRow>('money-desk/list-changes')
