import { type } from 'arktype'
import { camel } from '#database/camel.ts'
import { takeRateLimit } from '#database/rate-limit.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { pageTags } from '#domain/page-tags.ts'
import { did, outsideCommand } from '#page/command.ts'
import { page } from '#page/page.ts'
import { href } from '#pages.ts'
import { readBrowserId, readDraftId } from '#requests/ownership.ts'
import type { PageRequest } from '#requests/page-loader.ts'
import { runForPage } from '#requests/run-command.ts'
import { isFailure } from '#wire/failure.ts'
import { sendDraftLink } from './access/server/create-access-link.ts'
import type { SavedMark } from './draft/rules.ts'
import { deleteApplicationDraft, draftLinkLimit, saveApplicationDraft } from './draft/server/api.ts'
import { deleteDraft, heldDraft } from './draft/server/save-draft.ts'
import {
  type ApplyData,
  type Draft,
  readDraft,
  requestedStatus,
  type StepId,
  stepBeside,
  stepOf,
  stepOfField,
  stepToGoOnWith,
} from './rules.ts'
import { eventDraftSchema, organisationSchema, stepProblems } from './schema.ts'
import { eventDraftOf, organisationOf } from './sent-draft.ts'
import { applicationLimit } from './server/api.ts'
import { createApplication, createOrganisation } from './server/create-application.ts'
import { type ApplicationRow, findOrganisation } from './server/queries.ts'

type Request = Pick<PageRequest, 'headers' | 'visitor' | 'services'>
type Answer = ReturnType<typeof did<Omit<ApplyData, 'isOwn'> | string>>
type Show = (step: StepId, more?: Partial<NonNullable<ApplyData['posted']>>, cookie?: string) => Answer

/** The wizard without a script: each post carries all answers, and the button says where to go (`next`, `previous`, `change <field>`). */
const go = outsideCommand({
  permission: 'anyone',
  schema: type({ form: type({ '[string]': 'string' }).configure({ exact: true }) }),
  reads: (form) => ({ form }),
  run: async ({ input: { form }, pageQuery, headers, visitor, services }): Promise<Answer> => {
    const request = { headers, visitor, services }
    const step = stepOf(pageQuery.get('step'))
    const given = readDraft(form)
    const draft = {
      ...given,
      couponCode: form.go === 'remove-coupon' ? '' : given.couponCode || couponOf(pageQuery),
      ...(given.eventType === 'private' ? { date: '' } : {}),
    }
    const submissionKey = isUuid(form.submissionKey) ? form.submissionKey : crypto.randomUUID()
    const deleted = form.go === 'delete-now' ? await runForPage(deleteApplicationDraft, request, {}) : null
    if (deleted && !isFailure(deleted)) return did({ answer: href('apply'), cookies: deleted.cookies ?? [] })
    const go = form.go ?? 'next'
    const isSubmitted = step === 'review' && go === 'next'
    const sent = isSubmitted ? null : await findSent(request, draft, submissionKey)
    if (sent) return did({ answer: { step: 'review', coupon: '', posted: null, sent, saved: null } })
    const { cookies, ...kept } = await keepDraft(request, form, draft, submissionKey)
    const show: Show = (shown, more = {}, cookie) => {
      const nothing = { problems: [], failure: null, before: null, link: null, asksToDelete: false }
      const posted = { draft, submissionKey, ...nothing, ...kept, ...more }
      return did({
        answer: { step: shown, coupon: '', posted, sent: null, saved: null },
        cookies: cookie ? [...cookies, cookie] : cookies,
      })
    }
    if (deleted) return show(step, { failure: deleted.message })
    if (go === 'link') return show(step, { link: await mailLink(request, kept.saved, draft.email) })
    if (go === 'delete') return show(step, { asksToDelete: true })
    if (go === 'stay' || go === 'remove-coupon') return show(step)
    if (go === 'previous') return show(stepBeside(step, -1))
    if (go.startsWith('change ')) return show(stepOfField(go.slice(7)))
    const next = stepBeside(step, 1)
    // The last step needs all answers: a page that was opened by its address may lack some.
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
  },
  leadsTo: (answered) => (typeof answered === 'string' ? answered : null),
})

