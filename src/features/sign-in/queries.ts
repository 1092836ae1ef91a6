import { query } from '../../database/query.ts'
import type { Role } from '../../domain/duties.ts'

export const readPerson = query<[personId: string], { name: string; email: string; role: Role }>('review/read-person')
