import { type CamelSql, camel } from '#database/camel.ts'
import type { Instant } from '#domain/formats.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { type Admin, carries } from '#domain/permissions.ts'
import { readOpenDecisions } from '#features/applications/server/read-open-decisions.ts'
import type { Action, Handler } from '#requests/page-loader.ts'
import type { Visitor } from '#requests/visitor.ts'

/** What every page of a case shows. */
export type CaseHead = {
  id: string
  reference: string
  title: string
  organisationName: string
  status: string
  submittedAt: Instant
  withdrawnAt: Instant | null
  showsMoney: boolean
}

export type ClosedCase = { kind: 'missing' } | { kind: 'conflicted' | 'declared'; reference: string }

type Decisions = NonNullable<Awaited<ReturnType<typeof readOpenDecisions>>>
type OpenedCase = Decisions & {
  kind: 'found'
  head: CaseHead
  admin: Admin
}

/** @param id of the application, as the address has it. */
export async function openCase(
  sql: CamelSql,
  { id, visitor, now }: { id: string; visitor: Visitor; now: Instant },
): Promise<ClosedCase | OpenedCase> {
  const admin = (await visitor.admin())!
  const [decisions, [row]] = isUuid(id)
    ? await Promise.all([
        readOpenDecisions(sql.raw, { applicationId: id, personId: admin.id }, new Date(now)),
        sql<Omit<CaseHead, 'showsMoney'>[]>`
          select a.id, a.reference, a.event_draft ->> 'title' as title, o.name as organisation_name, a.status, a.submitted_at,
            a.withdrawn_at
          from applications as a
          join organisations as o on o.id = a.organisation_id
          where a.id = ${id}::uuid`,
      ])
    : [null, []]
  if (!decisions || !row) return { kind: 'missing' }
  const { open, facts } = decisions
  if (facts.isConflicted) return { kind: 'conflicted', reference: row.reference }
  const head: CaseHead = { ...row, showsMoney: showsMoney(admin, decisions) }
  return { kind: 'found', head, open, facts, admin }
}

/** Payments are for the permission alone, and for nobody who decides there: who has done so, and who can do so now. */
export function showsMoney({ roles }: Admin, { open, facts }: Decisions): boolean {
  const isDeciding = facts.decidesThere || (carries(roles, 'review') && open.reject === null)
  return carries(roles, 'money') && !isDeciding
}

export const statusOfCase = ({ kind }: { kind: 'found' | ClosedCase['kind'] }) =>
  ({ found: null, declared: null, missing: 404, conflicted: 403 })[kind]

/** Somebody with a conflict of interest changes nothing on any page of the case. */
export function closedToConflicted<Data, Sent extends Handler<Data>>(page: Sent & Handler<Data>): Sent {
  const act: Action<Data> = async (request) => {
    const { services, visitor, params } = request
    const opened = await openCase(camel(services.sql), { id: params.id!, visitor, now: services.now().toISOString() })
    if (opened.kind === 'conflicted') return await page.load({ ...request, form: {} } as typeof request)
    return await page.act!(request)
  }
  return { ...page, act }
}
