import { type } from 'arktype'
import type { CamelSql } from '#database/camel.ts'
import { isDay } from '#domain/calendar-day.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { londonDay } from '#domain/london-time.ts'
import { criteriaFor } from '#features/assessments/criteria/criterion.ts'
import { dayMalformed, dayMissing, dayOver } from '#features/assessments/files/rules.ts'
import { startUploadSchema } from '#features/assessments/files/schema.ts'
import { purgeFile } from '#features/assessments/files/server/purge-file.ts'
import { dropUnfinished } from '#features/assessments/files/server/queries.ts'
import { sayLastDay } from '#features/assessments/files/server/upload.ts'
import { confirmAgainLimit, queueAddressConfirmation } from '#mail/queue-address-confirmation.ts'
import { command, did, outsideCommand } from '#page/command.ts'
import { type PageData, page } from '#page/page.ts'
import { href } from '#pages.ts'
import type { FormRequest } from '#requests/page-loader.ts'
import type { Visitor } from '#requests/visitor.ts'
import { type Failure, failure, isFailure } from '#wire/failure.ts'
import { emptyForm, type FormState, inFormOrder } from '#wire/form.ts'
import { paragraphs } from '#wire/text-schema.ts'
import { assessedEvent, closedBecause, reasonLimit } from './rules.ts'
import { type EvidenceRow, findEvidence, listCriterionStates, listFiles, listOwnConditions } from './server/queries.ts'

const criterionId = type('/^[a-z][a-z0-9-]{1,38}[a-z0-9]$/')
const ofOwner = { permission: 'owner', params: { appId: isUuid } } as const
const ofCriterion = {
  ...ofOwner,
  limit: { name: 'evidence-answer', points: 60, seconds: 600 },
  /** Back to the criterion that a form was about. */
  leadsTo: (criterionId: string, { params }: FormRequest) =>
    `${href('evidence', { appId: params.appId! })}#${criterionId}`,
}

/** Documents that have arrived by a form without a script, and wait for their last day. */
const listUndated = (sql: CamelSql, { applicationId }: { applicationId: string }) => sql<
  { id: string; criterionId: string; name: string; bytes: number }[]
>`
  select id, criterion_id, name, bytes from evidence_uploads u
  where application_id = ${applicationId}::uuid and wants_last_day and finished_at is null
    and bytes = (select sum(octet_length(content)) from evidence_upload_pieces p where p.upload_id = u.id)
  order by begun_at, id`

async function findOwn(sql: CamelSql, visitor: Visitor, applicationId: string): Promise<EvidenceRow | Failure> {
  const [found] = await findEvidence(sql, { applicationId })
  if (!found) return failure('not-found', 'There is no such application.')
  const isOwn = await visitor.isOwnerOf(applicationId, found.organisationId)
  return isOwn ? found : failure('forbidden', 'Only the applicant can change this.')
}

async function findOpen(sql: CamelSql, visitor: Visitor, applicationId: string): Promise<EvidenceRow | Failure> {
  const found = await findOwn(sql, visitor, applicationId)
  if (isFailure(found) || !closedBecause(found)) return found
  return failure('conflict', 'You cannot change anything at the moment. See below.')
}

const hasChanged = failure('conflict', 'This has changed since you opened the page. See it below as it is now.')

const declareNotApplicable = command({
  ...ofCriterion,
  schema: type({ criterionId, reason: paragraphs(reasonLimit, 'Say why this does not apply') }),
  run: async ({ params: { appId }, input: { criterionId, reason }, sql, visitor }) => {
    const found = await findOpen(sql, visitor, appId)
    if (isFailure(found)) return found
    const isAsked = criteriaFor(found.criteria, assessedEvent(found.eventDraft)).some(({ id }) => id === criterionId)
    if (!isAsked) return failure('not-found', 'We do not ask for this for your event.')
    // No row where no assessment is open, or documents for it are with an assessor or accepted.
    const [set] = await sql<{ criterionId: string }[]>`
      insert into assessment_criteria as c (assessment_id, criterion_id, state, state_reason)
      select id, ${criterionId}::text, 'not-applicable', ${reason}::text
      from assessments where application_id = ${appId}::uuid and status in ('open', 'notice')
      on conflict (assessment_id, criterion_id) do update
      set state = 'not-applicable', state_reason = excluded.state_reason, state_at = now()
      where c.state in ('wanted', 'more-needed')
      returning criterion_id`
    return set ? did({ answer: criterionId }) : hasChanged
  },
})

const declareApplicable = command({
  ...ofCriterion,
  schema: type({ criterionId }),
  run: async ({ params: { appId }, input: { criterionId }, sql, visitor }) => {
    const found = await findOpen(sql, visitor, appId)
    if (isFailure(found)) return found
    const [set] = await sql<{ criterionId: string }[]>`
      update assessment_criteria as c
      set state = 'wanted', state_reason = '', state_at = now()
      from assessments as a
      where a.id = c.assessment_id and a.application_id = ${appId}::uuid and a.status in ('open', 'notice')
        and c.criterion_id = ${criterionId}::text and c.state = 'not-applicable' and c.verdict is null
      returning c.criterion_id`
    return set ? did({ answer: criterionId }) : hasChanged
  },
})

const removeFile = outsideCommand({
  ...ofCriterion,
  schema: type({ fileId: 'string.uuid' }),
  run: async ({ params: { appId }, input: { fileId }, sql, visitor, services }) => {
    const found = await findOpen(sql, visitor, appId)
    if (isFailure(found)) return found
    const file = (await listFiles(sql, { applicationId: appId })).find(({ id }) => id === fileId)
    if (!file || file.isAccepted) return hasChanged
    await purgeFile(services, { fileId, by: { kind: 'applicant', name: 'applicant' } })
    return did({ answer: file.criterionId })
  },
})

