import type { Brand } from './brand.ts'
import type { CdnName, CdnSettings, SandboxName, Values } from './settings.ts'

/** The demo's sign-in, printed at start. It does not exist in production. */
export const demoAdmin = { email: 'admin@beaa.example', password: 'demonstration-only' }

const demoSigningSecret = 'demonstration-only-signing-secret-of-no-worth'

/** What a process that only answers requests has no use for. */
const workerSecrets = ['SIGNING_SECRET', 'SIGNING_SECRET_ALSO', 'DATABASE_QUEUE_URL'] as const

export type Env = ReturnType<typeof toEnv>

/** What the program reads, of the settings as they were checked. */
export function toEnv({
  values,
  isProduction,
  publicUrl,
  sandbox,
  brand,
}: {
  values: Values
  isProduction: boolean
  publicUrl: string
  sandbox: Set<SandboxName>
  brand: Brand
}) {
  return {
    /** `production` when NODE_ENV says so; the demonstration on embedded defaults where it says nothing, `development` or `test`. */
    mode: isProduction ? ('production' as const) : ('demo' as const),
    port: values.PORT,
    /** `web` answers requests and adds jobs, `worker` works jobs and signs the public log, `all` does both. */
    role: values.ROLE,
    /** Origin that visitors use, without a trailing slash. Every absolute address is built from it. */
    publicUrl,
    /** Empty: the embedded server in `dataFolder`. */
    databaseUrl: values.DATABASE_URL,
    /** The database as its owner, for commands that change the schema; empty where `databaseUrl` is the owner's. */
    databaseMigrationUrl: values.DATABASE_MIGRATION_URL,
    /** The database as the queue's role, past a pooler; empty where `databaseUrl`'s role owns the queue as well. */
    databaseQueueUrl: values.DATABASE_QUEUE_URL,
    /** PostgreSQL itself, where `databaseUrl` is a pooler's; empty where it is not. */
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    /** A read-only replica for public pages; empty where there is none, and in a process that answers no requests. */
    databaseReadUrl: values.ROLE === 'worker' ? '' : values.DATABASE_READ_URL,
    dataFolder: values.DATA_FOLDER,
    sessionSecret: values.SESSION_SECRET,
    /** Accepted as well, while the secret is being changed; empty otherwise. */
    sessionSecretAlso: values.SESSION_SECRET_ALSO,
    /** The key of the authority's signing keys; null in a process that only answers requests. */
    signingSecret: values.ROLE === 'web' ? null : values.SIGNING_SECRET || demoSigningSecret,
    /** Opens keys as well, while the secret is being changed; empty otherwise. */
    signingSecretAlso: values.ROLE === 'web' ? '' : values.SIGNING_SECRET_ALSO,
    /** Names of secrets that are set, and that a process of this role does not use. */
    needlessSecrets: values.ROLE === 'web' ? workerSecrets.filter((name) => values[name]) : [],
    admin: values.ADMIN_EMAIL
      ? { email: values.ADMIN_EMAIL, password: values.ADMIN_PASSWORD }
      : isProduction
        ? null
        : demoAdmin,
    /** Whether nobody gets to the admin area without a second factor. */
    requireSecondFactor: values.ADMIN_REQUIRE_2FA ?? isProduction,
    stripe: {
      secretKey: values.STRIPE_SECRET_KEY,
      webhookSecret:
        values.STRIPE_WEBHOOK_SECRET || (sandbox.has('payments') ? sandboxSecret(values.SESSION_SECRET) : ''),
      /** Accepted as well, while the secret is being changed; empty otherwise. */
      webhookSecretAlso:
        values.STRIPE_WEBHOOK_SECRET_ALSO ||
        (sandbox.has('payments') && values.SESSION_SECRET_ALSO ? sandboxSecret(values.SESSION_SECRET_ALSO) : ''),
      apiBase: values.STRIPE_API_BASE,
    },
    /** `copyMaxAgeDays`: how old an operator's copy of the register may be before it is no longer asked. */
    companies: {
      apiKey: values.COMPANIES_HOUSE_API_KEY,
      apiBase: values.COMPANIES_HOUSE_API_BASE,
      copyMaxAgeDays: values.COMPANIES_COPY_MAX_DAYS,
    },
    addresses: { apiKey: values.ADDRESS_API_KEY, apiBase: values.ADDRESS_API_BASE },
    /** The mail server (`smtp://` or `smtps://`) and the sender of every mail. */
    smtp: {
      url: values.SMTP_URL,
      from: { name: values.MAIL_FROM?.name || brand.name, email: values.MAIL_FROM?.email ?? brand.email },
    },
    /** Who reports bounces of mail, with the secret that proves it and the one that is accepted beside it while it is changed; null for nobody. */
    bounces: values.MAIL_BOUNCES
      ? {
          source: values.MAIL_BOUNCES,
          secrets: [values.MAIL_BOUNCES_SECRET, values.MAIL_BOUNCES_SECRET_ALSO].filter(Boolean),
        }
      : null,
    /** The sales side's webhook; null where none is connected. */
    crm: values.CRM_WEBHOOK_URL ? crmSettings(values) : null,
    /** Whether webhooks may be sent to this machine, and without TLS. */
    webhookLoopback: values.WEBHOOK_LOOPBACK,
    /** The bucket that documents are kept in; null where the database keeps them. */
    s3: values.S3_BUCKET
      ? {
          endpoint: values.S3_ENDPOINT,
          bucket: values.S3_BUCKET,
          accessKeyId: values.S3_ACCESS_KEY_ID,
          secretAccessKey: values.S3_SECRET_ACCESS_KEY,
          region: values.S3_REGION,
        }
      : null,
    /** The CDN in front of the site, whose cache is purged; null where there is none. */
    cdn: values.CDN ? cdnSettings(values, values.CDN) : null,
    /** The virus scanner; null where none is connected. */
    clamav: values.CLAMAV_HOST ? { host: values.CLAMAV_HOST, port: values.CLAMAV_PORT } : null,
    /** From which score on, in percent, an assessed entry is given the Gold award. */
    goldMinScore: values.GOLD_MIN_SCORE,
    /** Whether a second person has to decide what an assessor proposes. */
    reviewFourEyes: values.REVIEW_FOUR_EYES,
    /** How many assessment calls can be held at the same time, where a slot has no number of its own. */
    /** What all documents may take, in gigabytes. */
    documentsMaxGb: values.DOCUMENTS_MAX_GB,
    /** Below so many free gigabytes no document is taken. */
    documentsFreeGb: values.DOCUMENTS_FREE_GB,
    assessmentCallsAtOnce: values.ASSESSMENT_CALLS_AT_ONCE,
    /** Of 100 applications that the registry's confirmation approves, so many are looked at by a reviewer all the same. */
    reviewSamplePercent: values.REVIEW_SAMPLE_PERCENT,
    /** Connections of the pool to the database. The queue takes up to six more, notices and the watch one each. */
    databaseConnections: Math.max(1, values.DATABASE_CONNECTIONS),
    /** Seconds that a statement of a page or of a call that reads may take. */
    pageStatementSeconds: Math.max(1, values.PAGE_STATEMENT_SECONDS),
    /** Port of `/metrics`; 0 where nobody reads them. */
    metricsPort: values.METRICS_PORT,
    /** Whether each request that is not answered from a cached page has a line in the log. */
    logRequests: values.LOG_REQUESTS === null ? isProduction : values.LOG_REQUESTS === 1,
    /** Where spans are sent to; null where there are no traces. */
    traces: values.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
          headers: values.OTEL_EXPORTER_OTLP_HEADERS,
          serviceName: values.OTEL_SERVICE_NAME,
          share: values.OTEL_TRACES_SAMPLER_ARG,
        }
      : null,
    /** Seconds between saying "not ready" and taking no more requests, for a proxy to notice. */
    drainSeconds: values.DRAIN_SECONDS,
    sandbox,
    /** How many proxies stand in front; 0 ignores forwarding headers. */
    trustProxy: values.TRUST_PROXY,
    brand,
  }
}

/** The sandbox signs with a secret of its own, the same on every replica. */
function sandboxSecret(sessionSecret: string): string {
  return `whsec_${new Bun.CryptoHasher('sha256').update(`sandbox payments ${sessionSecret}`).digest('hex')}`
}

function cdnSettings(values: Values, kind: CdnName): CdnSettings {
  const known = {
    fastly: ['https://api.fastly.com'],
    cloudflare: ['https://api.cloudflare.com/client/v4'],
    varnish: [],
  }
  const urls = values.CDN_URL.length > 0 ? values.CDN_URL : known[kind]
  return { kind, token: values.CDN_TOKEN, service: values.CDN_SERVICE, urls }
}

/** @returns `secretAlso` signs as well, while the secret is being changed; empty otherwise. */
function crmSettings(values: Values): { url: string; secret: string; secretAlso?: string } {
  return {
    url: values.CRM_WEBHOOK_URL,
    secret: values.CRM_WEBHOOK_SECRET,
    secretAlso: values.CRM_WEBHOOK_SECRET_ALSO,
  }
}
