import { type } from 'arktype'
import { addJob } from '#database/add-job.ts'
import { camel } from '#database/camel.ts'
import { isDay } from '#domain/calendar-day.ts'
import { pickFields } from '#domain/pick-fields.ts'
import { wantsLastDay } from '#features/assessments/criteria/criterion.ts'
import { conditionDocuments, type EvidenceState, evidenceStates } from '#features/assessments/evidence/rules.ts'
import { dayMalformed, dayMissing, mailedCriterion } from '#features/assessments/files/rules.ts'
import type { EvidenceFile } from '#features/assessments/files/schema.ts'
import { listEvidence } from '#features/assessments/files/server/queries.ts'
import { pastDay } from '#features/assessments/files/server/upload.ts'
import { command, did, wrong } from '#page/command.ts'
import type { Services } from '#requests/services.ts'
import { type Failure, failure } from '#wire/failure.ts'
import { optionalParagraphs } from '#wire/text-schema.ts'
import {
  acceptProblem,
  asStored,
  currentDocuments,
  type JudgedCriterion,
  judgedCriteria,
  nextUnjudged,
  noBasis,
  usualScores,
  verdictProblem,
} from '../judged-criteria.ts'
import { evidenceWantedMail } from '../mails.ts'
import { assessmentHref, readPlace } from '../queue.ts'
import { hasDeclared, reasonLimit } from '../rules.ts'
import { criterion, criterionParams, otherVerdictSchema, verdictSchema } from '../schema.ts'
import { publishAssurance } from './publish-assurance.ts'
import { findCase, listFindings, lockApplicationOf, saveVerdict, setEvidenceAsked, setStatus } from './queries.ts'
import {
  type CaseCommand,
  type CaseWork,
  mailApplicant,
  ofCase,
  overtaken,
  recordFinding,
  takeStep,
  undeclared,
  workOnCase,
} from './work-on-case.ts'

/** Of the evidence, as the page showed it. */
const seen = type.enumerated(...(Object.keys(evidenceStates) as EvidenceState[]))
const lastDayPrefix = 'lastDay-'

const notAsked = failure('not-found', 'This criterion does not apply to the event.')

/** From the last change on, so that several changes are one mail. */
const mailAfterMinutes = 10

async function saveFinding(
  given: CaseCommand,
  { id, criterion }: { id: string; criterion: string },
  input: typeof verdictSchema.infer,
) {
  return await workOnCase(given, { id, during: ['open'], declared: true, decides: false }, async (work) => {
    const { sql, now, admin, criteria, today } = work
    const known = criteria.find((asked) => asked.id === criterion)
    if (!known) return notAsked
    const { found } = known
    const wanted = asStored(input)
    const { verdict, score } = wanted
    const problem = verdictProblem({ ...known, found: { ...found, ...wanted } }, today)
    if (problem) return failure('invalid', problem.message, { fields: [problem] })
    const [saved] = await saveVerdict(sql, { ...wanted, id, criterionId: criterion }, { admin, now })
    if (saved) {
      if (found.verdict !== verdict || found.score !== score) {
        const before = { criterion, verdict: found.verdict, score: found.score }
        await recordFinding(work, 'judged', before, { criterion, verdict, score })
      }
      if (found.state === 'not-applicable')
        await publishAssurance(sql.raw, { applicationId: work.found.applicationId }, work.services)
      return did({ answer: { revision: saved.revision, savedAt: now } })
    }
    const { judgedByName: judgedBy, judgedAt } = found
    const own = ['verdict', 'score', 'reason', 'note', 'basis', 'basisOn', 'basisText', 'revision'] as const
    const other = { ...pickFields(found, ...own), judgedBy, judgedAt }
    return failure('conflict', `${judgedBy} has changed this since you opened it.`, { details: { other } })
  })
}

export const judgeCriterion = command({
  permission: 'assess',
  params: criterionParams,
  schema: verdictSchema,
  api: {
    summary: 'Save what an assessor finds of one criterion',
    description:
      'For an open assessment. What is met rests on an accepted document that is valid, or on what `basis`, `basisOn` and `basisText` say, which is public. What is not met or does not apply needs a reason. If you have not seen the last change, you cannot overwrite it, except with your own changes: the answer is a conflict with what is stored.',
    answers: { 200: type({ revision: 'number.integer', savedAt: 'string' }) },
    failures: {
      'not-found': 'There is no such assessment, or the criterion does not apply to its event.',
      forbidden: 'The person has declared a conflict of interest.',
      conflict: {
        when: 'Someone has changed it since (`other` has what is stored), the assessment is no longer open, or the person has not declared that they have no conflict of interest.',
        details: type({ 'other?': otherVerdictSchema }),
      },
    },
  },
  run: async ({ params, input, ...given }) => await saveFinding(given, params, input),
})

