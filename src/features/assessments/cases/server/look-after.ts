import { type } from 'arktype'
import type { CamelSql } from '#database/camel.ts'
import { listHolders } from '#features/register/server/has-conflict.ts'
import { command, did, wrong } from '#page/command.ts'
import { chosenRows, keepListChange, type RowsBefore, takeListChange } from '#page/list-change.ts'
import { failure, isFailure } from '#wire/failure.ts'
import { optionalParagraphs } from '#wire/text-schema.ts'
import { nextUnjudged } from '../judged-criteria.ts'
import { assessedAgainMail } from '../mails.ts'
import { queueHref, readPlace } from '../queue.ts'
import { hasTakenPart, lastStep, reasonLimit } from '../rules.ts'
import { caseParams } from '../schema.ts'
import { publishAssurance } from './publish-assurance.ts'
import { findCase, listSteps, setAssigned, setStatus } from './queries.ts'
import { type CaseCommand, type CaseWork, mailApplicant, ofCase, takeStep, workOnCase } from './work-on-case.ts'

const whileOpen = ['open', 'proposed', 'panel', 'notice'] as const

/** @returns who had it before; undefined where this person has it already, or has a conflict of interest. */
async function handOverCase(work: CaseWork, personId: string | null): Promise<string | null | undefined> {
  const { sql, found } = work
  if (found.assignedTo === personId) return undefined
  const people = personId ? await listHolders(sql, 'assess', found.applicationId) : []
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
    assessments: chosenRows('Choose the assessments to hand over'),
    person: 'string',
  }),
  run: async ({ input: { assessments, person }, ...given }) => {
    const personId = person === 'nobody' ? null : person
    if (personId !== null && !(await listHolders(given.sql, 'assess')).some(({ id }) => id === personId))
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

const everywhere = ['open', 'proposed', 'panel', 'notice', 'decided'] as const

export const assignCase = command({
  ...ofCase,
  schema: type({ person: type('string <= 100').default('') }),
  run: async ({ params: { id }, input, ...given }) =>
    await workOnCase(given, { id, during: whileOpen }, async (work) => {
      const people = await listHolders(work.sql, 'assess', work.found.applicationId)
      if (input.person && !people.some((known) => known.id === input.person))
        return wrong({ person: 'Choose an assessor who has no conflict of interest here' })
      await handOverCase(work, input.person || null)
      return did()
    }),
  done: { assigned: 'Handed over' },
})

/** Of an application that is handed over: its assessment that is not decided. The application has to be locked. */
export async function handOverAssessment(
  { sql, now, admin }: Pick<CaseCommand, 'sql' | 'now' | 'admin'>,
  { applicationId, person }: { applicationId: string; person: { id: string; name: string } | null },
): Promise<void> {
  const [handed] = await sql<{ id: string }[]>`
    update assessments set assigned_to = ${person?.id ?? null}::text
    where application_id = ${applicationId}::uuid and status <> 'decided' and assigned_to is distinct from ${person?.id ?? null}::text
    returning id`
  if (handed) await takeStep({ sql, now, admin, found: handed }, 'assigned', { reason: person?.name ?? '' })
}

export const declareInterest = command({
  permission: 'admin',
  params: caseParams,
  schema: type({
    interest: type.enumerated('none', 'conflict').configure({ sentence: 'Choose one of the two' }),
    details: optionalParagraphs(reasonLimit).default(''),
  }),
  run: async ({ params: { id }, input: { interest, details }, visitor, ...given }) => {
    if (!(await visitor.holds('assess')) && !(await visitor.holds('panel')))
      return failure('forbidden', 'Your role does not include this.')
    if (interest === 'conflict') {
      if (details === '') return wrong({ details: 'Say what the conflict is' })
      return (await declareConflict(given, { id, details })) ?? did({ answer: null })
    }
    return await workOnCase(given, { id, during: everywhere }, async (work) => {
      await takeStep(work, 'no-conflict', { reason: details })
      return did({ answer: work.found.status === 'open' ? nextUnjudged(work.criteria, null) : null })
    })
  },
  done: { declared: 'Your declaration is on the record' },
})

/** Takes the assessment and the review of the application away from this person permanently. @param declared.details what the conflict is. */
export async function declareConflict(given: CaseCommand, { id, details }: { id: string; details: string }) {
  return await workOnCase(given, { id, during: everywhere }, async (work) => {
    await takeStep(work, 'conflict', { reason: details })
    await takeAway(work)
    if (work.found.status === 'notice') await withdrawNotice(work)
    if (work.found.status === 'decided') await bringBack(work, details)
    return null
  })
}

async function takeAway({ sql, found, steps, admin }: CaseWork): Promise<void> {
  const { id, applicationId } = found
  if (found.assignedTo === admin.id) await setAssigned(sql, { id, personId: null })
  await sql`
    update applications set assigned_to = null where id = ${applicationId}::uuid and assigned_to = ${admin.id}::text`
  if (found.status === 'proposed' && lastStep(steps, 'proposed')?.byId === admin.id) await setStatus(sql, id, 'open')
}

/** Where this person had a part in a notice of refusal, the case is open again without their verdicts. */
async function withdrawNotice(work: CaseWork): Promise<void> {
  const { sql, found, steps, admin } = work
  const judged = await sql<{ criterionId: string }[]>`
    select criterion_id from assessment_criteria
    where assessment_id = ${found.id}::uuid and judged_by = ${admin.id}::text limit 1`
  if (!hasTakenPart(steps, admin.id) && judged.length === 0) return
  await setStatus(sql, found.id, 'open')
  await dropVerdictsOf(sql, { id: found.id, personId: admin.id })
  const withdrawn = await takeStep(work, 'brought-back')
  await mailApplicant(work, found, (summary) => assessedAgainMail(summary, { withdrawn }))
}

/** Where they had a part in the decision, others assess again without their verdicts; the decision holds until the next one. */
async function bringBack(work: CaseWork, details: string): Promise<void> {
  const { sql, now, found, admin, services } = work
  const { id, applicationId } = found
  const [part] = await sql<{ id: string }[]>`
    select s.id from assessments as s
    where s.id = ${id}::uuid
      and not exists (select from assessments as l where l.application_id = s.application_id and l.decided_at > s.decided_at)
      and (
        exists (
          select from assessment_steps as t where t.assessment_id = s.id and t.by_id = ${admin.id}::text
            and t.step in ('proposed', 'referred', 'voted', 'decided')
        )
        or exists (select from assessment_criteria as c where c.assessment_id = s.id and c.judged_by = ${admin.id}::text)
      )`
  if (!part) return
  // No id where one is open already.
  const [opened] = await sql<{ id: string | null }[]>`
    select open_renewal(application_id, ${now}::timestamptz) as id from assessments where id = ${id}::uuid`
  const isNew = opened!.id !== null
  const [follower] = await sql<{ id: string }[]>`
    update assessments as s
    set kind = case when ${isNew}::boolean then 'again' else s.kind end,
      criteria_version = case when ${isNew}::boolean then d.criteria_version else s.criteria_version end
    from assessments as d
    where s.application_id = ${applicationId}::uuid and s.status <> 'decided' and d.id = ${id}::uuid
    returning s.id`
  const [next] = await findCase(sql, { id: follower!.id })
  const again = { ...work, found: next!, steps: await listSteps(sql, { id: follower!.id }) }
  await dropVerdictsOf(sql, { id: follower!.id, personId: admin.id })
  await takeStep(work, 'brought-back')
  await takeStep(again, 'opened-again', { by: null })
  await takeStep(again, 'conflict', { reason: details })
  await takeAway(again)
  await mailApplicant(again, again.found, (summary) => assessedAgainMail(summary))
  await publishAssurance(sql.raw, { applicationId }, services)
}

const dropVerdictsOf = (sql: CamelSql, { id, personId }: { id: string; personId: string }) => sql`
  update assessment_criteria
  set verdict = null, score = null, reason = '', note = '', basis = null, basis_on = null, basis_text = '', judged_by = null, judged_by_name = '', judged_at = null,
    revision = revision + 1
  where assessment_id = ${id}::uuid and judged_by = ${personId}::text`
