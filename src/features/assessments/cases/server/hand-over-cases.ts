import { type } from 'arktype'
import type { CamelSql } from '#database/camel.ts'
import { command, did, wrong } from '#page/command.ts'
import { keepListChange, type RowsBefore, takeListChange } from '#page/list-change.ts'
import { isFailure } from '#wire/failure.ts'
import { queueHref, readPlace } from '../queue.ts'
import { listUnconflicted, setAssigned } from './queries.ts'
import { type CaseCommand, type CaseWork, rolesWith, takeStep, workOnCase } from './work-on-case.ts'

const maxHandedOver = 100
const nothingChosen = 'Choose the assessments to hand over'
const whileOpen = ['open', 'proposed', 'panel', 'notice'] as const

export const listAssessors = (sql: CamelSql) => sql<{ id: string; name: string }[]>`
  select id, name from people where roles && ${rolesWith('assess')}::text[] and deactivated_at is null order by lower(name), id`

/** @returns who had it before; undefined where this person has it already, or has a conflict of interest. */
export async function handOverCase(work: CaseWork, personId: string | null): Promise<string | null | undefined> {
  const { sql, found } = work
  if (found.assignedTo === personId) return undefined
  const people = personId ? await listUnconflicted(sql, { id: found.id, roles: rolesWith('assess') }) : []
  const person = people.find(({ id }) => id === personId)
  if (personId && !person) return undefined
  await setAssigned(sql, { id: found.id, personId })
  await takeStep(work, 'assigned', { reason: person?.name ?? '' })
  return found.assignedTo
}

/** Sorted, so that two people who do this at once wait for each other. What is decided or not this person's business is left out. */
async function handOverEach(
  given: CaseCommand,
  ids: readonly string[],
  personOf: (work: CaseWork) => string | null | undefined,
) {
  const before: RowsBefore = {}
  for (const id of [...new Set(ids)].toSorted()) {
    const was = await workOnCase(given, { id, during: whileOpen }, async (work) => {
      const personId = personOf(work)
      return personId === undefined ? undefined : await handOverCase(work, personId)
    })
    if (was !== undefined && !isFailure(was)) before[id] = was
  }
  return before
}

export const handOverCases = command({
  permission: 'assess',
  schema: type({
    assessments: type('string.uuid')
      .configure({ sentence: nothingChosen })
      .array()
      .atLeastLength(1)
      .atMostLength(maxHandedOver)
      .configure({ sentence: nothingChosen }),
    person: 'string',
  }),
  run: async ({ input: { assessments, person }, ...given }) => {
    const personId = person === 'nobody' ? null : person
    if (personId !== null && !(await listAssessors(given.sql)).some(({ id }) => id === personId))
      return wrong({ person: 'Choose who is to look after them' })
    const before = await handOverEach(given, assessments, () => personId)
    const undo = await keepListChange(given, { list: 'assessments', before, after: personId })
    return did({ answer: { handed: Object.keys(before).length, undo } })
  },
  leadsTo: (outcome, { query }) => queueHref(readPlace(query), outcome),
})

/** Those that somebody else has handed over since are left alone. */
export const undoHandOver = command({
  permission: 'assess',
  schema: type({ change: "string = ''" }),
  run: async ({ input: { change: id }, ...given }) => {
    const change = await takeListChange(given, { id, list: 'assessments' })
    const before = change?.before ?? {}
    const back = await handOverEach(given, Object.keys(before), ({ found }) =>
      found.assignedTo === change!.after ? before[found.id] : undefined,
    )
    return did({ answer: { undone: Object.keys(back).length } })
  },
  leadsTo: (outcome, { query }) => queueHref(readPlace(query), outcome),
})
