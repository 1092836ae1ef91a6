import type { AppealedDecision } from '#domain/appeals.ts'
import type { FormState } from '#wire/form.ts'
import type { AppealState } from './rules.ts'

/** The applicant's page. Times are ISO, in UTC. */
export type AppealData =
  | { kind: 'not-found' }
  | { kind: 'not-yours'; appId: string }
  | {
      kind: 'found'
      appId: string
      /** Of the link that was mailed; null where the browser knows the application by itself. */
      key: string | null
      reference: string
      title: string
      /** What can be appealed against now. */
      decisions: { against: AppealedDecision; decidedAt: string; until: string }[]
      /** What could have been. */
      tooLate: AppealedDecision[]
      appeals: {
        reference: string
        against: AppealedDecision
        state: AppealState
        receivedAt: string
        settledAt: string | null
        reasons: string | null
      }[]
      isNew: boolean
      form: FormState
    }
