import { adminHref } from '#admin-pages.ts'
import type { CamelSql } from '#database/camel.ts'
import type { DecisionKind } from '#domain/application-state.ts'
import type { Instant } from '#domain/formats.ts'
import { type ClosedCase, openCase } from '#features/applications/case/open-case.ts'
import type { Visitor } from '#requests/visitor.ts'
import type { Failure } from '#wire/failure.ts'
import { type ReviewField, reviewFields } from '../form.ts'
import { doneNotices, type ReviewNotice } from '../review-notices.ts'

/** The fields that are empty after each success. */
const takenFields: Partial<Record<ReviewNotice, ReviewField[]>> = {
  approved: ['reason'],
  rejected: ['reason'],
  withdrawn: ['withdrawal'],
  noted: ['note'],
  assigned: ['person'],
  asked: ['question'],
  corrected: ['email', 'why'],
  'change-accepted': ['change'],
  'change-refused': ['change'],
  opened: ['opening'],
  'identity-waived': ['release'],
  'looked-at': ['looked'],
}

type ReviewRequest = {
  params: { id: string }
  query: URLSearchParams
  sql: CamelSql
  visitor: Visitor
  now: Instant
  answers: object
  refused: Failure | null
  typed: Readonly<Record<string, string | undefined>>
}

/**
 * What the pages of a case with forms of the review share. Where nothing that was typed has to be shown again, an answer leads back to the page that was
 * posted to.
 */
export async function readReview(
  { params: { id }, query, sql, visitor, now, answers, refused, typed: form }: ReviewRequest,
  page: 'review' | 'caseDecision',
) {
  const opened = await openCase(sql, { id, visitor, now })
  const done = (Object.values(answers)[0] ?? null) as ReviewNotice | null
  if (opened.kind === 'conflicted' && done === 'declared') return { ...opened, kind: 'declared' } satisfies ClosedCase
  if (opened.kind !== 'found') return opened
  const [[application], [lastDecision = null]] = await Promise.all([
    sql<
      {
        id: string
        status: string
        withdrawnAt: Instant | null
        revision: number
        /** When what its approval was about changed. */
        factsChangedAt: Instant | null
        assignedTo: string | null
        /** The approval, as long as nothing was paid, whatever became of the payment. */
        canBeWithdrawn: boolean
      }[]
    >`
      select a.id, a.status, a.withdrawn_at, a.revision, a.facts_changed_at, a.assigned_to,
        a.status = 'approved' and not exists (
          select from orders as r where r.application_id = a.id and r.status not in ('pending', 'expired', 'failed')
        ) as can_be_withdrawn
      from applications as a
      where a.id = ${id}::uuid`,
    sql<{ decision: DecisionKind; decidedByName: string; decidedAt: Instant }[]>`
      select decision, decided_by_name, decided_at from application_decisions
      where application_id = ${id}::uuid order by id desc limit 1`,
  ])
  // A person who does not review is not shown as chosen again.
  const isWrong = refused?.fields?.some(({ field }) => field === 'person')
  const typed = typedIn(form, done ? takenFields[done] : isWrong ? ['person'] : [])
  if (done && !isHeld(typed, application!.assignedTo))
    return { kind: 'elsewhere' as const, to: adminHref(page, { id }, { done }) }
  const { head, open, facts, admin } = opened
  const refusedWith =
    (refused?.details?.notice as ReviewNotice | undefined) ?? (refused?.failure === 'conflict' ? 'decided' : null)
  return {
    kind: 'found' as const,
    facts,
    admin,
    shared: {
      kind: 'found' as const,
      head,
      open,
      application: application!,
      lastDecision,
      notice: done ?? refusedWith ?? noticeIn(query, lastDecision?.decision),
      /** Typed and not stored, where it has to be shown again. */
      typed,
      problems: refused?.fields ?? [],
    },
  }
}
export type ReviewedCase = Extract<Awaited<ReturnType<typeof readReview>>, { kind: 'found' }>['shared']

function typedIn(form: Readonly<Record<string, string | undefined>>, taken: readonly string[] = []) {
  const held = Object.keys(reviewFields).filter((name) => form[name] !== undefined && !taken.includes(name))
  return Object.fromEntries(held.map((name) => [name, form[name]!])) as { [Field in ReviewField]?: string }
}

function isHeld({ person, ...texts }: ReturnType<typeof typedIn>, assignedTo: string | null): boolean {
  const isChosen = person !== undefined && person !== (assignedTo ?? '')
  return isChosen || Object.values(texts).some((text) => text.trim() !== '')
}

/** What the address says of a decision is only believed where the records say the same. */
function noticeIn(query: URLSearchParams, lastDecision: DecisionKind | undefined): ReviewNotice | null {
  const notice = doneNotices.find((known) => known === query.get('done')) ?? null
  const isDecision = notice === 'approved' || notice === 'rejected' || notice === 'withdrawn'
  return !isDecision || notice === lastDecision ? notice : null
}
