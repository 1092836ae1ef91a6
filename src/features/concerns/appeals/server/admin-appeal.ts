import { adminHref } from '#admin-pages.ts'
import { camel } from '#database/camel.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { listSteps } from '#features/concerns/server/cases.ts'
import type { AnyCommand } from '#requests/command.ts'
import { formPost, formsByIntent } from '#requests/form-post.ts'
import { handler, type Loader, type PageAnswer, type PageRequest } from '#requests/page-loader.ts'
import { emptyForm } from '#wire/form.ts'
import { listPages, readPageNumber, rowsOf } from '#wire/list-pages.ts'
import { appealLists } from '../rules.ts'
import type { AdminAppealData, AdminAppealsData, AppealNotice } from '../state.ts'
import { settle, takeUp, writeNote } from './hear-appeal.ts'
import { countAppeals, findAppeal, listAppeals, listParticipants } from './queries.ts'

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
    listSteps(camel(sql), { appealId: id }),
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
      steps: steps,
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

const pageSize = 30

/** Feeds the list of appeals: the open ones, oldest first, or those that have ended, newest first. */
const loadAdminAppeals: Loader<AdminAppealsData> = async ({ query, services: { sql } }) => {
  const list = appealLists.find((known) => known === query.get('list')) ?? 'open'
  const page = readPageNumber(query.get('page'))
  const [rows, [counts]] = await Promise.all([
    listAppeals(sql, { isOpen: list === 'open', ...rowsOf(page, pageSize) }),
    countAppeals(sql),
  ])
  return {
    kind: 'page',
    data: {
      list,
      open: counts!.open,
      appeals: rows.slice(0, pageSize).map((row) => ({
        id: row.id,
        reference: row.reference,
        against: row.against,
        state: row.state,
        title: row.title ?? '',
        organisation: row.organisation,
        heardBy: row.heard_by_name,
        receivedAt: row.received_at,
      })),
      pages: listPages({
        page,
        pageSize,
        fetched: rows.length,
        counted: counts![list],
        hrefOf: (number) => adminHref('adminAppeals', { list: list === 'open' ? null : list, page: number }),
      }),
    },
  }
}

export const adminAppeals = handler({ load: loadAdminAppeals })
