import { query } from '../../database/query.ts'

export const readPerson = query<[personId: string], { name: string; email: string; role: string }>('review/read-person')
