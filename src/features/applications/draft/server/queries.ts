import { query } from '../../../../database/query.ts'
import type { Answers } from '../rules.ts'

export type DraftRow = {
  id: string
  revision: number
  answers: Answers
  submission_key: string
  saved_at: string
  expires_at: string
}

export const insertDraft = query<
  [answers: Answers, submissionKey: string, writer: string, count: number, now: string, expiresAt: string],
  DraftRow
>('draft/insert-draft')

export const updateDraft = query<
  [
    id: string,
    revision: number | null,
    answers: Answers,
    submissionKey: string,
    writer: string,
    count: number,
    now: string,
    expiresAt: string,
  ],
  DraftRow
>('draft/update-draft')

export const findDraft = query<[id: string, now: string], DraftRow>('draft/find-draft')

export const deleteDraft = query<[id: string]>('draft/delete-draft')

export const deleteExpired = query<[now: string], { id: string }>('draft/delete-expired')
