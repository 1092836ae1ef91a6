import { pageTags } from '#domain/page-tags.ts'
import { answer, read } from '#requests/command.ts'
import { failure } from '#wire/failure.ts'
import { criteriaAnswer, criteriaQuerySchema } from '../schema.ts'
import { findCriteria, latestCriteria, listCriteriaVersions } from './queries.ts'
import { versionOf } from './read-criteria.ts'

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
  run: async ({ query: { version }, services: { sql } }) => {
    const [[found], versions] = await Promise.all([
      version === undefined ? latestCriteria(sql) : findCriteria(sql, { version }),
      listCriteriaVersions(sql),
    ])
    if (!found) return failure('not-found', notThere)
    const shown = { ...versionOf(found), criteria: found.criteria, versions: versions.map(versionOf) }
    return answer(shown, { tags: [pageTags.criteria] })
  },
})
