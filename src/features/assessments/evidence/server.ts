import { isDay } from '#domain/calendar-day.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { londonDay } from '#domain/london-time.ts'
import { criteriaFor } from '#features/assessments/criteria/criterion.ts'
import { dayMalformed, dayMissing, dayOver } from '#features/assessments/files/rules.ts'
import { isApplicant } from '#features/assessments/files/server/may-read-file.ts'
import { purgeFile } from '#features/assessments/files/server/purge-file.ts'
import { dropUnfinished, listUndated } from '#features/assessments/files/server/queries.ts'
import { sayLastDay } from '#features/assessments/files/server/upload.ts'
import { confirmAgainLimit, queueAddressConfirmation } from '#mail/queue-address-confirmation.ts'
import { href } from '#pages.ts'
import type { Call } from '#requests/command.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost, formsByIntent } from '#requests/form-post.ts'
import { handler, type PageAnswer, type PageRequest } from '#requests/page-loader.ts'
import type { Visitor } from '#requests/visitor.ts'
import { type Failure, failure, isFailure } from '#wire/failure.ts'
import { emptyForm, type FormState } from '#wire/form.ts'
import { assessedEvent, closedBecause } from '../rules.ts'
import {
  appliesSchema,
  confirmAgainSchema,
  lastDaySchema,
  notApplicableSchema,
  removeFileSchema,
  removeUploadSchema,
} from '../schema.ts'
import type { EvidenceData, RoomCriterion, RoomFile } from '../state.ts'
import { factsOf } from './closed-room.ts'
import {
  type FileRow,
  findRoom,
  listCriterionStates,
  listOpenConditions,
  listRoomFiles,
  type RoomRow,
  setNotApplicable,
  setWantedAgain,
} from './room-queries.ts'

/** How often one visitor may change what an evidence room says. */
const limit = { name: 'evidence-answer', points: 60, seconds: 600 }

/** The room as this visitor may see it: whole for the browser that applied, and its door for everybody else. */
async function roomPage(
  { params, query, visitor, services }: PageRequest,
  form: FormState = emptyForm,
): Promise<PageAnswer<EvidenceData> & { kind: 'page' }> {
  const { appId } = params
  const [room] = isUuid(appId) ? await findRoom(services.sql, { applicationId: appId }) : []
  if (!room) return { kind: 'page', status: 404, data: { kind: 'not-found' } }
  if (!(await isTheirs(visitor, room))) {
    return { kind: 'page', status: 403, data: { kind: 'not-yours', appId: room.id } }
  }
  const closed = closedBecause(factsOf(room))
  if (closed === 'unconfirmed') {
    const { id, email } = room
    return { kind: 'page', data: { kind: 'unconfirmed', appId: id, email, isSent: query.has('mailed'), wait: null } }
  }
  const [states, files, undated, conditions] = await Promise.all([
    listCriterionStates(services.sql, { assessmentId: room.assessment_id }),
    listRoomFiles(services.sql, { applicationId: room.id }),
    listUndated(services.sql, { applicationId: room.id }),
    listOpenConditions(services.sql, { applicationId: room.id }),
  ])
  return {
    kind: 'page',
    data: {
      kind: 'room',
      appId: room.id,
      reference: room.reference,
      title: typeof room.event_draft.title === 'string' ? room.event_draft.title : room.reference,
      closed,
      deletedAt: room.documents_deleted_at,
      hasArrived: query.has('sent'),
      canAnswer: closed === null && room.assessment_status !== 'decided',
      conditions: conditions.map(({ id, text, due_on: dueOn }) => ({ id, text, dueOn })),
      criteria: criteriaOf(room, states, { files, undated }, londonDay(services.now())),
      form: undated.some(({ id }) => id === query.get('undated')) ? dayWanted(query) : form,
    },
  }
}

