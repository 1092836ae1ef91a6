import PDFDocument from 'pdfkit'
import type { Sql } from '#database/sql.ts'
import { listEvidence } from '#features/assessments/files/server/queries.ts'
import { startCheckout } from '#features/payments/checkout/server/start-checkout.ts'
import { ready, sessionOf } from '#features/payments/server/funnel-fixture.ts'
import { ownershipCookie } from '#requests/ownership.ts'
import type { Services } from '#requests/services.ts'
import type { PaymentsSandbox } from '#sandbox/payments/start-payments-sandbox.ts'
import { addApplication } from '#test/add-application.ts'
import { sendEvidence } from '#test/send-evidence.ts'
import { until } from '../until.ts'

// What visitors do on the site of the drill: pay, and send a document.

export async function openOrder(services: Services) {
  const { id } = await addApplication(services.sql, { status: 'approved' })
  const started = await startCheckout(
    services,
    { applicationId: id, product: 'listing', coupon: null, metadata: {} },
    null,
  )
  return { applicationId: id, sessionId: sessionOf(ready(started)) }
}

/** Pays at the provider, and waits until its webhook has published the entry. */
export async function pay(
  { sql, stripe }: { sql: Sql; stripe: PaymentsSandbox },
  { applicationId, sessionId }: { applicationId: string; sessionId: string },
): Promise<void> {
  await stripe.controls.paySession(sessionId)
  await until(
    'the payment',
    async () =>
      (await sql`select from orders where application_id = ${applicationId} and status = 'paid'`).length === 1,
  )
}

export async function sendDocument(services: Services) {
  const { id: applicationId } = await addApplication(services.sql)
  const cookie = ownershipCookie('', [applicationId], services).split(';')[0]!
  const content = await drawDocument()
  const { id } = await sendEvidence({ origin: services.env.publicUrl, cookie, applicationId }, 'Plan.pdf', content)
  await until('the checked document', async () =>
    (await listEvidence(services.sql, { applicationId })).some(({ state }) => state === 'ready'),
  )
  return { id, applicationId, cookie, content }
}

async function drawDocument(): Promise<Uint8Array<ArrayBuffer>> {
  const document = new PDFDocument()
  const parts: Buffer[] = []
  document.on('data', (part) => parts.push(part))
  const ended = new Promise((done) => document.on('end', done))
  document.fontSize(60).text('Event plan').end()
  await ended
  return new Uint8Array(Buffer.concat(parts))
}
