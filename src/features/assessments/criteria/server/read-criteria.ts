import type { SqlRunner } from '#database/sql.ts'
import { pageTags } from '#domain/page-tags.ts'
import { answer, read } from '#requests/command.ts'
import { failure } from '#wire/failure.ts'
import { compareCriteria } from '../rules.ts'
import { criteriaAnswer, criteriaQuerySchema } from '../schema.ts'
import { findCriteria, listCriteriaVersions } from './queries.ts'

/** @param version null for the latest. @returns `differences` from the version before it, `versions` the newest first; null where there is none. */
export async function readCriteria(sql: SqlRunner, version: number | null) {
  const versions = [...(await listCriteriaVersions(sql))]
  const shown = version ?? versions[0]?.version
  const at = versions.findIndex((row) => row.version === shown)
  const [row, earlier] = [versions[at], versions[at + 1]]
  if (!row) return null
  const [[found], [before]] = await Promise.all([
    findCriteria(sql, { version: row.version }),
    earlier ? findCriteria(sql, { version: earlier.version }) : [],
  ])
  return { ...found!, differences: before ? compareCriteria(before.criteria, found!.criteria) : [], versions }
}

const notThere = 'There is no such version of the criteria.'

export const getCriteria = read({
  permission: 'anyone',
  summary: 'What an assessment asks for',
  description:
    'The latest version, or the one that you name. A version never changes. An assessment keeps the version that it started with. ' +
    'The first rule of a criterion that matches an event decides whether it is a must or a should. If no rule matches, the criterion does not apply.',
  query: criteriaQuerySchema,
  answers: { 200: criteriaAnswer },
  headers: ['ETag'],
  failures: { 'not-found': notThere },
  run: async ({ query: { version = null }, services: { sql } }) => {
    const found = await readCriteria(sql, version)
    if (!found) return failure('not-found', notThere)
    const { differences: _, ...shown } = found
    return answer(shown, { tags: [pageTags.criteria] })
  },
})
