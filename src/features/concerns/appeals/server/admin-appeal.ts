import { adminHref } from '#admin-pages.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { listSteps, stepOf } from '#features/concerns/server/case-steps.ts'
import type { AnyCommand } from '#requests/command.ts'
import { formPost, formsByIntent } from '#requests/form-post.ts'
import { handler, type PageAnswer, type PageRequest } from '#requests/page-loader.ts'
import { emptyForm } from '#wire/form.ts'
import type { AdminAppealData, AppealNotice } from '../state.ts'
import { settle, takeUp, writeNote } from './hear-appeal.ts'
import { findAppeal, listParticipants } from './queries.ts'

const done: readonly AppealNotice[] = ['taken', 'noted', 'settled']
const refusals: readonly AppealNotice[] = ['moved-on', 'had-part', 'not-yours', 'not-possible']

/** The page of an appeal, as it stands or after a post with what was typed. */
async function appealPage(
  { params, query, services: { sql }, visitor }: PageRequest,
  more: Partial<Pick<AdminAppealData, 'form' | 'notice'>> = {},
): Promise<PageAnswer<AdminAppealData>> {
  const id = params.id ?? ''
  const [row] = isUuid(id) ? await findAppeal(sql, { id }) : []
  if (!row) return { kind: 'not-found' }
  const [participants, steps, admin, review, assess, register] = await Promise.all([
    listParticipants(sql, { applicationId: row.application_id }),
    listSteps(sql, { appealId: id }),
    visitor.admin(),
    visitor.holds('review'),
    visitor.holds('assess'),
    visitor.holds('register'),
  ])
  const { heard_by: heardBy, heard_by_name: heardByName } = row
  return {
    kind: 'page',
    data: {
      id,
      reference: row.reference,
      against: row.against,
      state: row.state,
      grounds: row.grounds,
      receivedAt: row.received_at,
      reasons: row.reasons,
      heardBy: heardBy && heardByName ? { id: heardBy, name: heardByName } : null,
      application: {
        id: row.application_id,
        reference: row.application_reference,
        title: row.title ?? '',
        organisation: row.organisation,
      },
      decision: { at: row.decided_at, reason: row.decision_reason },
      entry: row.entry_id && row.entry_number ? { id: row.entry_id, number: row.entry_number } : null,
      assessmentId: row.assessment_id,
      participants: participants.map(({ name }) => name),
      hadPart: participants.some((person) => person.id === admin?.id),
      isMine: heardBy !== null && heardBy === admin?.id,
      may: { review, assess, register },
      steps: steps.map(stepOf),
      notice: done.find((known) => known === query.get('done')) ?? null,
      form: emptyForm,
      ...more,
    },
  }
}

/** A form of the page, and what the page says once it was taken. */
function form<C extends AnyCommand>(command: C, notice: AppealNotice) {
  return formPost<AdminAppealData, C>(command, {
    done: (_, { params }) => adminHref('adminAppeal', { id: params.id! }, { done: notice }),
    again: (request, typed, { details }) =>
      appealPage(request, { form: typed, notice: refusals.find((each) => each === details?.notice) ?? null }),
  })
}

export const adminAppeal = handler<AdminAppealData>({
  load: async (request) => await appealPage(request),
  act: formsByIntent({ take: form(takeUp, 'taken'), settle: form(settle, 'settled') }, form(writeNote, 'noted')),
})
