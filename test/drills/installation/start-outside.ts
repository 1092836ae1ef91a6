import { join } from 'node:path'
import { startEmbedded } from '#database/embedded.ts'
import { openSql } from '#database/sql.ts'
import { startSmtpServer } from '#providers/mail/smtp-server-fixture.ts'
import { startPaymentsSandbox } from '#sandbox/payments/start-payments-sandbox.ts'
import type { Balancer } from '../start-balancer.ts'

export type Outside = Awaited<ReturnType<typeof startOutside>>

/**
 * What stands outside the installation and outlives its parts: the payment provider with a database of its own, and a mail server.
 *
 * @param host how containers call this machine, where the installation is in some. @param clock the provider's time.
 */
export async function startOutside(
  folder: string,
  { origin, ask }: Pick<Balancer, 'origin' | 'ask'>,
  { host, clock = () => new Date() }: { host?: string; clock?: () => Date } = {},
) {
  const hostname = host ? '0.0.0.0' : '127.0.0.1'
  const server = await startEmbedded(join(folder, 'provider'))
  const sql = openSql(server.url)
  // The provider's events go through the balancer, whose authority only the drill knows.
  const relay = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const headers = { ...Object.fromEntries(request.headers), host: new URL(origin).host }
      return await ask(new URL(request.url).pathname, { method: 'POST', headers, body: await request.arrayBuffer() })
    },
    error: () => new Response(null, { status: 502 }),
  })
  const webhookSecret = 'whsec_only-for-the-drill'
  const payments = await startPaymentsSandbox({
    sql,
    publicUrl: () => origin,
    webhookUrl: () => `http://127.0.0.1:${relay.port}/api/stripe/webhook`,
    webhookSecret,
    secretKey: 'sk_test_drill',
    clock,
  })
  const mail = startSmtpServer({ hostname })
  const provider = Bun.serve({
    hostname,
    port: 0,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url)
      const { method, headers } = request
      return await fetch(payments.apiBase + pathname + search, {
        method,
        headers,
        body: (await request.text()) || null,
      })
    },
  })
  return {
    mail,
    /** The provider's database. */
    sql,
    controls: payments.controls,
    /** Pays the page of a session, as the payer does. */
    pay: (session: string) => payments.controls.paySession(session),
    /** Sessions that were paid, as the provider knows. */
    paidSessions: async () =>
      (
        await sql<{ id: string }[]>`
          select id from sandbox.payment_objects where object = 'checkout.session' and body ->> 'payment_status' = 'paid'`
      ).map(({ id }) => id),
    settings: {
      STRIPE_SECRET_KEY: 'sk_test_drill',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: `http://${host ?? '127.0.0.1'}:${provider.port}`,
      SMTP_URL: mail.url.replace('127.0.0.1', host ?? '127.0.0.1'),
      MAIL_FROM: 'Drill <drill@measure.example>',
    },
    stop: async () => {
      await provider.stop(true)
      await payments.stop()
      await relay.stop(true)
      mail.close()
      await sql.end({ timeout: 1 })
      server.stop()
    },
  }
}
