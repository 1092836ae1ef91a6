import { adminHref } from '../../../../admin-pages.ts'
import { isUuid } from '../../../../domain/is-uuid.ts'
import { type Action, handler, type PageAnswer, type PageRequest } from '../../../../page-loader.ts'
import type { Admin } from '../../../../visitor.ts'
import { entryFields, isRegisterAct, reasonLimit, reasonProblemOf, type TypedEntry } from '../rules.ts'
import type { EntryData, EntryNotice } from '../state.ts'
import { changeRegisterStatus, renewEntry, setFeatured } from './change-register-status.ts'
import { entryPage, loadEntry } from './load-entry.ts'
import { createEntry, editEntry, type Saved } from './save-entry.ts'

type Post = PageRequest & { form: Record<string, string> }
type Done = Promise<PageAnswer<EntryData>>

/** Takes the forms of an entry's page. */
export const actEntry: Action<EntryData> = async (request) => {
  const { params, form, visitor } = request
  const admin = await visitor.admin()
  if (!admin) return { kind: 'not-found' }
  if (params.id === 'new') return await takeNew(request, admin)
  if (!isUuid(params.id!)) return { kind: 'not-found' }
  switch (form.intent) {
    case 'save':
      return await takeEdit(request, admin)
    case 'status':
      return await takeStatusChange(request, admin)
    case 'feature':
      return await takeFeatured(request, admin)
    case 'renew':
      return await takeRenewal(request, admin)
    default:
      return await entryPage(request, { status: 422 })
  }
}

async function takeNew(request: Post, admin: Admin): Done {
  const typed = typedIn(request.form)
  const validUntil = (request.form.validUntil ?? '').trim()
  const { key } = request.form
  const id = isUuid(key) ? key : crypto.randomUUID()
  const saved = await createEntry(request.services, { id, typed, validUntil, admin })
  if (saved.kind === 'invalid') {
    return await entryPage(request, { status: 422, typed, validUntil, problems: saved.problems })
  }
  return after(saved, 'created')
}

async function takeEdit(request: Post, admin: Admin): Done {
  const { params, form, services } = request
  const typed = typedIn(form)
  const version = /^\d{1,9}$/.test(form.version ?? '') ? Number(form.version) : 0
  const saved = await editEntry(services, { id: params.id!, version, typed, admin })
  if (saved.kind === 'invalid') return await entryPage(request, { status: 422, typed, problems: saved.problems })
  if (saved.kind === 'conflict') return await entryPage(request, { status: 409, typed, hasConflict: true })
  return after(saved, 'saved')
}

async function takeStatusChange(request: Post, admin: Admin): Done {
  const { params, form, services } = request
  const { act } = form
  if (!isRegisterAct(act)) return await entryPage(request, { status: 422 })
  const reason = (form.reason ?? '').slice(0, reasonLimit * 2)
  const reasonProblem = reasonProblemOf(reason)
  if (reasonProblem) return await entryPage(request, { status: 422, reason, reasonProblem })
  const outcome = await changeRegisterStatus(services, { id: params.id!, admin, act, seen: form.seen ?? '', reason })
  if (outcome === 'conflict') return await entryPage(request, { status: 409, reason, notice: 'moved-on' })
  if (outcome === 'not-found') return { kind: 'not-found' }
  return to(params.id!, 'decided')
}

async function takeFeatured({ params, form, services }: Post, admin: Admin): Done {
  const featured = form.featured === '1'
  const outcome = await setFeatured(services, { id: params.id!, admin, featured })
  return outcome === 'done' ? to(params.id!, featured ? 'featured' : 'unfeatured') : { kind: 'not-found' }
}

async function takeRenewal(request: Post, admin: Admin): Done {
  const { params, form, services } = request
  const day = (form.validUntil ?? '').trim()
  const outcome = await renewEntry(services, { id: params.id!, admin, day })
  if (outcome.kind === 'invalid') {
    return await entryPage(request, { status: 422, renewal: { day, problem: outcome.problem } })
  }
  if (outcome.kind === 'conflict') return await entryPage(request, { status: 409, notice: 'moved-on' })
  return outcome.kind === 'done' ? to(params.id!, 'renewed') : { kind: 'not-found' }
}

function typedIn(form: Record<string, string>): TypedEntry {
  return Object.fromEntries(entryFields.map((field) => [field, form[field] ?? ''])) as TypedEntry
}

function after(saved: Saved, notice: EntryNotice): PageAnswer<EntryData> {
  return saved.kind === 'saved' ? to(saved.id, notice) : { kind: 'not-found' }
}

function to(id: string, notice: EntryNotice): PageAnswer<EntryData> {
  return { kind: 'redirect', to: adminHref('adminEntry', { id }, { done: notice }), status: 303 }
}

export const adminEntry = handler({ load: loadEntry, act: actEntry })
