import { defaultBrand } from '#brand.ts'
import { arePaymentsTest } from '#env.ts'
import { findSafekeeping } from '#http/work-metrics.ts'
import { doctorHeader } from '#process/doctor-header.ts'
import { type brandMeanings, brandSetting } from '#settings.ts'
import { type CheckResult, type DatabaseChecks, type OtherChecks, ok, warning, wrong } from './check.ts'

/** The points of docs/going-live.md under their titles there, each with the checks that tick it. The last one has every other check. */
const points: { title: string; of: string[] }[] = [
  { title: 'Address and certificate', of: ['address', 'site', 'certificate'] },
  { title: 'Proxies', of: ['proxies'] },
  { title: 'The authority', of: ['authority'] },
  { title: 'First admin', of: ['first admin'] },
  { title: 'Mail', of: ['mail', 'mail sent'] },
  { title: 'Mail that comes back', of: ['bounces'] },
  { title: 'Payments', of: ['payments', 'live key'] },
  { title: 'Companies and addresses', of: ['companies', 'addresses'] },
  { title: 'Backups elsewhere', of: ['backup'] },
  { title: 'Checkpoint store', of: ['checkpoint store'] },
  { title: 'Alerts', of: ['alerts'] },
]
const rest = 'Everything else'
/** What a site may go without. */
const optional = new Set(['scanner', 'witnesses'])

export type Point = { title: string; isDone: boolean; open: CheckResult[] }

/** A point is done when each of its checks is `ok`; a warning leaves it open. */
export function tick(found: CheckResult[]): Point[] {
  const named = new Set(points.flatMap(({ of }) => of))
  const others = found.filter(({ name, result }) => !named.has(name) && !(optional.has(name) && result === 'warning'))
  return [...points, { title: rest, of: others.map(({ name }) => name) }].map(({ title, of }) => {
    const open = found.filter(({ name, result }) => of.includes(name) && result !== 'ok')
    // Where the settings do not work, nothing else is looked at.
    const isDone = open.length === 0 && of.every((name) => found.some((check) => check.name === name))
    return { title, isDone, open }
  })
}

export const liveChecks: OtherChecks = {
  address({ mode, publicUrl }) {
    if (mode === 'demo') return wrong('This is the demonstration, not a real site.', 'Set NODE_ENV=production.')
    if (publicUrl.startsWith('https:')) return ok('Visitors reach the site over https.')
    return wrong(`${publicUrl} is not https.`, 'Set SITE_HOST with Caddy’s compose file, or PUBLIC_URL.')
  },
  authority({ brand, smtp }) {
    const unset = ownWords.filter((key) => String(brand[key]) === String(defaultBrand[key])).map(brandSetting)
    const isInvented = smtp.from.email === defaultBrand.email
    if (unset.length === 0 && !isInvented) return ok(`The site is that of ${brand.name}.`)
    const missing = [...unset, ...(isInvented ? ['MAIL_FROM'] : [])]
    return wrong(
      `The invented authority’s: ${missing.join(', ')}.`,
      'Set them in .env, then: docker compose up --detach',
    )
  },
  'live key'(env) {
    // "payments" reports a stand-in.
    if (env.sandbox.has('payments') || !arePaymentsTest(env)) return ok('The key is no test key.')
    return wrong(
      'The key is one of Stripe’s test keys: test cards pay for everything, and every page says so.',
      'Set STRIPE_SECRET_KEY=sk_live_… with the STRIPE_WEBHOOK_SECRET of the live endpoint.',
    )
  },
  async alerts(env) {
    const toDo = 'Have your Prometheus read them and the rules of deploy/monitoring/alerts.yaml.'
    if (env.metricsPort === 0) return wrong('METRICS_PORT is 0: nobody can read the metrics.', toDo)
    const answer = await fetch(`http://127.0.0.1:${env.metricsPort}/metrics`, { headers: doctorHeader(env) })
    const reads = Number(/^metrics_reads_total (\d+)$/m.exec(await answer.text())?.[1] ?? 0)
    if (reads > 0) return ok(`The metrics were read ${reads} times since this process started.`)
    return wrong('Nobody has read the metrics since this process started, so no alert can come.', toDo)
  },
}

export const liveDatabaseChecks: DatabaseChecks = {
  async 'first admin'(env, { sql }) {
    const [owners] = await sql<{ active: number; with_factor: number }[]>`
      select count(*)::int as active, count(f.person_id)::int as with_factor
      from people as p left join second_factors as f on f.person_id = p.id
      where 'owner' = any (p.roles) and p.deactivated_at is null`
    if (!owners?.active)
      return wrong(
        'Nobody can sign in.',
        'docker compose exec web bun dist/server/create-admin.js you@example.org "Your Name"',
      )
    if (owners.with_factor === 0 && env.requireSecondFactor)
      return wrong('No owner has signed in and set up a second factor.', `Sign in at ${env.publicUrl}/admin/sign-in`)
    return ok(`Owners who can sign in: ${owners.active}.`)
  },
  async 'mail sent'({ sandbox, publicUrl }, { sql }) {
    if (sandbox.has('mail')) return ok('No mail leaves.')
    const [mails] = await sql<{ sent: boolean; failed: number }[]>`
      select exists (select from mails where state in ('sent', 'bounced')) as sent,
        (select count(*)::int from mails where state = 'failed') as failed`
    if (mails!.failed > 0)
      return wrong(
        `Emails that failed: ${mails!.failed}.`,
        `${publicUrl}/admin/mailbox shows what the mail server said.`,
      )
    if (mails!.sent) return ok('The mail server has taken emails.')
    return wrong('No email has left yet.', `Send an enquiry at ${publicUrl}/contact, and see that it arrives.`)
  },
  async backup(_, { sql }) {
    const [{ backup, archive } = { backup: null, archive: null }] = await findSafekeeping(sql)
    if (archive !== null) return wrong('The log of the database cannot be archived.', 'deploy/backup check says why.')
    const toDo =
      'Put COMPOSE_PROFILES=backup into .env, then: docker compose up --detach && docker compose run --rm backup once'
    if (backup === null) return wrong('No dump was ever made.', toDo)
    const says = `The newest dump is ${Math.round(backup / 3600)} hours old.`
    if (backup > 2 * 86_400) return warning(says, 'docker compose logs --tail 20 backup')
    return ok(`${says} Whether a copy is elsewhere cannot be seen from here.`)
  },
}

/** What a visitor reads of an authority, and no default fits. */
const ownWords = [
  'name',
  'shortName',
  'prefix',
  'phone',
  'email',
  'address',
  'city',
  'toursUrl',
] as const satisfies (keyof typeof brandMeanings)[]
