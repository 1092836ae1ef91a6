import { adminHref } from '../../../../admin-pages.ts'
import { byPerson, recordChange } from '../../../../database/record-change.ts'
import { isUuid } from '../../../../domain/is-uuid.ts'
import { type Action, handler, type Loader } from '../../../../requests/page-loader.ts'
import { isSubmissionKind, isSubmissionState } from '../rules.ts'
import type { SubmissionData } from '../state.ts'
import { readSubmission, setState } from './queries.ts'

/** Feeds one submission with everything that was left. */
const loadSubmission: Loader<SubmissionData> = async ({ params, query, services: { sql } }) => {
  const { kind, id } = params
  const [row] = isSubmissionKind(kind) && isUuid(id) ? await readSubmission(sql, { kind, id }) : []
  if (!row || !isSubmissionKind(kind)) return { kind: 'not-found' }
  const { details, ...submission } = row
  const read = JSON.parse(details) as Record<string, string>
  return {
    kind: 'page',
    data: {
      kind,
      submission,
      details: Object.entries(read).map(([term, text]) => ({ term, details: text })),
      isSaved: query.get('done') === 'saved',
    },
  }
}

/** Takes a submission's new state. */
const actSubmission: Action<SubmissionData> = async ({ params, form, visitor, services }) => {
  const admin = await visitor.admin()
  const { kind, id } = params
  const { state } = form
  if (!admin || !isSubmissionKind(kind) || !isUuid(id) || !isSubmissionState(state)) return { kind: 'not-found' }
  const [submission] = await readSubmission(services.sql, { kind, id })
  if (!submission) return { kind: 'not-found' }
  await services.sql.begin(async (tx) => {
    const [changed] = await setState(tx, { kind, id, state, who: admin.name, now: services.now().toISOString() })
    if (!changed) return
    await recordChange(tx, {
      actor: byPerson(admin),
      subject: { kind: 'submission', id },
      action: 'marked',
      before: { state: changed.before },
      after: { state, kind },
    })
  })
  return { kind: 'redirect', to: adminHref('submission', { kind, id }, { done: 'saved' }), status: 303 }
}

export const submission = handler({ load: loadSubmission, act: actSubmission })