const giveLastDay = command({
  ...ofCriterion,
  schema: startUploadSchema.pick('expiresOn', 'noLastDay').merge({ uploadId: 'string.uuid' }),
  run: async ({ params: { appId }, input, sql, now, visitor }) => {
    const { uploadId, expiresOn = null, noLastDay = false } = input
    const found = await findOpen(sql, visitor, appId)
    if (isFailure(found)) return found
    const said = await sayLastDay(sql, { applicationId: appId, uploadId, expiresOn, noLastDay, now })
    return isFailure(said) ? said : did({ answer: said.criterionId })
  },
})

const removeUpload = command({
  ...ofCriterion,
  schema: type({ uploadId: 'string.uuid' }),
  run: async ({ params: { appId }, input: { uploadId }, sql, visitor }) => {
    const found = await findOpen(sql, visitor, appId)
    if (isFailure(found)) return found
    const upload = (await listUndated(sql, { applicationId: appId })).find(({ id }) => id === uploadId)
    if (!upload) return hasChanged
    await dropUnfinished(sql.raw, { uploadId })
    return did({ answer: upload.criterionId })
  },
})

const confirmAgain = command({
  ...ofOwner,
  limit: confirmAgainLimit,
  run: async ({ params: { appId }, sql, visitor, services }) => {
    const found = await findOwn(sql, visitor, appId)
    if (isFailure(found)) return found
    await queueAddressConfirmation(sql.raw, { email: found.email, reason: 'application' }, services)
    return did()
  },
  leadsTo: (_, { params }) => href('evidence', { appId: params.appId! }, { mailed: true }),
})

/** The form that was posted and not taken; `criterionId` or `uploadId` says which. */
function formOf(refused: Failure | null, typed: Readonly<Record<string, string | undefined>>) {
  if (!refused) return emptyForm
  const problems = inFormOrder(refused.fields ?? [], Object.keys(typed))
  return { typed: { ...typed }, problems, notice: problems.length > 0 ? null : refused.message }
}

/** For a document that has just arrived without a script. */
function dayWanted(query: URLSearchParams): FormState {
  const [uploadId, day] = [query.get('undated')!, query.get('day') ?? '']
  const message = day === '' ? dayMissing : isDay(day) ? dayOver : dayMalformed
  const typed = { uploadId, expiresOn: isDay(day) ? day : '' }
  return { typed, problems: [{ field: 'expiresOn', message }], notice: null }
}

export const evidence = page('evidence', {
  commands: {
    'not-applicable': declareNotApplicable,
    applies: declareApplicable,
    'last-day': giveLastDay,
    'remove-upload': removeUpload,
    remove: removeFile,
    'confirm-again': confirmAgain,
  },
  load: async ({ params: { appId }, query, sql, now, visitor, refused, typed }) => {
    const [found] = isUuid(appId) ? await findEvidence(sql, { applicationId: appId }) : []
    if (!found) return { kind: 'unknown' as const }
    const { organisationId, reference, eventDraft } = found
    if (!(await visitor.isOwnerOf(appId, organisationId))) return { kind: 'not-yours' as const, appId }
    const closed = closedBecause(found)
    if (closed === 'unconfirmed') {
      const wait = refused?.retryAfter ?? null
      return { kind: 'unconfirmed' as const, appId, email: found.email, isSent: query.has('mailed'), wait }
    }
    const today = londonDay(new Date(now))
    const [states, files, undated, conditions] = await Promise.all([
      listCriterionStates(sql, { assessmentId: found.assessmentId }),
      listFiles(sql, { applicationId: appId }),
      listUndated(sql, { applicationId: appId }),
      listOwnConditions(sql, { applicationId: appId, today }),
    ])
    const asked = criteriaFor(found.criteria, assessedEvent(eventDraft))
    const criteria = asked.map(({ rules: _, graceDays: __, ...criterion }) => {
      const isOf = ({ criterionId }: { criterionId: string }) => criterionId === criterion.id
      const known = states.find(isOf)
      const state = known?.state ?? 'wanted'
      return {
        ...criterion,
        expires: criterion.expires ?? false,
        state,
        /** Why more is needed, or why it does not apply. */
        reason: known?.stateReason ?? '',
        canTakeBack: state === 'not-applicable' && !known?.isJudged,
        files: files.filter(isOf).map(({ criterionId: _, ...file }) => ({
          ...file,
          hasRunOut: file.expiresOn !== null && file.expiresOn < today,
        })),
        undated: undated.filter(isOf).map(({ criterionId: _, ...upload }) => upload),
      }
    })
    return {
      kind: 'own' as const,
      appId,
      reference,
      title: typeof eventDraft.title === 'string' ? eventDraft.title : reference,
      closed,
      deletedAt: found.documentsDeletedAt,
      /** A document has just arrived by a form without a script. */
      hasArrived: query.has('sent'),
      /** Whether they can say that a criterion does not apply. */
      canAnswer: closed === null && found.assessmentStatus !== 'decided',
      conditions,
      criteria,
      form: undated.some(({ id }) => id === query.get('undated')) ? dayWanted(query) : formOf(refused, typed),
    }
  },
  status: ({ kind }) => ({ unknown: 404, 'not-yours': 403, unconfirmed: null, own: null })[kind],
})

export type EvidenceData = PageData<typeof evidence>
export type OwnEvidence = Extract<EvidenceData, { kind: 'own' }>
export type EvidenceCriterion = OwnEvidence['criteria'][number]
export type OwnFile = EvidenceCriterion['files'][number]
