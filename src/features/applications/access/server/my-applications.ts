import { appealableFrom } from '#domain/appeals.ts'
import { applicationState } from '#domain/application-state.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { londonDay } from '#domain/london-time.ts'
import { heldDraft } from '#features/applications/draft/server/save-draft.ts'
import { readDraft } from '#features/applications/rules.ts'
import { href } from '#pages.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost, formsByIntent } from '#requests/form-post.ts'
import { noOwnershipCookie, ownershipDays, readDraftId, readOwnership } from '#requests/ownership.ts'
import { handler, type Loader } from '#requests/page-loader.ts'
import type { MyApplicationsData } from '../state.ts'
import { forgetBrowser, listOwnApplications } from './queries.ts'

/** Feeds the list of what this browser's signed cookie lets it act for. */
const loadMyApplications: Loader<MyApplicationsData> = async ({ visitor, query, headers, services }) => {
  const ids = [...(await visitor.owned())].filter(isUuid)
  const appealableSince = appealableFrom(services.now()).toISOString()
  const rows = ids.length > 0 ? await listOwnApplications(services.sql, { applicationIds: ids, appealableSince }) : []
  const draft = await heldDraft(services, readDraftId(headers.get('cookie') ?? '', services))
  return {
    kind: 'page',
    data: {
      unfinished: draft && { title: readDraft(draft.answers).title, savedAt: draft.savedAt },
      isForgotten: query.has('forgotten'),
      applications: rows.map((row) => ({
        id: row.id,
        reference: row.reference,
        title: row.title || row.reference,
        organisation: row.organisation,
        status: row.status,
        submittedAt: row.submitted_at,
        slug: row.slug,
        hasAppeal: row.has_appeal,
        state: applicationState(row, services.brand.accreditAfter, londonDay(services.now())),
      })),
    },
  }
}

const dayMs = 24 * 60 * 60 * 1000

/** Has a shared browser forget its applications, also for copies of its cookie: a link by mail brings them back. */
const forget = formCommand({
  permission: 'anyone',
  run: async ({ headers, services }) => {
    const ownership = readOwnership(headers.get('cookie') ?? '', services)
    if (ownership) {
      const now = services.now()
      const oldest = new Date(now.getTime() - (ownershipDays + 1) * dayMs)
      await forgetBrowser(services.sql, {
        browser: ownership.browser,
        now: now.toISOString(),
        oldestCookie: oldest.toISOString(),
      })
    }
    return answer(null, { cookies: [noOwnershipCookie(services)] })
  },
})

export const myApplications = handler<MyApplicationsData>({
  load: loadMyApplications,
  act: formsByIntent(
    { forget: formPost(forget, { done: () => href('myApplications', { forgotten: true }) }) },
    loadMyApplications,
  ),
})
