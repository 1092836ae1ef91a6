import { query } from '../../database/query.ts'

export const addSignUp = query<[startsAt: string, name: string, email: string], { id: string }>('webinar/add-sign-up')

export const findSignUp = query<[id: string, startsAt: string], { id: string }>('webinar/find-sign-up')

export const findSignUpByEmail = query<[startsAt: string, email: string], { id: string }>(
  'webinar/find-sign-up-by-email',
)
