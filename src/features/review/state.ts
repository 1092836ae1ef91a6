import type { ApplicationStatus } from '../../domain/application-status.ts'
import type { DecisionRow, QueueRow, ReviewRow } from './queries.ts'

export type ReviewData =
  | { kind: 'not-found' }
  | {
      kind: 'found'
      application: ReviewRow
      decisions: DecisionRow[]
      /** What a post without a script has come to. */
      notice: 'approved' | 'rejected' | 'conflict' | null
      reasonProblem: string | null
      /** What was typed as the reason, when it has to be shown again. */
      reason: string
    }

export type DeskData = {
  name: string
  status: ApplicationStatus
  counts: Record<ApplicationStatus, number>
  applications: QueueRow[]
  firstHref: string | null
  nextHref: string | null
  passwordChanged: boolean
  passwordProblem: { field: 'current' | 'password'; message: string } | null
}