/** Without a script a chosen text counts where none was typed. */
const textOf = (typed = '', preset = '') => typed.trim() || preset

const readVerdict = ({ reason, preset, ...form }: Readonly<Record<string, string>>) => ({
  note: '',
  ...form,
  verdict: form.verdict || null,
  score: form.score ? Number(form.score) : null,
  reason: textOf(reason, preset),
  basis: form.basis || null,
  basisOn: form.basisOn || null,
})

/** The same without a script. */
export const saveVerdictForm = command({
  ...ofCase,
  schema: verdictSchema.merge({ criterion }).onUndeclaredKey('delete'),
  reads: readVerdict,
  run: async ({ params: { id }, input: { criterion, ...input }, ...given }) =>
    await saveFinding(given, { id, criterion }, input),
  done: { saved: 'The verdict is saved' },
})

async function markEvidence(
  work: CaseWork,
  { id: criterion, name, found: before }: JudgedCriterion,
  { state, reason, seen }: { state: EvidenceState; reason: string; seen: EvidenceState },
): Promise<Failure | null> {
  const { sql, now, found } = work
  const [set] = await sql<{ criterionId: string }[]>`
    insert into assessment_criteria as c (assessment_id, criterion_id, state, state_reason, state_at)
    select ${found.id}::uuid, ${criterion}::text, ${state}::text, ${reason}::text, ${now}::timestamptz
    where ${seen}::text = 'wanted' or exists (
      select from assessment_criteria where assessment_id = ${found.id}::uuid and criterion_id = ${criterion}::text
    )
    on conflict (assessment_id, criterion_id) do update
    set state = excluded.state, state_reason = excluded.state_reason, state_at = excluded.state_at, told_at = null
    where c.state = ${seen}::text
    returning criterion_id`
  if (!set) return failure('conflict', `Nothing was changed: ${name} has changed since you opened the page.`)
  await recordFinding(work, 'evidence-judged', { criterion, state: before.state }, { criterion, state })
  return null
}

/** The first document of which the person has not been sent every page, or the whole where there are no pictures of it. */
async function findUnread(
  { sql, admin }: CaseWork,
  documents: readonly Pick<EvidenceFile, 'id' | 'name' | 'pages'>[],
): Promise<string | null> {
  const looks = await sql<{ id: string; pages: number; isDownloaded: boolean }[]>`
    select subject_id as id, count(distinct after ->> 'page')::int as pages, bool_or(action = 'evidence.downloaded') as is_downloaded
    from audit_log
    where subject_kind = 'evidence' and subject_id = any(${documents.map(({ id }) => id)}::text[])
      and actor_kind = 'person' and actor_id = ${admin.id}::text and action in ('evidence.previewed', 'evidence.downloaded')
    group by subject_id`
  const unread = documents.find(({ id, pages }) => {
    const look = looks.find((known) => known.id === id)
    return !look || (pages === null ? !look.isDownloaded : look.pages < pages)
  })
  return unread?.name ?? null
}

const unreadProblem = (name: string) => `Look at all of ${name} first`