/** A document has just arrived without its last day, or with one that cannot be taken. */
function dayWanted(query: URLSearchParams): FormState {
  const [uploadId, day] = [query.get('undated')!, query.get('day') ?? '']
  const message = day === '' ? dayMissing : isDay(day) ? dayOver : dayMalformed
  const typed = { uploadId, expiresOn: isDay(day) ? day : '' }
  return { typed, problems: [{ field: 'expiresOn', message }], notice: null }
}

function isTheirs(visitor: Pick<Visitor, 'owned'>, { id, organisation_id }: RoomRow): Promise<boolean> {
  return isApplicant(visitor, { applicationId: id, organisationId: organisation_id })
}

function criteriaOf(
  room: RoomRow,
  states: Awaited<ReturnType<typeof listCriterionStates>>,
  { files, undated }: { files: FileRow[]; undated: Awaited<ReturnType<typeof listUndated>> },
  today: string,
): RoomCriterion[] {
  return criteriaFor(room.criteria, assessedEvent(room.event_draft)).map(
    ({ rules: _, graceDays: __, ...criterion }) => {
      const known = states.find(({ criterion_id: id }) => id === criterion.id)
      const state = known?.state ?? 'wanted'
      return {
        ...criterion,
        expires: criterion.expires ?? false,
        state,
        reason: known?.state_reason ?? '',
        canTakeBack: state === 'not-applicable' && !known?.is_judged,
        files: files.filter(({ criterion_id: id }) => id === criterion.id).map((file) => shownFile(file, today)),
        undated: undated
          .filter(({ criterion_id: id }) => id === criterion.id)
          .map(({ criterion_id: _, ...upload }) => upload),
      }
    },
  )
}

function shownFile(row: FileRow, today: string): RoomFile {
  const { criterion_id: _, uploaded_at: uploadedAt, expires_on: expiresOn, is_accepted: isAccepted, ...file } = row
  return { ...file, uploadedAt, expiresOn, isAccepted, hasRunOut: expiresOn !== null && expiresOn < today }
}

/** The room that a post is about, where it may change it, or why not. */
async function openRoom(
  { visitor, services }: Pick<Call<unknown, unknown, unknown>, 'visitor' | 'services'>,
  applicationId: string,
): Promise<RoomRow | Failure> {
  const [room] = await findRoom(services.sql, { applicationId })
  if (!room) return failure('not-found', 'There is no such application.')
  if (!(await isTheirs(visitor, room))) return failure('forbidden', 'Only the applicant can change this.')
  if (closedBecause(factsOf(room))) return failure('conflict', 'You cannot change anything at the moment. See below.')
  return room
}

const changedMeanwhile = 'This has changed since you opened the page. See it below as it is now.'

/** Says that a criterion does not apply, with the reason that an assessor judges. */
const declareNotApplicable = formCommand({
  permission: 'owner',
  schema: notApplicableSchema,
  limit,
  async run({ input: { applicationId, criterionId, reason }, visitor, services }) {
    const room = await openRoom({ visitor, services }, applicationId)
    if (isFailure(room)) return room
    const isAsked = criteriaFor(room.criteria, assessedEvent(room.event_draft)).some(({ id }) => id === criterionId)
    if (!isAsked) return failure('not-found', 'We do not ask for this for your event.')
    const [set] = await setNotApplicable(services.sql, { applicationId, criterionId, reason })
    return set ? answer({ criterionId }) : failure('conflict', changedMeanwhile)
  },
})

/** Takes that back. */
const declareApplicable = formCommand({
  permission: 'owner',
  schema: appliesSchema,
  limit,
  async run({ input: { applicationId, criterionId }, visitor, services }) {
    const room = await openRoom({ visitor, services }, applicationId)
    if (isFailure(room)) return room
    const [set] = await setWantedAgain(services.sql, { applicationId, criterionId })
    return set ? answer({ criterionId }) : failure('conflict', changedMeanwhile)
  },
})

