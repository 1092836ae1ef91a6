import { type } from 'arktype'
import {
  type Action,
  handler,
  type Loader,
  type PageAnswer,
  type PageRequest,
} from '../../../../requests/page-loader.ts'
import type { FieldFailure } from '../../../../wire/failure.ts'
import { fieldFailures } from '../../../../wire/field-failures.ts'
import { heldLabels, retentionPeriods } from '../rules.ts'
import { emailAddress, erasureSchema } from '../schema.ts'
import type { AdminPrivacyData, ErasureReport } from '../state.ts'
import { addressDigest, erasePerson } from './erase-person.ts'
import { exportPerson, listErasures, listRetentionRuns } from './queries.ts'

/** Feeds the admin area's privacy page: nobody looked up yet. */
const loadAdminPrivacy: Loader<AdminPrivacyData> = async (request) => await privacyPage(request, {})

/** The page after a post: what is held about an address, what was erased, or what was wrong. The address is never in the page's own. */
async function privacyPage(
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

/** Takes the privacy page's forms: a look-up by address, and an erasure. Both are posts, so that no address stands in an address bar. */
const actAdminPrivacy: Action<AdminPrivacyData> = async (request) => {
  const { form, visitor, services } = request
  const admin = await visitor.admin()
  if (!admin) return { kind: 'not-found' }
  const { email: typed = '', reason = '' } = form
  const address = emailAddress(typed)
  if (address instanceof type.errors) {
    const problems = [{ field: 'email', message: fieldFailures(address)[0]!.message }]
    return await privacyPage(request, { status: 422, email: typed, problems })
  }
  const email = address.toLowerCase()
  if (form.intent !== 'erase') return await privacyPage(request, { email, isKnown: true })
  const wanted = erasureSchema({ ...form })
  if (wanted instanceof type.errors) {
    const problems = fieldFailures(wanted, erasureSchema)
    return await privacyPage(request, { status: 422, email, isKnown: true, reason, problems })
  }
  const report = await erasePerson(services, { email: wanted.email, reason: wanted.reason, admin })
  return await privacyPage(request, { email, isKnown: true, report })
}

export const adminPrivacy = handler({ load: loadAdminPrivacy, act: actAdminPrivacy })
