import { byPerson } from '#database/record-change.ts'
import { purgeFile } from '#features/assessments/files/server/purge-file.ts'
import { listEvidence } from '#features/assessments/files/server/queries.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost, formsByIntent } from '#requests/form-post.ts'
import {
  type Action,
  type FormRequest,
  handler,
  type Loader,
  type PageAnswer,
  type PageRequest,
} from '#requests/page-loader.ts'
import { failure, isFailure } from '#wire/failure.ts'
import { emptyForm, type FormState } from '#wire/form.ts'
import { type BenchNotice, isNotice } from '../notices.ts'
import { benchHref, readPlace } from '../queue.ts'
import { conditionsTyped } from '../rules.ts'
import { askSchema, caseParams, purgeSchema } from '../schema.ts'
import type { BenchData } from '../state.ts'
import { noteConditionMet } from './conditions.ts'
import { noteTold } from './criterion-queries.ts'
import { judgeCriterion, judgeEvidence } from './judge-criterion.ts'
import { loadCase } from './load-case.ts'
import { assignCase, declareInterest } from './look-after.ts'
import { evidenceWantedMail } from './mails/evidence-wanted.ts'
import { fillPanelSeat, referToPanel } from './panel.ts'
import { closeNotice, decideProposal, proposeOutcome } from './propose-and-decide.ts'
import { setStatus } from './step-queries.ts'
import { toldOf } from './told-case.ts'
import { overtaken, takeStep, workOnCase } from './work-on-case.ts'

/** Asks the applicant for more, at once and with the whole list: the case is open again, whatever was proposed or intended. */
const askForMore = formCommand({
  permission: 'assess',
  params: caseParams,
  schema: askSchema,
  run: async ({ params: { id }, input: { message }, admin, services }) =>
    await workOnCase(services, { id, admin, during: ['open', 'proposed', 'notice'] }, async (work) => {
      const { tx, found, criteria, at } = work
      const wanted = criteria.filter(({ found: { state } }) => state === 'more-needed')
      if (wanted.length === 0 && message === '') {
        const why = 'Say what is needed, or mark the criteria for which more is needed'
        return failure('invalid', why, { fields: [{ field: 'message', message: why }] })
      }
      if (found.status !== 'open') await setStatus(tx, { id, status: 'open', answerUntil: null })
      await takeStep(work, 'asked', { reason: message })
      await noteTold(tx, { id, now: at })
      await queueMail(tx, evidenceWantedMail(await toldOf(tx, found), wanted, message), services)
      return answer(null)
    }),
})

/** Deletes what a file of the case holds, for good and at once: what should never have been sent. */
const purgeEvidence = formCommand({
  permission: 'assess',
  params: caseParams,
  schema: purgeSchema,
  run: async ({ params: { id }, input: { file: fileId }, admin, services }) => {
    const during = ['open', 'proposed', 'panel', 'notice', 'decided'] as const
    const allowed = await workOnCase(services, { id, admin, during }, async ({ tx, found }) => {
      const files = await listEvidence(tx, { applicationId: found.application_id })
      return files.some((file) => file.id === fileId) ? answer(null) : overtaken
    })
    if (isFailure(allowed)) return allowed
    return (await purgeFile(services, { fileId, by: byPerson(admin) })) ? answer(null) : overtaken
  },
})

const statusOf = { found: 200, 'not-found': 404, conflicted: 403 } as const

/** The bench as it is, or after a post with what was typed. */
async function benchPage(
  { params, query, visitor, services }: PageRequest,
  more: { form?: FormState; notice?: string | null } = {},
): Promise<PageAnswer<BenchData> & { kind: 'page' }> {
  const admin = (await visitor.admin())!
  const asked = {
    id: params.id ?? '',
    admin,
    place: readPlace(query),
    as: 'assessor' as const,
    withOfficers: query.has('officers'),
  }
  const data = await loadCase(services, asked, more)
  return { kind: 'page', data, ...(data.kind === 'found' ? {} : { status: statusOf[data.kind] }) }
}

/** Feeds the bench of one assessment. */
const loadAssessment: Loader<BenchData> = async (request) => {
  const said = request.query.get('done')
  return await benchPage(request, { notice: isNotice(said) ? said : null })
}

/** A form of the page: back to the bench, at the criterion that it was about. */
function form(
  command: Parameters<typeof formPost>[0],
  done: BenchNotice,
  input?: (request: FormRequest) => Record<string, unknown>,
): Action<BenchData> {
  return formPost<BenchData, typeof command>(command, {
    ...(input ? { input } : {}),
    done: (_, { params, query, form: { criterion } }) => {
      const to = benchHref(params.id!, readPlace(query))
      return `${to}${to.includes('?') ? '&' : '?'}done=${done}${criterion ? `#${encodeURIComponent(criterion)}` : ''}`
    },
    again: (request, shown) => benchPage(request, { form: shown }),
  })
}

const withConditions = ({ form: typed }: FormRequest) => ({ ...typed, conditions: conditionsTyped(typed) })

/** The form of a verdict, without a script: what a call takes, with a text that was chosen where none was typed. */
const verdictForm: Action<BenchData> = async (request) => {
  const { verdict = '', score = '', reason = '', preset = '', note = '', revision = '', criterion = '' } = request.form
  const { basis = '', basisOn = '', basisText = '' } = request.form
  const input = () => ({
    verdict: verdict || null,
    score: score === '' ? null : Number(score),
    reason: reason.trim() || preset,
    note,
    basis: basis || null,
    basisOn: basisOn || null,
    basisText,
    revision: Number(revision),
  })
  const about = { ...request, params: { ...request.params, criterion } }
  return await form(judgeCriterion, 'saved', input)(about)
}

const evidenceForm = form(judgeEvidence, 'evidence', ({ form: typed }) => ({
  ...typed,
  stateReason: typed.stateReason?.trim() || typed.preset || '',
}))

export const assessment = handler<BenchData>({
  load: loadAssessment,
  act: formsByIntent(
    {
      verdict: verdictForm,
      evidence: evidenceForm,
      assign: form(assignCase, 'assigned'),
      interest: form(declareInterest, 'declared'),
      propose: form(proposeOutcome, 'proposed', withConditions),
      decide: form(decideProposal, 'decided'),
      ask: form(askForMore, 'asked'),
      refer: form(referToPanel, 'referred'),
      seat: form(fillPanelSeat, 'seated', ({ form: typed }) => ({ ...typed, person: typed.seatPerson ?? '' })),
      'close-notice': form(closeNotice, 'decided'),
      purge: form(purgeEvidence, 'purged'),
      'condition-met': form(noteConditionMet, 'condition-met'),
    },
    async (request) => ({ status: 422, ...(await benchPage(request, { form: emptyForm })) }),
  ),
})
