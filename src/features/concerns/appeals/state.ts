import type { AppealedDecision } from '#domain/appeals.ts'
import type { CaseStep } from '#features/concerns/case-steps.ts'
import type { FormState } from '#wire/form.ts'
import type { ListPages } from '#wire/list-pages.ts'
import type { AppealList, AppealState } from './rules.ts'

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

export type AdminAppealsData = {
  list: AppealList
  /** How many are open. */
  open: number
  appeals: {
    id: string
    reference: string
    against: AppealedDecision
    state: AppealState
    title: string
    organisation: string
    heardBy: string | null
    receivedAt: string
  }[]
  pages: ListPages
}

export type AppealNotice = 'taken' | 'noted' | 'settled' | 'moved-on' | 'had-part' | 'not-yours' | 'not-possible'

export type AdminAppealData = {
  id: string
  reference: string
  against: AppealedDecision
  state: AppealState
  grounds: string
  receivedAt: string
  reasons: string | null
  heardBy: { id: string; name: string } | null
  application: { id: string; reference: string; title: string; organisation: string }
  /** What was decided, when and why. */
  decision: { at: string; reason: string | null }
  entry: { id: string; number: string } | null
  assessmentId: string | null
  /** Who had a part in the decisions on this application: none of them hears the appeal. */
  participants: string[]
  hadPart: boolean
  isMine: boolean
  may: { review: boolean; assess: boolean; register: boolean }
  steps: CaseStep[]
  notice: AppealNotice | null
  form: FormState
}