/** The applicant sees it at once; what more is needed is emailed later, together. */
export const judgeEvidence = command({
  ...ofCase,
  schema: type({
    criterion,
    state: type
      .enumerated('accepted', 'more-needed', 'not-applicable')
      .configure({ sentence: 'Choose what you decide' }),
    stateReason: optionalParagraphs(reasonLimit).default(''),
    seen,
  }),
  reads: ({ stateReason, preset, ...form }) => ({ ...form, stateReason: textOf(stateReason, preset) }),
  run: async ({ params: { id }, input: { criterion, state, stateReason: reason, seen }, ...given }) => {
    if (state !== 'accepted' && reason === '')
      return wrong({ stateReason: state === 'more-needed' ? 'Say what more is needed' : 'Say why it does not apply' })
    const asked = { id, during: ['open', 'notice'], declared: true, decides: false } as const
    return await workOnCase(given, asked, async (work) => {
      const { sql, now, admin, services, criteria, today } = work
      const { applicationId } = work.found
      const known = criteria.find((asked) => asked.id === criterion)
      if (!known) return notAsked
      if (state === 'accepted' && known.found.state === seen) {
        const files = await listEvidence(sql.raw, { applicationId })
        const problem = acceptProblem(known, files, today)
        if (problem) return wrong({ state: problem })
        const own = files.filter(({ criterionId }) => criterionId === criterion)
        const unread = await findUnread(work, currentDocuments(own, today))
        if (unread) return wrong({ state: unreadProblem(unread) })
      }
      const before = known.found
      const failed = await markEvidence(work, known, { state, reason: state === 'accepted' ? '' : reason, seen })
      if (failed) return failed
      // “Does not apply” is a verdict too, which ends when the evidence is marked otherwise.
      if (state === 'not-applicable' || before.verdict === 'not-applicable') {
        const finding = state === 'not-applicable' ? { verdict: state, reason } : { verdict: null, reason: '' }
        const { note, revision } = before
        const verdict = { ...finding, ...noBasis, id, criterionId: criterion, score: null, note, revision }
        await saveVerdict(sql, verdict, { admin, now })
      }
      if (state === 'more-needed') {
        const runAt = new Date(Date.parse(now) + mailAfterMinutes * 60_000).toISOString()
        await addJob(sql.raw, 'tell-evidence-wanted', { assessmentId: id }, { key: `evidence-wanted:${id}`, runAt })
      }
      await publishAssurance(sql.raw, { applicationId }, services)
      return did()
    })
  },
  done: { evidence: 'The evidence is marked. The applicant can see this now' },
})

/** The last days that somebody has read in documents that name none, or why one cannot be taken. */
async function readLastDays(
  work: CaseWork,
  criterion: JudgedCriterion,
  documents: readonly EvidenceFile[],
  lastDays: Readonly<Record<string, string | undefined>>,
): Promise<Failure | null> {
  if (!criterion.expires) return null
  for (const { id, expiresOn } of documents) {
    const day = lastDays[id] ?? ''
    if (expiresOn !== null || (day === '' && !wantsLastDay(criterion))) continue
    const problem = day === '' ? dayMissing : isDay(day) ? pastDay(day, new Date(work.now)) : dayMalformed
    if (problem) return failure('invalid', `${problem}.`, { fields: [{ field: lastDayPrefix + id, message: problem }] })
    await work.sql`update evidence_files set expires_on = ${day}::date where id = ${id}::uuid and expires_on is null`
    await recordFinding(work, 'last-day-read', { file: id, lastDay: null }, { file: id, lastDay: day })
  }
  return null
}

/** Accepts the document and judges the criterion by it, in one press; then the next criterion without a verdict opens. */
export const acceptCriterion = command({
  ...ofCase,
  /** `lastDays`: by the id of a document, empty where it names none. */
  schema: verdictSchema
    .pick('score', 'reason', 'note', 'revision')
    .merge({
      criterion,
      verdict: type.enumerated('met', 'met-with-condition'),
      seen,
      lastDays: { '[string]': 'string <= 10' },
    })
    .onUndeclaredKey('delete'),
  reads: (form) => {
    const days = Object.entries(form).filter(([name]) => name.startsWith(lastDayPrefix))
    return {
      ...readVerdict(form),
      verdict: form.verdict === 'met-with-condition' ? form.verdict : 'met',
      lastDays: Object.fromEntries(days.map(([name, day]) => [name.slice(lastDayPrefix.length), day])),
    }
  },
  run: async ({ params: { id }, input, ...given }) =>
    await workOnCase(given, { id, during: ['open'], declared: true, decides: false }, async (work) => {
      const { sql, now, admin, services, criteria, today } = work
      const { applicationId } = work.found
      const known = criteria.find((asked) => asked.id === input.criterion)
      if (!known) return notAsked
      const { verdict, reason, note, revision, seen } = input
      if (verdict === 'met-with-condition' && reason === '') return wrong({ reason: 'Write the condition' })
      const ofCriterion = async () =>
        (await listEvidence(sql.raw, { applicationId })).filter(({ criterionId }) => criterionId === known.id)
      const documents = currentDocuments(await ofCriterion(), today)
      const unread = await findUnread(work, documents)
      if (unread) return wrong({ accept: unreadProblem(unread) })
      const undated = await readLastDays(work, known, documents, input.lastDays)
      if (undated) return undated
      const problem = acceptProblem(known, await ofCriterion(), today)
      if (problem) return wrong({ accept: problem })
      const before = known.found
      if (before.state !== 'accepted') {
        const failed = await markEvidence(work, known, { state: 'accepted', reason: '', seen })
        if (failed) return failed
      }
      const score =
        input.score === null || (before.verdict !== null && before.verdict !== verdict && input.score === before.score)
          ? usualScores[verdict]
          : input.score
      const finding = { ...noBasis, verdict, score, reason, note, revision, id, criterionId: known.id }
      const [saved] = await saveVerdict(sql, finding, { admin, now })
      if (!saved)
        return failure('conflict', `Nothing was changed: ${before.judgedByName} has changed this since you opened it.`)
      const after = { criterion: known.id, verdict, score }
      await recordFinding(work, 'judged', { criterion: known.id, verdict: before.verdict, score: before.score }, after)
      await publishAssurance(sql.raw, { applicationId }, services)
      return did({ answer: nextUnjudged(criteria, known.id) })
    }),
  leadsTo: (next, { params, query }) =>
    `${assessmentHref(params.id!, readPlace(query), next)}${next === null ? '#decision' : ''}`,
})

