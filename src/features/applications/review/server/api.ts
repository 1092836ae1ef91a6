import { type } from 'arktype'
import { answer, command, read } from '#requests/command.ts'
import { failure } from '#wire/failure.ts'
import { barWords, decidedWords } from '../rules.ts'
import { arrivalsQuery, arrivalsSchema, decidedSchema, decisionSchema } from '../schema.ts'
import { decideApplication } from './decide-application.ts'
import { countArrivals } from './queue-queries.ts'

/** Approves or rejects a submitted application. */
export const adminApprove = command({
  permission: 'review',
  summary: 'Approve or reject an application',
  description:
    'Once. Who, when and why are recorded. With a revision, nothing is decided where the applicant has corrected the application since.',
  schema: decisionSchema,
  answers: { 200: decidedSchema },
  failures: {
    'not-found': 'There is no such application.',
    conflict: {
      when: 'It has already been decided, or the applicant has withdrawn it. The answer says how, when (UTC) and who decided. Or the applicant has changed it since the given revision. Its status is then submitted. Or something else is in the way: bar says whether its assessment has refused it, its date has passed, or you have a conflict of interest.',
      details: type({
        status: 'string',
        decidedBy: 'string | null',
        decidedAt: 'string | null',
        'notice?': "'changed' | 'barred'",
        'bar?': "'conflict' | 'refused' | 'past'",
      }),
    },
  },
  async run({ input, admin, services }) {
    const { applicationId, status } = input
    const outcome = await decideApplication(services, {
      applicationId,
      decision: status,
      reason: input.reason ?? null,
      revision: input.revision ?? null,
      admin,
    })
    if (outcome.kind === 'not-found') return failure('not-found', "The application you're looking for doesn't exist.")
    if (outcome.kind === 'changed') {
      return failure('conflict', 'The applicant has corrected this application since you opened it. Read it again.', {
        details: { status: 'submitted', decidedBy: null, decidedAt: null, notice: 'changed' },
      })
    }
    if (outcome.kind === 'barred') {
      return failure('conflict', barWords[outcome.bar], {
        details: { status: 'submitted', decidedBy: null, decidedAt: null, notice: 'barred', bar: outcome.bar },
      })
    }
    if (outcome.kind === 'decided-before') {
      const { decided } = outcome
      const words = decided.decision ? ` ${decidedWords(decided)}` : ''
      return failure('conflict', `This application has been decided already.${words}`, {
        details: { status: decided.status, decidedBy: decided.decided_by_name, decidedAt: decided.decided_at },
      })
    }
    return answer({ applicationId, status })
  },
})

export const getArrivals = read({
  permission: 'review',
  summary: 'How many applications and answers were received since a time',
  query: arrivalsQuery,
  answers: { 200: arrivalsSchema },
  failures: {},
  run: async ({ query, services }) => {
    const [counted] = await countArrivals(services.sql, { since: query.since })
    return answer(counted)
  },
})
