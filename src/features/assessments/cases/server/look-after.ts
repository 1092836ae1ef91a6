import type { Admin } from '#domain/permissions.ts'
import { answer, formCommand } from '#requests/command.ts'
import type { Services } from '#requests/services.ts'
import { failure } from '#wire/failure.ts'
import { assignSchema, caseParams, interestSchema } from '../schema.ts'
import { bringBack, takeAway, withdrawNotice } from './bring-back.ts'
import { listUnconflicted, setAssigned } from './step-queries.ts'
import { rolesWith, takeStep, workOnCase } from './work-on-case.ts'

const everywhere = ['open', 'proposed', 'panel', 'notice', 'decided'] as const

/** Hands a case to somebody who assesses, or to nobody. */
export const assignCase = formCommand({
  permission: 'assess',
  params: caseParams,
  schema: assignSchema,
  run: async ({ params: { id }, input, admin, services }) =>
    await workOnCase(services, { id, admin, during: ['open', 'proposed', 'panel', 'notice'] }, async (work) => {
      const people = await listUnconflicted(work.tx, { id, roles: rolesWith('assess') })
      const person = people.find((known) => known.id === input.person) ?? null
      if (input.person && !person) {
        const message = 'Choose an assessor who has no conflict of interest here'
        return failure('invalid', message, { fields: [{ field: 'person', message }] })
      }
      if (work.found.assigned_to === (person?.id ?? null)) return answer(null)
      await setAssigned(work.tx, { id, personId: person?.id ?? null })
      await takeStep(work, 'assigned', { reason: person?.name ?? '' })
      return answer(null)
    }),
})

/**
 * Somebody declares that they have no conflict of interest, or that they have one. A conflict takes the case away from them for good: it is
 * not theirs, what they proposed is void, their seat on a panel is free, and a vote of theirs does not count. Declared after a decision
 * in which they had a part, it brings the case back; a notice of refusal is withdrawn.
 */
export const declareInterest = formCommand({
  permission: 'admin',
  params: caseParams,
  schema: interestSchema,
  run: async ({ params: { id }, input: { interest, details }, admin, visitor, services }) => {
    if (!(await visitor.holds('assess')) && !(await visitor.holds('panel')))
      return failure('forbidden', 'Your role does not include this.')
    if (interest === 'conflict' && details === '') {
      const message = 'Say what the conflict is'
      return failure('invalid', message, { fields: [{ field: 'details', message }] })
    }
    if (interest === 'conflict') return await declareConflict(services, { id, admin, details })
    return await workOnCase(services, { id, admin, during: everywhere }, async (work) => {
      await takeStep(work, 'no-conflict', { reason: details })
      return answer(null)
    })
  },
})

/** The same of a conflict, for the review of the application as well: one declaration holds for both. @param details what it is. */
export async function declareConflict(
  services: Pick<Services, 'sql' | 'now' | 'brand' | 'env'>,
  { id, admin, details }: { id: string; admin: Admin; details: string },
) {
  return await workOnCase(services, { id, admin, during: everywhere }, async (work) => {
    await takeStep(work, 'conflict', { reason: details })
    await takeAway(work)
    if (work.found.status === 'notice') await withdrawNotice(work, services)
    if (work.found.status === 'decided') await bringBack(work, details, services)
    return answer(null)
  })
}