/** A document that came by email: for a criterion while the case is open, for a condition that is not met after its decision. */
export const bringDocument = command({
  ...ofCase,
  schema: type({ file: 'string.uuid', to: 'string <= 60' }),
  run: async ({ params: { id }, input: { file, to }, ...given }) =>
    await workOnCase(given, { id, during: ['open', 'decided'] }, async (work) => {
      const { sql, now, found, criteria, steps, admin, services } = work
      const { applicationId } = found
      if (found.status === 'open' && !hasDeclared(steps, admin.id)) return undeclared
      const isForCriterion = found.status !== 'decided' && criteria.some((criterion) => criterion.id === to)
      const open = await sql<{ id: string }[]>`
        select id from assessment_conditions where assessment_id = ${id}::uuid and met_at is null`
      if (!isForCriterion && !open.some((condition) => conditionDocuments(condition.id) === to))
        return wrong({ to: 'Choose what the document is for' })
      const [brought] = await sql<{ id: string }[]>`
        update evidence_files set criterion_id = ${to}::text
        where id = ${file}::uuid and application_id = ${applicationId}::uuid and criterion_id = ${mailedCriterion}::text and state = 'ready'
        returning id`
      if (!brought) return overtaken
      if (isForCriterion)
        await sql`
          insert into assessment_criteria as c (assessment_id, criterion_id, state, state_at)
          values (${id}::uuid, ${to}::text, 'received', ${now}::timestamptz)
          on conflict (assessment_id, criterion_id) do update set state = 'received', state_at = excluded.state_at,
            state_reason = case when c.state = 'not-applicable' then '' else c.state_reason end`
      await recordFinding(work, 'document-brought', { file, criterion: mailedCriterion }, { file, criterion: to })
      await publishAssurance(sql.raw, { applicationId }, services)
      return did()
    }),
  done: { brought: 'The document is where it belongs' },
})

/** The case is open again, whatever was proposed or intended. */
export const askForMore = command({
  ...ofCase,
  schema: type({ message: optionalParagraphs(reasonLimit).default('') }),
  run: async ({ params: { id }, input: { message }, ...given }) =>
    await workOnCase(given, { id, during: ['open', 'proposed', 'notice'] }, async (work) => {
      const { sql, now, found, criteria } = work
      const wanted = criteria.filter(({ found: { state } }) => state === 'more-needed')
      if (wanted.length === 0 && message === '')
        return wrong({ message: 'Say what is needed, or mark the criteria for which more is needed' })
      if (found.status !== 'open') await setStatus(sql, id, 'open')
      await takeStep(work, 'asked', { reason: message })
      await setEvidenceAsked(sql, { id, now })
      await mailApplicant(work, found, (summary) => evidenceWantedMail(summary, wanted, message))
      return did()
    }),
  done: { asked: 'The applicant was asked for more' },
})

export async function tellEvidenceWanted(
  { assessmentId: id }: { assessmentId: string },
  services: Pick<Services, 'sql' | 'now' | 'brand' | 'env'>,
): Promise<void> {
  await services.sql.begin(async (tx) => {
    const sql = camel(tx)
    await lockApplicationOf(sql, { id })
    const [found] = await findCase(sql, { id })
    if (!found || found.status === 'decided') return
    const unsent = await setEvidenceAsked(sql, { id, now: services.now().toISOString() })
    if (unsent.length === 0) return
    const ids = unsent.map(({ criterionId }) => criterionId)
    const criteria = judgedCriteria(found.criteria, found.eventDraft, await listFindings(sql, { id }))
    const wanted = criteria.filter((criterion) => ids.includes(criterion.id))
    await mailApplicant({ sql, services }, found, (summary) => evidenceWantedMail(summary, wanted, ''))
  })
}
