import { paymentEventTypes } from '#features/payments/fulfilment/server/process-payment-event.ts'
import { openCheckpointStore } from '#features/proof/server/checkpoint-store.ts'
import { createIdealPostcodes } from '#providers/addresses/ideal-postcodes.ts'
import { createCdn } from '#providers/cdn/create-cdn.ts'
import { createCompaniesHouse } from '#providers/companies/companies-house.ts'
import { createS3Files } from '#providers/files/create-files.ts'
import { trySignIn } from '#providers/mail/smtp-mail.ts'
import { findWebhookEndpoints } from '#providers/payments/stripe-payments.ts'
import { createClamav } from '#providers/scanner/clamav.ts'
import { type OtherChecks, ok, onStandIn, warning, wrong } from './check.ts'

export const serviceChecks: OtherChecks = {
  async mail(env) {
    if (env.sandbox.has('mail')) return onStandIn(env, 'the mail server: mails stay in the mailbox of the admin area')
    if (env.role === 'web') return ok('Only processes that work jobs send emails: their doctor tries the mail server.')
    const problem = await trySignIn(env.smtp.url)
    if (problem === null) return ok('The mail server takes our sign-in.')
    return wrong(problem, 'Look at SMTP_URL: host, port, user and password.')
  },
  async payments(env) {
    if (env.sandbox.has('payments')) return onStandIn(env, 'Stripe')
    const endpoint = `${env.publicUrl}/api/stripe/webhook`
    const found = await findWebhookEndpoints(env.stripe)
    if ('failure' in found) {
      if (found.code === 'more_permissions_required')
        return warning(
          'Stripe takes the key, which may not read webhook endpoints.',
          `See in Stripe whether there is one for ${endpoint}, or give the key the right to read them.`,
        )
      return wrong(
        `Stripe does not answer our key (${found.code ?? found.failure}).`,
        'Look at STRIPE_SECRET_KEY and the status page of Stripe.',
      )
    }
    const ours = found.endpoints.find(({ url, isEnabled }) => url === endpoint && isEnabled)
    if (!ours)
      return wrong(
        `Stripe has no enabled webhook endpoint ${endpoint}.`,
        'Add it in Stripe with the events of docs/going-live.md, "Payments".',
      )
    const missing = ours.events.includes('*') ? [] : paymentEventTypes.filter((type) => !ours.events.includes(type))
    if (missing.length > 0)
      return warning(
        `The webhook endpoint in Stripe does not send ${missing.join(', ')}.`,
        'Add these events to it in Stripe.',
      )
    return ok('Stripe takes our key and sends every event to our webhook endpoint.')
  },
  async companies(env) {
    if (env.sandbox.has('companies')) return onStandIn(env, 'Companies House')
    const statuses: (number | null)[] = []
    const registry = createCompaniesHouse({ ...env.companies, report: (status) => statuses.push(status) })
    const { kind } = await registry.search('limited')
    if (kind === 'ok') return ok('Companies House takes our key and answers.')
    if (kind === 'limited')
      return warning('Companies House answers that we ask too often.', 'Wait five minutes, then run this again.')
    const [status] = statuses
    return wrong(
      `Companies House ${status ? `answers ${status}` : 'does not answer'}.`,
      status === 401 ? 'Look at COMPANIES_HOUSE_API_KEY.' : 'See docs/runbooks/outside-service.md.',
    )
  },
  /** A search is free at Ideal Postcodes; only choosing an address costs. */
  async addresses(env) {
    if (env.sandbox.has('addresses')) return onStandIn(env, 'the address finder')
    if (env.role === 'worker')
      return ok('Only processes that answer visitors ask the address finder: their doctor tries it.')
    const found = await createIdealPostcodes(env.addresses).search('10 Downing Street')
    if (found.length > 0) return ok('The address finder takes our key and answers.')
    return wrong(
      'The address finder answers nothing.',
      'Look at ADDRESS_API_KEY and its credit, then at docs/runbooks/outside-service.md.',
    )
  },
  async scanner(env) {
    if (!env.clamav) {
      const says = 'No virus scanner is connected.'
      return env.mode === 'demo' ? ok(says) : warning(says, 'Set CLAMAV_HOST, so that uploaded documents are scanned.')
    }
    const scanned = await createClamav(env.clamav).scan([new TextEncoder().encode('Nothing of interest.')])
    if (scanned.kind === 'clean') return ok('The virus scanner answers.')
    const why = scanned.kind === 'infected' ? 'it finds a virus in a plain text' : scanned.reason
    return wrong(
      `The virus scanner does not work (${why}).`,
      'See whether clamd runs at CLAMAV_HOST and has loaded its signatures.',
    )
  },
  async bucket(env) {
    if (!env.s3) return ok('Documents are kept in the database: no bucket is set.')
    const files = createS3Files(env.s3)
    const key = `doctor/${Bun.randomUUIDv7()}`
    await files.put(key, [new TextEncoder().encode('From bun run doctor.')], 'text/plain')
    const isThere = await files.exists(key)
    await files.delete(key)
    return isThere
      ? ok('The bucket stores and deletes files.')
      : wrong('The bucket does not hold what it has taken.', 'Look at S3_ENDPOINT and S3_BUCKET.')
  },
  async cdn(env) {
    if (!env.cdn) return ok('No CDN is set.')
    const outcome = await createCdn(env.cdn).purge(['doctor'])
    if (outcome.kind === 'purged') return ok('The CDN takes purges.')
    return wrong(`The CDN takes no purges: ${outcome.reason}`, 'See docs/runbooks/edge-not-purged.md.')
  },
  async 'checkpoint store'({ mode, role, checkpointStore }) {
    if (role === 'web') return ok('Only processes that sign the public log use it.')
    if (!checkpointStore) {
      const says =
        'No store keeps the checkpoints of the public log: a backup that is restored may have to end the log.'
      return mode === 'demo' ? ok(says) : warning(says, 'Set CHECKPOINT_STORE (docs/backups.md).')
    }
    await openCheckpointStore(checkpointStore).newest('doctor')
    return ok('The store of checkpoints answers.')
  },
}
