import type { Loader, PageAnswer, PageRequest } from '../../../../page-loader.ts'
import type { FieldFailure } from '../../../../wire/failure.ts'
import { heldLabels, retentionPeriods } from '../rules.ts'
import type { AdminPrivacyData, ErasureReport } from '../state.ts'
import { addressDigest } from './erase-person.ts'
import { exportPerson, listErasures, listRetentionRuns } from './queries.ts'

/** Feeds the admin area's privacy page: nobody looked up yet. */
export const loadAdminPrivacy: Loader<AdminPrivacyData> = async (request) => await privacyPage(request, {})

/** The page after a post: what is held about an address, what was erased, or what was wrong. The address is never in the page's own. */
export async function privacyPage(
  { services }: PageRequest,
  more: {
    status?: number
    email?: string
    reason?: string
    report?: ErasureReport
    problems?: FieldFailure[]
    /** Whether `email` is an address that can be looked up. */
    isKnown?: boolean
  },
): Promise<PageAnswer<AdminPrivacyData>> {
  const { sql } = services
  const { email = '', isKnown = false } = more
  const [runs, erasures, earlier, [row]] = await Promise.all([
    listRetentionRuns(sql),
    listErasures(sql, { address: null }),
    isKnown ? listErasures(sql, { address: addressDigest(email, services) }) : [],
    isKnown ? exportPerson(sql, { email }) : [],
  ])
  return {
    kind: 'page',
    status: more.status ?? 200,
    data: {
      email,
      held: row ? Object.entries(heldLabels).map(([key, what]) => ({ what, count: row.held[key]?.length ?? 0 })) : null,
      earlier: earlier.map((each) => ({ at: each.erased_at, by: each.erased_by_name, reason: each.reason })),
      report: more.report ?? null,
      reason: more.reason ?? '',
      problems: more.problems ?? [],
      runs: runs.map(({ started_at: at, removed }) => ({
        at,
        total: Object.values(removed).reduce((sum, count) => sum + count, 0),
        removed: retentionPeriods
          .map(({ id, what }) => ({ what, count: removed[id] ?? 0 }))
          .filter(({ count }) => count > 0),
      })),
      erasures: erasures.map((each) => ({
        at: each.erased_at,
        by: each.erased_by_name,
        reason: each.reason,
        erased: each.erased.reduce((sum, { count }) => sum + count, 0),
        kept: each.kept.length,
      })),
    },
  }
}
