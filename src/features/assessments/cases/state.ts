import type { ApplicationStatus } from '#domain/application-facts.ts'
import type { EventDraft } from '#features/applications/schema.ts'
import type { OrganisationRow } from '#features/applications/server/queries.ts'
import type { ReasonKind } from '#features/assessments/criteria/reason-kinds.ts'
import type { EvidenceFile } from '#features/assessments/files/schema.ts'
import type { FormState } from '#wire/form.ts'
import type { ListPages, Sort } from '#wire/list-pages.ts'
import type { JudgedCriterion } from './judged-criteria.ts'
import type { CaseColumn, QueuePlace, QueueView } from './queue.ts'
import type { CaseStatus, DecidedBy, Outcome } from './rules.ts'
import type { PanelSeat } from './server/panel-of.ts'
import type { WantedVoteRow } from './server/panel-queries.ts'
import type { QueuedRow } from './server/queue-queries.ts'
import type { ConditionRow, StepRow } from './server/step-queries.ts'

export type QueueData = {
  place: QueuePlace
  counts: Record<QueueView, number>
  cases: QueuedRow[]
  pages: ListPages
  /** ISO time in UTC. */
  madeAt: string
}

export type BenchCriterion = Omit<JudgedCriterion, 'rules'> & { files: EvidenceFile[] }

/** What the person who looks may do now; the server asks again at each post. */
export type May = {
  judge: boolean
  /** They have to declare first whether they have a conflict of interest. */
  declare: boolean
  propose: boolean
  decide: boolean
  closeNotice: boolean
  refer: boolean
  vote: boolean
}

/** What the registry says of a company's officers. `isInvented`: no key of the registry is set, and the sandbox answers. */
export type ShownOfficers =
  | { kind: 'found'; names: string[]; isWhole: boolean; isInvented: boolean }
  | { kind: 'no-number' | 'unknown' | 'unavailable' }

export type FoundCase = {
  kind: 'found'
  id: string
  /** The page of the queue that led here. */
  place: QueuePlace
  applicationId: string
  reference: string
  title: string
  /** What was decided on its application. */
  eligibility: ApplicationStatus | 'withdrawn'
  caseKind: 'first' | 'renewal' | 'appeal' | 'again'
  status: CaseStatus
  outcome: Outcome | null
  decidedBy: DecidedBy | null
  score: number | null
  /** Times are ISO 8601 in UTC, days `YYYY-MM-DD`. */
  openedAt: string
  decidedAt: string | null
  nextReviewOn: string | null
  answerUntil: string | null
  answeredAt: string | null
  assigned: { id: string; name: string } | null
  organisation: OrganisationRow
  event: EventDraft
  criteriaVersion: number
  criteria: BenchCriterion[]
  steps: StepRow[]
  conditions: ConditionRow[]
  panel: PanelSeat[]
  me: { id: string; name: string }
  /** Null unless they were asked for. */
  officers: ShownOfficers | null
  may: May
  hasFourEyes: boolean
  assessors: { id: string; name: string }[]
  candidates: { id: string; name: string }[]
  reasons: Record<ReasonKind, string[]>
  today: string
  notice: string | null
  /** A form that was posted and not taken; `intent`, and `criterion` where it is about one, say which. */
  form: FormState
}

export type BenchData =
  | { kind: 'not-found' }
  /** Whoever looks has declared a conflict of interest. */
  | { kind: 'conflicted'; reference: string }
  | FoundCase

export type PanelListData = {
  votes: WantedVoteRow[]
  sort: Sort<CaseColumn>
  pages: ListPages
  madeAt: string
}

export type RefusalAnswerData =
  | { kind: 'unknown' }
  | { kind: 'over'; reference: string; unsent: string }
  | { kind: 'answered'; reference: string; title: string; unsent: string }
  | {
      kind: 'open'
      token: string
      reference: string
      title: string
      reason: string
      until: string
      answer: string
      problem: string | null
    }