/** Deletes a document that is not accepted, for good. */
const removeFile = formCommand({
  permission: 'owner',
  schema: removeFileSchema,
  limit,
  async run({ input: { applicationId, fileId }, visitor, services }) {
    const room = await openRoom({ visitor, services }, applicationId)
    if (isFailure(room)) return room
    const file = (await listRoomFiles(services.sql, { applicationId })).find(({ id }) => id === fileId)
    if (!file || file.is_accepted) return failure('conflict', changedMeanwhile)
    await purgeFile(services, { fileId, by: { kind: 'applicant', name: 'applicant' } })
    return answer({ criterionId: file.criterion_id })
  },
})

/** Says until when a document is valid that came without its last day. */
const giveLastDay = formCommand({
  permission: 'owner',
  schema: lastDaySchema,
  limit,
  async run({ input: { expiresOn = null, noLastDay = false, ...which }, visitor, services }) {
    const room = await openRoom({ visitor, services }, which.applicationId)
    if (isFailure(room)) return room
    const said = await sayLastDay(services, { ...which, expiresOn, noLastDay })
    return isFailure(said) ? said : answer(said)
  },
})

/** Removes such a document instead. */
const removeUpload = formCommand({
  permission: 'owner',
  schema: removeUploadSchema,
  limit,
  async run({ input: { applicationId, uploadId }, visitor, services }) {
    const room = await openRoom({ visitor, services }, applicationId)
    if (isFailure(room)) return room
    const upload = (await listUndated(services.sql, { applicationId })).find(({ id }) => id === uploadId)
    if (!upload) return failure('conflict', changedMeanwhile)
    await dropUnfinished(services.sql, { uploadId })
    return answer({ criterionId: upload.criterion_id })
  },
})

/** Has the email sent again that confirms the applicant's address. */
const confirmAgain = formCommand({
  permission: 'owner',
  schema: confirmAgainSchema,
  limit: confirmAgainLimit,
  async run({ input: { applicationId }, visitor, services }) {
    const [room] = await findRoom(services.sql, { applicationId })
    if (!room) return failure('not-found', 'There is no such application.')
    if (!(await isTheirs(visitor, room))) return failure('forbidden', 'Only the applicant can change this.')
    const wish = { email: room.email, reason: 'application' } as const
    await services.sql.begin((transaction) => queueAddressConfirmation(transaction, wish, services))
    return answer(null)
  },
})

const page = {
  input: ({ params, form }: { params: Record<string, string>; form: Record<string, string> }) => ({
    ...form,
    applicationId: params.appId,
  }),
  done: ({ criterionId }: { criterionId: string }, { params }: PageRequest) =>
    `${href('evidence', { appId: params.appId! })}#${criterionId}`,
  again: async (request: PageRequest, form: FormState) => await roomPage(request, form),
}

/** The evidence room of an application. */
export const evidence = handler<EvidenceData>({
  load: async (request) => await roomPage(request),
  act: formsByIntent(
    {
      'not-applicable': formPost<EvidenceData, typeof declareNotApplicable>(declareNotApplicable, page),
      'last-day': formPost<EvidenceData, typeof giveLastDay>(giveLastDay, page),
      'remove-upload': formPost<EvidenceData, typeof removeUpload>(removeUpload, page),
      remove: formPost<EvidenceData, typeof removeFile>(removeFile, page),
      'confirm-again': formPost<EvidenceData, typeof confirmAgain>(confirmAgain, {
        input: page.input,
        done: (_, { params }) => href('evidence', { appId: params.appId! }, { mailed: true }),
        again: async (request, form, { retryAfter: wait = null }) => {
          const shown = await roomPage(request, form)
          return shown.data.kind === 'unconfirmed' ? { ...shown, data: { ...shown.data, wait } } : shown
        },
      }),
      applies: formPost<EvidenceData, typeof declareApplicable>(declareApplicable, page),
    },
    async (request) => await roomPage(request),
  ),
})
