import { type } from 'arktype'
import { answer, formCommand } from '#requests/command.ts'
import { formPost, formsByIntent } from '#requests/form-post.ts'
import { handler, type Loader, type PageAnswer, type PageRequest } from '#requests/page-loader.ts'
import type { FieldFailure } from '#wire/failure.ts'
import { problemOf } from '#wire/form.ts'
import { heldLabels, retentionPeriods } from '../rules.ts'
import { emailAddress, erasureSchema } from '../schema.ts'
import type { AdminPrivacyData, ErasureReport } from '../state.ts'
import { addressDigest, erasePerson } from './erase-person.ts'
import { listErasures } from './erasure-queries.ts'
import { exportPerson } from './queries.ts'
import { listRetentionRuns } from './retention-queries.ts'

/** Feeds the admin area's privacy page: nobody looked up yet. */
const loadAdminPrivacy: Loader<AdminPrivacyData> = async (request) => await privacyPage(request, {})

/** The page after a post: what is held about an address, what was erased, or what was wrong. The address is never in the page's own. */
async function privacyPage(
  { services }: PageRequest,
  more: {
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

const find = formCommand({
  permission: 'privacy',
  schema: type({ email: emailAddress }),
  run: async ({ input }) => answer(input),
})

const erase = formCommand({
  permission: 'privacy',
  schema: erasureSchema,
  run: async ({ input: { email, reason }, admin, services }) =>
    answer({ email, report: await erasePerson(services, { email, reason, admin }) }),
})

/** A look-up by address, and an erasure. Both are posts, so that no address stands in an address bar. */
export const adminPrivacy = handler({
  load: loadAdminPrivacy,
  act: formsByIntent(
    {
      erase: formPost(erase, {
        done: (erased, request) => privacyPage(request, { ...erased, isKnown: true }),
        again: (request, { typed: { email = '', reason = '' }, problems }) => {
          const isKnown = problemOf(problems, 'email') === undefined
          return privacyPage(request, {
            email: isKnown ? email.trim().toLowerCase() : email,
            isKnown,
            reason,
            problems,
          })
        },
      }),
    },
    formPost(find, {
      done: ({ email }, request) => privacyPage(request, { email, isKnown: true }),
      again: (request, { typed: { email = '' }, problems }) => privacyPage(request, { email, problems }),
    }),
  ),
})
