import type { Services } from '../../services.ts'
import type { Admin } from '../../visitor.ts'
import { decide, readStatus } from './queries.ts'

export type Decision =
  | { kind: 'decided' }
  | { kind: 'not-found' }
  /** Somebody was faster; the decision stays what it is. */
  | { kind: 'decided-before'; status: string }

/** Decides a submitted application, once: of two people at once, one decides and the other learns what was decided. */
export async function decideApplication(
  { sql, now }: Services,
  input: { applicationId: string; decision: 'approved' | 'rejected'; reason: string | null; admin: Admin },
): Promise<Decision> {
  const { applicationId, decision, admin } = input
  const [decided] = await decide(
    sql,
    applicationId,
    decision,
    admin.id,
    admin.name,
    input.reason?.trim() || null,
    now().toISOString(),
  )
  if (decided) return { kind: 'decided' }
  const [application] = await readStatus(sql, applicationId)
  return application ? { kind: 'decided-before', status: application.status } : { kind: 'not-found' }
}
