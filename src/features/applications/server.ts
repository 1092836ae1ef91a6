import { takeRateLimit } from '#database/rate-limit.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { pageTags } from '#domain/page-tags.ts'
import { sendDraftLink } from '#features/applications/access/server/send-access-links.ts'
import type { SavedMark } from '#features/applications/draft/rules.ts'
import {
  deleteApplicationDraft,
  draftLinkLimit,
  saveApplicationDraft,
} from '#features/applications/draft/server/api.ts'
import { deleteDraft, heldDraft } from '#features/applications/draft/server/save-draft.ts'
import {
  type ApplyData,
  type Draft,
  eventDraftOf,
  organisationOf,
  readDraft,
  requestedStatus,
  type StepId,
  stepBeside,
  stepOf,
  stepOfField,
  stepToGoOnWith,
} from '#features/applications/rules.ts'
import { eventDraftSchema, organisationSchema, stepProblems } from '#features/applications/schema.ts'
import { href } from '#pages.ts'
import { runForPage } from '#requests/form-post.ts'
import { readBrowserId, readDraftId } from '#requests/ownership.ts'
import { type Action, type KeptLoader, keptHandler, type PageAnswer } from '#requests/page-loader.ts'
import { isFailure } from '#wire/failure.ts'
import { applicationLimit } from './api.ts'
import { createApplication } from './create-application.ts'
import { createOrganisation } from './create-organisation.ts'
import { findOrganisation, findSentByKey } from './queries.ts'

/**
 * The wizard's page of a step: the same for everybody. What has been typed is kept in the browser, whose script asks for the
 * server's version. With `continue` the page brings that along, for this browser alone, so that it is there without a script.
 */
const loadApply: KeptLoader<ApplyData> = async ({ query, headers, services }) => {
  const data = { step: stepOf(query.get('step')), coupon: couponOf(query), posted: null, sent: null }
  if (!query.has('continue')) return { kind: 'page', data: { ...data, saved: null }, tags: [pageTags.fixed] }
  const saved = await heldDraft(services, readDraftId(headers.get('cookie') ?? '', services))
  const step = saved && !query.has('step') ? stepToGoOnWith(readDraft(saved.answers)) : data.step
  return { kind: 'page', data: { ...data, step, saved } }
}

/** The coupon code of a link: up to 40 letters, digits, hyphens and underscores; anything else is no code. */
function couponOf(query: URLSearchParams): string {
  const code = (query.get('coupon') ?? '').trim().toUpperCase()
  return /^[A-Z0-9_-]{1,40}$/.test(code) ? code : ''
}

type Request = Parameters<Action<ApplyData>>[0]
type Show = (step: StepId, more?: Partial<NonNullable<ApplyData['posted']>>, cookie?: string) => PageAnswer<ApplyData>

/**
 * The wizard without a script: each post carries all answers, the button says where to go (`next`, `previous`, `change <field>`),
 * and the next step comes back with the answers in it. The last step stores the application and leads on to the next page.
 */
const actApply: Action<ApplyData> = async (request) => {
  const { form, query } = request
  const step = stepOf(query.get('step'))
  const given = readDraft(form)
  const coupon = couponOf(query)
  const draft = {
    ...given,
    couponCode: form.go === 'remove-coupon' ? '' : given.couponCode || coupon,
    ...(given.eventType === 'private' ? { date: '' } : {}),
  }
  const submissionKey = isUuid(form.submissionKey) ? form.submissionKey : crypto.randomUUID()
  const deleted = form.go === 'delete-now' ? await runForPage(deleteApplicationDraft, request, {}) : null
  if (deleted && !isFailure(deleted)) {
    return { kind: 'redirect', to: href('apply'), status: 303, cookies: deleted.cookies ?? [] }
  }
  const go = form.go ?? 'next'
  const isSubmitted = step === 'review' && go === 'next'
  const sent = isSubmitted ? null : await findSent(request, draft, submissionKey)
  if (sent) return { kind: 'page', data: { step: 'review', coupon: '', posted: null, sent, saved: null } }
  const { cookies, ...kept } = await keepDraft(request, draft, submissionKey)
  const show: Show = (shown, more = {}, cookie) => ({
    kind: 'page',
    status: more.before ? 409 : more.problems || more.failure ? 422 : 200,
    data: {
      step: shown,
      coupon: '',
      posted: {
        draft,
        submissionKey,
        problems: [],
        failure: null,
        before: null,
        link: null,
        asksToDelete: false,
        ...kept,
        ...more,
      },
      sent: null,
      saved: null,
    },
    cookies: cookie ? [...cookies, cookie] : cookies,
  })

  if (deleted) return show(step, { failure: deleted.message })
  if (go === 'link') return show(step, { link: await mailLink(request, kept.saved, draft.email) })
  if (go === 'delete') return show(step, { asksToDelete: true })
  if (go === 'stay' || go === 'remove-coupon') return show(step)
  if (go === 'previous') return show(stepBeside(step, -1))
  if (go.startsWith('change ')) return show(stepOfField(go.slice(7)))
  const next = stepBeside(step, 1)
  // The last step is shown with whole answers alone: an earlier page that was opened by its address has none.
  const problems = stepProblems(next === 'review' ? next : step, draft)
  const [first] = problems
  if (first && next === 'review') {
    const wrong = stepOfField(first.field)
    return show(wrong, { problems: stepProblems(wrong, draft) })
  }
  if (first) return show(step, { problems })
  if (!isSubmitted) return show(next)
  const draftId = kept.hasOther ? null : (kept.saved?.id ?? null)
  return await submit(request, draft, submissionKey, draftId, show)
}

