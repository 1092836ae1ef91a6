import { query } from '../../database/query.ts'

export const savePerson = query<[email: string, name: string, role: string], { id: string }>('people/save-person')
export const replacePassword = query<[personId: string, hash: string]>('people/replace-password')
export const endSessions = query<[personId: string]>('people/end-sessions')
export const deleteExpiredSessions = query<[]>('people/delete-expired-sessions')
export const findAnyPerson = query<[], { id: string }>('people/find-any-person')
