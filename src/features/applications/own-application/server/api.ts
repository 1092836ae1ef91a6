import { type } from 'arktype'
import { eventDraftSchema, organisationSchema } from '#features/applications/schema.ts'
import { answer, command } from '#requests/command.ts'
import type { Visitor } from '#requests/visitor.ts'
import { type Failure, failure, isFailure } from '#wire/failure.ts'
import { moment } from '#wire/formats.ts'
import { optionalParagraphs } from '#wire/text-schema.ts'
import { ownLimit, withdrawalLimit } from '../rules.ts'
import { storeCorrection } from './change-application.ts'
import { withdrawApplication as withdrawOwn } from './withdraw-application.ts'

const changeSchema = type({
  revision: '1 <= number.integer <= 1000000000',
  organisation: organisationSchema,
  eventDraft: eventDraftSchema,
}).onUndeclaredKey('delete')

export const withdrawSchema = type({ reason: optionalParagraphs(withdrawalLimit).default('') }).onUndeclaredKey(
  'delete',
)

const params = type({ id: 'string.uuid' })
const details = type({ 'because?': "'withdrawn' | 'reviewed' | 'paid'", 'at?': moment })

/** Nobody of the admin area changes an application here: what they change is logged elsewhere. */
export async function asApplicant<Done>(
  visitor: Visitor,
  id: string,
  work: () => Promise<Done>,
): Promise<Done | Failure> {
  if (await visitor.isOwnerOf(id)) return await work()
  return failure('forbidden', 'Only the browser that applied can change this application.')
}

export const changeApplication = command({
  permission: 'owner',
  cookie: 'mine',
  summary: 'Correct an application that was sent',
  description:
    'Send the whole corrected application. It is checked as when it was submitted: if the name or number has changed, we ask the company registry again, and a changed email address must be confirmed again. Only until we start to review it or something is paid; once a reviewer has approved it, its event alone until something is paid. A change of what was approved makes it submitted again.',
  params,
  schema: changeSchema,
  answers: { 200: type({ revision: 'number.integer', status: "'submitted' | 'approved' | 'rejected'" }) },
  failures: {
    forbidden: 'This browser did not apply.',
    conflict: {
      when: 'It is being reviewed, paid for or withdrawn (because says which, at since when), or was corrected since that revision.',
      details,
    },
  },
  limit: ownLimit,
  run: ({ params: { id }, input, visitor, services }) =>
    asApplicant(visitor, id, async () => {
      const stored = await storeCorrection(services, { applicationId: id, ...input })
      return isFailure(stored) ? stored : answer(stored)
    }),
})

export const withdrawApplication = command({
  permission: 'owner',
  cookie: 'mine',
  summary: 'Withdraw an application',
  description:
    'Only until we start to review it or something is paid. Its status is then submitted, and no one decides on it.',
  params,
  schema: withdrawSchema,
  answers: { 200: type({ withdrawn: 'true' }) },
  failures: {
    forbidden: 'This browser did not apply.',
    conflict: {
      when: 'It is being reviewed, paid for or withdrawn: because says which, at since when.',
      details,
    },
  },
  limit: ownLimit,
  run: ({ params: { id }, input: { reason }, visitor, services }) =>
    asApplicant(
      visitor,
      id,
      async () => (await withdrawOwn(services, { applicationId: id, reason })) ?? answer({ withdrawn: true }),
    ),
})