/** The application that this browser has sent with just these answers; null for none. */
async function findSent(
  { services: { sql }, headers, services }: Request,
  draft: Draft,
  submissionKey: string,
): Promise<ApplyData['sent']> {
  const browser = readBrowserId(headers.get('cookie') ?? '', services)
  const [stored] = await findSentByKey(sql, { submissionKey, browser })
  if (!stored) return null
  const [organisation] = await findOrganisation(sql, { id: stored.organisationId })
  const { id, reference, organisationId, eventDraft: event } = stored
  const isAsSent =
    Bun.deepEquals({ ...organisation }, { ...organisationSchema(organisationOf(draft)), id: organisationId }) &&
    Bun.deepEquals(event, eventDraftSchema(eventDraftOf(draft)))
  return isAsSent ? { id, reference, title: event.title } : null
}

async function submit(
  { services, visitor, headers }: Request,
  draft: Draft,
  submissionKey: string,
  draftId: string | null,
  show: Show,
): Promise<PageAnswer<ApplyData>> {
  const wait = await takeRateLimit(services.sql, applicationLimit, visitor.address)
  if (wait !== null)
    return show('review', { failure: 'You have tried too many times. Please wait a few minutes and try again.' })
  const organisation = organisationSchema.assert(organisationOf(draft))
  const browser = readBrowserId(headers.get('cookie') ?? '', services)
  const applicant = await createOrganisation(services.sql, organisation, submissionKey, browser)
  // Sent on from that page, the answers are an application of their own.
  if (isFailure(applicant)) return show('review', { failure: applicant.message, submissionKey: crypto.randomUUID() })
  const { id: organisationId, isAsGiven } = applicant
  const application = {
    organisationId,
    eventDraft: eventDraftSchema.assert(eventDraftOf(draft)),
    couponCode: draft.couponCode.trim().toUpperCase(),
    status: requestedStatus(draft),
    submissionKey,
    draftId,
  }
  // The organisation is this browser's own, also where somebody is signed in.
  const stored = await createApplication(services, application, null)
  if (isFailure(stored)) return show('review', { failure: stored.message })
  const { id, reference } = stored.application
  const cookie = await visitor.ownershipCookie([organisationId, id])
  if (stored.differs || !isAsGiven) {
    // Sent on from that page, which says so, the changed answers are an application of their own.
    return show('review', { before: { id, reference }, submissionKey: crypto.randomUUID() }, cookie)
  }
  // Sent again after a lost answer, this post has saved as a draft what had been sent.
  if (!stored.created && draftId) await deleteDraft(services.sql, { id: draftId })
  return { kind: 'redirect', to: href('preApproved', { application_id: id }), status: 303, cookies: [cookie] }
}

type KeptDraft = { writer: string; saved: SavedMark | null; hasOther: boolean; cookies: string[] }

/**
 * Saves the answers of an ordinary post, once they hold an email address. The form carries the version that it was made from;
 * where another has been saved since, that one stays, and the page says so before the next post writes over it.
 */
async function keepDraft(request: Request, answers: Draft, submissionKey: string): Promise<KeptDraft> {
  const { form, headers, services } = request
  const isHeld = readDraftId(headers.get('cookie') ?? '', services) !== null
  const revision = Number(form.draftRevision)
  // It stays the same while the form is posted on: who goes back and posts an earlier page again is no stranger.
  const writer = isUuid(form.writer) ? form.writer : crypto.randomUUID()
  const kept = await runForPage(saveApplicationDraft, request, {
    id: (isHeld && form.draftId) || null,
    revision: Number.isSafeInteger(revision) ? revision : 0,
    writer,
    count: services.now().getTime(),
    answers,
    submissionKey,
  })
  if (!isFailure(kept)) return { writer, saved: kept.answer, hasOther: false, cookies: kept.cookies ?? [] }
  const other = kept.details?.saved as SavedMark | undefined
  if (!other) return { writer, saved: null, hasOther: false, cookies: [] }
  const { id, revision: now, savedAt, expiresAt } = other
  return { writer, saved: { id, revision: now, savedAt, expiresAt }, hasOther: true, cookies: [] }
}

/**
 * Mails the link to another device that the form has asked for; null where nothing is saved that it could lead to. Not by the call's own
 * command: the browser gets the cookie that it looks at with this answer only.
 */
async function mailLink(
  { visitor, services }: Request,
  saved: SavedMark | null,
  email: string,
): Promise<'sent' | 'too-often' | null> {
  if (!saved) return null
  if ((await takeRateLimit(services.sql, draftLinkLimit, visitor.address)) !== null) return 'too-often'
  const wait = await sendDraftLink(services, { draftId: saved.id, email: email.trim() })
  return wait === null ? 'sent' : 'too-often'
}

export const apply = keptHandler({ load: loadApply, act: actApply })
export const applyAlias = apply
