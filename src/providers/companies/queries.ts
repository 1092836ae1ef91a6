import { query } from '../../database/query.ts'

export const findAnswer = query<
  [key: Buffer, oldestSeconds: number],
  { answer: unknown; asked_at: string; fresh: boolean }
>('companies/find-answer')
export const keepAnswer = query<[key: Buffer, answer: unknown, freshSeconds: number]>('companies/keep-answer')
export const deleteOldAnswers = query<[oldestSeconds: number, most: number]>('companies/forget-answers')

export const takeQuestion = query<[registry: string, most: number], { taken: boolean }>('companies/take-question')
export const pauseQuestions = query<[registry: string, seconds: number]>('companies/pause-questions')

export type HitRow = {
  number: string
  name: string
  status: string
  status_detail: string
  previous_names: string[]
  line1: string
  line2: string
  town: string
  county: string
  postcode: string
}
export type CompanyRow = HitRow & { country: string }

export const readCopy = query<[oldestDays: number], { as_of: string; companies: number; loaded_at: string }>(
  'companies/read-copy',
)
export const listCommonWords = query<[names: number], { word: string }>('companies/list-common-words')
export const findRegistered = query<[number: string], CompanyRow>('companies/find-registered')
export const searchRegistered = query<
  [number: string, beginning: string, rarest: string, next: string, all: string[], words: string, most: number],
  HitRow
>('companies/search-registered')
export const mendWords = query<[words: string[]], { word: string }>('companies/mend-words')