/** The same for everybody, as the browser keeps what was typed; without a script, `continue` brings the server's version along. */
export const apply = page('apply', {
  commands: { go },
  load: async ({ query, headers, services, answers: { go } }): Promise<ApplyData> => {
    if (go && typeof go !== 'string') return { ...go, isOwn: true }
    const data = { coupon: couponOf(query), posted: null, sent: null }
    const step = stepOf(query.get('step'))
    if (!query.has('continue')) return { ...data, step, saved: null, isOwn: false }
    const saved = await heldDraft(services, readDraftId(headers.get('cookie') ?? '', services))
    const isLeft = saved && !query.has('step')
    return { ...data, step: isLeft ? stepToGoOnWith(readDraft(saved.answers)) : step, saved, isOwn: true }
  },
  tags: ({ isOwn }) => (isOwn ? null : [pageTags.fixed]),
  status: ({ posted }) => (posted?.before ? 409 : posted?.failure || posted?.problems.length ? 422 : null),
})
export const applyAlias = apply

function couponOf(query: URLSearchParams): string {
  const code = (query.get('coupon') ?? '').trim().toUpperCase()
  return /^[A-Z0-9_-]{1,40}$/.test(code) ? code : ''
}

/** The application of exactly these answers. */
async function findSent(
  { services: { sql }, headers, services }: Request,
  draft: Draft,
  submissionKey: string,
): Promise<ApplyData['sent']> {
  const browser = readBrowserId(headers.get('cookie') ?? '', services)
  // For the browser that sent it, or everybody with the key where it was sent without a browser's cookie.
  const [stored] = await camel(sql)<Pick<ApplicationRow, 'id' | 'reference' | 'organisationId' | 'eventDraft'>[]>`
    select id, reference, organisation_id, event_draft from applications
    where submission_key = ${submissionKey}::uuid and organisation_id in (
      select o.id from organisations as o where o.sent_from is null or o.sent_from = ${browser}::uuid
    )`
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
): Promise<Answer> {
  const wait = await takeRateLimit(services.sql, applicationLimit, visitor.address)
  if (wait !== null)
    return show('review', { failure: 'You have tried too many times. Please wait a few minutes and try again.' })
  const organisation = organisationSchema.assert(organisationOf(draft))
  const browser = readBrowserId(headers.get('cookie') ?? '', services)
  const applicant = await createOrganisation(services.sql, organisation, submissionKey, browser)
  // Sent again from that page, the answers make another application.
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
  // For the browser that owns the organisation, also where somebody is signed in.
  const stored = await createApplication(services, application, null)
  if (isFailure(stored)) return show('review', { failure: stored.message })
  const { id, reference } = stored.application
  const cookie = await visitor.ownershipCookie([organisationId, id])
  if (stored.differs || !isAsGiven) {
    // As the page says, sending the changed answers makes another application.
    return show('review', { before: { id, reference }, submissionKey: crypto.randomUUID() }, cookie)
  }
  // After a lost answer this post has saved a draft of what had been sent.
  if (!stored.created && draftId) await deleteDraft(services.sql, { id: draftId })
  return did({ answer: href('preApproved', { application_id: id }), cookies: [cookie] })
}

/** Once they have an email address. Another version that was saved since stays until the next post, and the page says so. */
async function keepDraft(request: Request, form: Record<string, string>, answers: Draft, submissionKey: string) {
  const { headers, services } = request
  const isHeld = readDraftId(headers.get('cookie') ?? '', services) !== null
  const revision = Number(form.draftRevision)
  // The same for a series of posts, so that somebody who goes back and posts an earlier page is known.
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

/** Null where nothing is saved. Not by the call's command, which needs the cookie that this answer sets. */
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
