import { pageTags } from '#domain/page-tags.ts'
import { keptHandler } from '#requests/page-loader.ts'
import type { DataPageData } from '../state.ts'
import { fileOf } from './load-data-file.ts'
import { listDays, listFiles } from './queries.ts'

/** The page of the daily files. */
export const data = keptHandler<DataPageData>({
  load: async ({ services: { sql } }) => {
    const days = (await listDays(sql)).map(({ day }) => day)
    const newest = days[0] ? (await listFiles(sql, { day: days[0] })).map(fileOf) : []
    return { kind: 'page', data: { newest, days }, tags: [pageTags.dataFiles] }
  },
})
