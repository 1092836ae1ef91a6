import { query } from '../../../../database/query.ts'

export const addSignUp = query<[startsAt: string, name: string, email: string], { id: string }>('webinar/add-sign-up')

export const findSignUp = query<[id: string, startsAt: string], { id: string }>('webinar/find-sign-up')

export const findSignUpByEmail = query<[startsAt: string, email: string], { id: string }>(
  'webinar/find-sign-up-by-email',
)

export const moveSignUps = query<[from: string, to: string], { id: string }>('webinar/move-sign-ups')

export type SignUpRow = { id: string; email: string }
export const listSignUps = query<[ids: string[]], SignUpRow>('webinar/list-sign-ups')
