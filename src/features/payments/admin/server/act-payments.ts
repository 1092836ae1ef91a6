import { adminHref } from '../../../../admin-pages.ts'
import { addJob } from '../../../../database/add-job.ts'
import { byPerson, recordChange } from '../../../../database/record-change.ts'
import { isUuid } from '../../../../domain/is-uuid.ts'
import { type Action, handler, type PageAnswer, type PageRequest } from '../../../../page-loader.ts'
import type { Admin } from '../../../../visitor.ts'
import { settleDiscrepancy } from '../../server/admin-queries.ts'
import { replayPaymentEvent } from '../../server/replay-payment-event.ts'
import { reasonLimit } from '../rules.ts'
import type { PaymentsData } from '../state.ts'
import { loadPayments, paymentsPage } from './load-payments.ts'

type Post = PageRequest & { form: Record<string, string> }

/** Takes the forms of the payments' page: a discrepancy settled, an event worked off again, a comparison with the provider. */
export const actPayments: Action<PaymentsData> = async (request) => {
  const admin = await request.visitor.admin()
  if (!admin) return { kind: 'not-found' }
  switch (request.form.intent) {
    case 'settle':
      return await settle(request, admin)
    case 'replay':
      return await replay(request, admin)
    case 'reconcile':
      return await reconcile(request, admin)
    default:
      return await paymentsPage(request, { status: 422 })
  }
}

async function settle(request: Post, admin: Admin): Promise<PageAnswer<PaymentsData>> {
  const { form, services } = request
  const discrepancyId = form.discrepancy ?? ''
  const note = form.note ?? ''
  if (!isUuid(discrepancyId)) return await paymentsPage(request, { status: 422 })
  const problem =
    note.trim() === ''
      ? 'Say how it was settled'
      : note.length > reasonLimit
        ? `Use at most ${reasonLimit} characters`
        : null
  if (problem) return await paymentsPage(request, { status: 422, settling: { discrepancyId, note, problem } })
  const isSettled = await services.sql.begin(async (tx) => {
    const at = services.now().toISOString()
    const [settled] = await settleDiscrepancy(tx, {
      discrepancyId,
      personId: admin.id,
      personName: admin.name,
      note: note.trim(),
      now: at,
    })
    if (!settled) return false
    const subject = { kind: 'discrepancy', id: discrepancyId }
    // The note stays with the discrepancy: what somebody types may name people, and nothing leaves the log again.
    await recordChange(tx, { actor: byPerson(admin), subject, action: 'settled' })
    return true
  })
  if (isSettled) return { kind: 'redirect', to: adminHref('payments', { done: 'settled' }), status: 303 }
  return await paymentsPage(request, {
    status: 409,
    notice: { tone: 'warning', title: 'Somebody else has settled it already' },
  })
}

async function replay(request: Post, admin: Admin): Promise<PageAnswer<PaymentsData>> {
  const eventId = (request.form.event ?? '').slice(0, 255)
  const isKnown = await request.services.sql.begin(async (tx) => {
    if (!(await replayPaymentEvent(tx, eventId))) return false
    const subject = { kind: 'payment-event', id: eventId }
    await recordChange(tx, { actor: byPerson(admin), subject, action: 'replayed' })
    return true
  })
  if (!isKnown)
    return await paymentsPage(request, { status: 404, notice: { tone: 'danger', title: 'There is no such event' } })
  return { kind: 'redirect', to: adminHref('payments', { view: 'events', done: 'replayed' }), status: 303 }
}

async function reconcile({ services }: Post, admin: Admin): Promise<PageAnswer<PaymentsData>> {
  await services.sql.begin(async (tx) => {
    await addJob(tx, 'reconcile-payments', {}, { key: 'reconcile-payments:now' })
    const subject = { kind: 'reconciliation', id: 'payments' }
    await recordChange(tx, { actor: byPerson(admin), subject, action: 'asked-for' })
  })
  return { kind: 'redirect', to: adminHref('payments', { view: 'runs', done: 'reconciling' }), status: 303 }
}

export const payments = handler({ load: loadPayments, act: actPayments })
