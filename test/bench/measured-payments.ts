import type { Sql } from '#database/sql.ts'
import { readEnv } from '#env.ts'
import { ownershipCookie } from '#requests/ownership.ts'
import { createSandboxControls } from '#sandbox/payments/controls.ts'
import { addApplication } from '../add-application.ts'
import { payListing } from '../pay-listing.ts'
import { type MeasuredSite, measuredSettings } from './measured-site.ts'
import { json, type Thing } from './mixed-load.ts'

type SiteAddress = Pick<MeasuredSite, 'sql' | 'url'>

/** An application that is approved, straight in the database, and the cookie of the browser that made it. */
export async function addApplicant({ sql, url }: SiteAddress): Promise<{ id: string; cookie: string }> {
  const read = readEnv(measuredSettings(url))
  if ('problems' in read) throw new Error(read.problems.join())
  const { id } = await addApplication(sql, { status: 'approved' })
  return { id, cookie: ownershipCookie('', [id], { env: read.env, now: () => new Date() }).split(';')[0]! }
}

/**
 * An approved application's listing is paid for on the payment sandbox, whose event one of the web processes delivers to itself: the queue
 * then asks the sandbox, marks the order paid and publishes the entry.
 */
export function payments(site: SiteAddress): Thing {
  const { paySession } = createSandboxControls({ sql: site.sql })
  return {
    name: 'payment',
    share: 0.5,
    once: async (ask) => {
      const { id, cookie } = await addApplicant(site)
      const begin = async (path: string, body: unknown) => {
        const { url } = (await ask(path, json(body, { cookie }))).json() as { url?: string }
        if (!url) throw new Error('no payment page')
        return url
      }
      await payListing(id, begin, paySession)
    },
  }
}

/** What became of the sessions that were paid, once every one has an order and an entry, or after a minute. */
export async function readPaid(sql: Sql): Promise<{ paid: number; orders: number; entries: number; mails: number }> {
  for (const end = Date.now() + 60_000; ; await Bun.sleep(500)) {
    const [found] = await sql<{ paid: number; orders: number; entries: number; mails: number }[]>`
      select
        (select count(*)::int from sandbox.payment_objects
          where object = 'checkout.session' and body ->> 'payment_status' = 'paid') as paid,
        (select count(*)::int from orders where status = 'paid') as orders,
        (select count(*)::int from register_entries where application_id in (select application_id from orders)) as entries,
        (select count(*)::int from mails where kind = 'order-paid') as mails`
    const { paid, ...done } = found!
    if (Object.values(done).every((count) => count === paid) || Date.now() > end) return found!
  }
}
