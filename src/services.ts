import { documentSpace } from './features/assessments/files/server/document-space.ts'
import { readClaims } from './features/claims/server/read-claims.ts'
import { countFailedChecks } from './features/concerns/misuse/server/record-misuse.ts'
import { findCredential, findProvenCredential } from './features/proof/credential/server/queries.ts'
import { countKeyUses } from './features/proof/open-data/server/within-limit.ts'
import { findProof } from './features/proof/server/find-proof.ts'
import { countCalls } from './process/count-calls.ts'
import { createPdfs } from './process/drawings.ts'
import { withSpans } from './process/trace.ts'
import { createAuth } from './providers/auth/better-auth.ts'
import { createCdn } from './providers/cdn/create-cdn.ts'
import { createCrmWebhook } from './providers/crm/crm-webhook.ts'
import { createFiles } from './providers/files/create-files.ts'
import { createMail } from './providers/mail/smtp-mail.ts'
import { createClamav } from './providers/scanner/clamav.ts'
import type { Services } from './requests/services.ts'

type ServiceParts = Pick<Services, 'env' | 'sql' | 'log' | 'now'> & {
  isTraced: boolean
  paymentsApi: () => Promise<string>
}

/** `failedChecks`, `keyUses` and `pdfs` must be stopped with the site. */
export function createServices({ env, sql, log, now, isTraced, paymentsApi }: ServiceParts) {
  const outside = <Provider extends object>(name: string, provider: Provider) =>
    countCalls(name, isTraced ? withSpans(name, provider) : provider)
  return {
    env,
    brand: env.brand,
    sql,
    log,
    now,
    payments: outside(
      'payments',
      lazy(async () => {
        const { createPayments } = await import('./providers/payments/stripe-payments.ts')
        const webhookSecret = env.role === 'worker' ? null : env.stripe.webhookSecret
        return createPayments({ ...env.stripe, webhookSecret, apiBase: await paymentsApi() })
      }),
    ),
    companies: outside(
      'companies',
      lazy(async () => {
        const { createCompanies } = await import('./providers/companies/create-companies.ts')
        const standIn = env.sandbox.has('companies')
          ? (await import('./sandbox/companies/companies-sandbox.ts')).createCompaniesSandbox()
          : null
        return createCompanies(env.companies, { sql, log, standIn })
      }),
    ),
    addresses: outside(
      'addresses',
      lazy(async () => {
        if (env.sandbox.has('addresses'))
          return (await import('./sandbox/addresses/addresses-sandbox.ts')).createAddressesSandbox()
        return (await import('./providers/addresses/ideal-postcodes.ts')).createIdealPostcodes(env.addresses)
      }),
    ),
    mail: outside('mail', createMail(env)),
    bounces:
      env.bounces &&
      lazy(async () => {
        const { createBounces } = await import('./providers/bounces/create-bounces.ts')
        return createBounces(env.bounces!)
      }),
    crm: env.crm && outside('crm', createCrmWebhook(env.crm, now)),
    files: outside('files', createFiles(env, sql)),
    scanner: env.clamav && outside('scanner', createClamav(env.clamav)),
    cdn: env.cdn && outside('cdn', createCdn(env.cdn)),
    auth: createAuth({ sql, env, log }),
    pdfs: createPdfs(),
    keyUses: countKeyUses({ sql, now, log }),
    proofOf: (number) => findProof(sql, { number }),
    credentialOf: (number) => findCredential(sql, { number }),
    provenCredentialOf: (number) => findProvenCredential(sql, { number, now: now() }),
    headerPartners: async (given) => (await readClaims(given, ['header'])).header,
    documentSpace: () => documentSpace(sql, env),
    describeApi: async () => {
      const [{ areas }, { openApiDocument }, { refusals }] = await Promise.all([
        import('./http/endpoints.ts'),
        import('./http/openapi.ts'),
        import('./http/openapi-components.ts'),
      ])
      const { paths } = openApiDocument(areas, env.brand, env.publicUrl)
      return { paths, areas: Object.keys(areas), refusals }
    },
    failedChecks: countFailedChecks({ sql, now, log }),
  } satisfies Services
}

/** Opened by its first call, since providers load slowly and a new process answers visitors first. All methods are asynchronous. */
function lazy<Provider extends object>(open: () => Promise<Provider>): Provider {
  let opened: Promise<Provider> | undefined
  return new Proxy({} as Provider, {
    get:
      (_, name) =>
      async (...words: unknown[]) => {
        opened ??= open()
        const provider = (await opened) as Record<string | symbol, (...words: unknown[]) => unknown>
        return await provider[name]!(...words)
      },
  })
}
