import { isUuid } from '#domain/is-uuid.ts'
import { eventDraftOf, organisationOf, readDraft } from '#features/applications/rules.ts'
import { type Organisation, stepProblems } from '#features/applications/schema.ts'
import { findOrganisation } from '#features/applications/server/queries.ts'
import { href } from '#pages.ts'
import { runForPage } from '#requests/form-post.ts'
import { handler, type PageAnswer, type PageRequest } from '#requests/page-loader.ts'
import { isFailure, statusOfFailure } from '#wire/failure.ts'
import { closedOf, draftOf, wayToChange } from '../rules.ts'
import type { ChangeData } from '../state.ts'
import { changeApplication as changeCommand, isTheirs, proposeChange as proposeCommand } from './api.ts'
import { readChangeable } from './queries.ts'

type Posted = Partial<Pick<Extract<ChangeData, { kind: 'form' }>, 'draft' | 'revision' | 'problems' | 'failure'>>

/** The form with what was sent, or with what was typed and why it was not stored. */
async function changePage(
  { params, visitor, services }: PageRequest,
  posted: Posted = {},
): Promise<PageAnswer<ChangeData> & { kind: 'page' }> {
  const appId = params.appId!
  const isOwn = isUuid(appId) && (await isTheirs(visitor, appId))
  const [row] = isOwn ? await readChangeable(services.sql, { applicationId: appId }) : []
  if (!row) return { kind: 'page', status: 404, data: { kind: 'not-yours', appId } }
  const { reference, revision, organisation_id: id, event_draft: event } = row
  const way = wayToChange(row)
  if (!way) return { kind: 'page', status: 409, data: { kind: 'closed', appId, reference, closed: closedOf(row)! } }
  const [organisation] = await findOrganisation(services.sql, { id })
  const draft = draftOf(organisation!, event)
  return {
    kind: 'page',
    data: {
      kind: 'form',
      appId,
      reference,
      revision,
      draft,
      isApproved: row.status === 'approved',
      way,
      problems: [],
      failure: null,
      ...posted,
    },
  }
}

/** Of a form that asks for the event alone; null where it is not this browser's. */
async function organisationAsSent({ params, visitor, services }: PageRequest): Promise<Organisation | null> {
  const applicationId = params.appId!
  if (!(await isTheirs(visitor, applicationId))) return null
  const [row] = await readChangeable(services.sql, { applicationId })
  const [stored] = await findOrganisation(services.sql, { id: row!.organisation_id })
  const { id: _, ...organisation } = stored!
  return organisation
}

export const changeApplication = handler<ChangeData>({
  load: async (request) => await changePage(request),
  act: async (request) => {
    const { form, params } = request
    const draft = readDraft(form)
    const revision = Number(form.revision)
    if (!isUuid(params.appId)) return await changePage(request)
    const isProposal = form.intent === 'propose'
    const problems = stepProblems(isProposal || form.intent === 'event' ? 'event' : 'review', draft)
    if (problems.length > 0) {
      const page = await changePage(request, { draft, revision, problems })
      return page.data.kind === 'form' ? { ...page, status: 422 } : page
    }
    const own = { ...request, params: { id: params.appId } }
    const outcome = isProposal
      ? await runForPage(proposeCommand, own, { revision, eventDraft: eventDraftOf(draft) })
      : await runForPage(changeCommand, own, {
          revision,
          organisation: form.intent === 'event' ? await organisationAsSent(request) : organisationOf(draft),
          eventDraft: eventDraftOf(draft),
        })
    if (!isFailure(outcome)) {
      return {
        kind: 'redirect',
        to: href('myApplication', { appId: params.appId }, { done: isProposal ? 'proposed' : 'changed' }),
        status: 303,
      }
    }
    const page = await changePage(request, { draft, revision, failure: outcome.message })
    return page.data.kind === 'form' ? { ...page, status: statusOfFailure[outcome.failure] } : page
  },
})
