import type { Brand } from './brand.ts'
import type { CdnName, CdnSettings, SandboxName, Values } from './settings.ts'

/** Printed at start; it does not exist in production. */
export const demoAdmin = { email: 'admin@beaa.example', password: 'demonstration-only' }

const demoSigningSecret = 'demonstration-only-signing-secret-of-no-worth'

export type Env = ReturnType<typeof toEnv>

export function toEnv({
  values,
  isProduction,
  publicUrl,
  sandbox,
  brand,
  needlessSecrets,
}: {
  values: Values
  isProduction: boolean
  publicUrl: string
  sandbox: Set<SandboxName>
  brand: Brand
  needlessSecrets: string[]
}) {
  return {
    mode: isProduction ? ('production' as const) : ('demo' as const),
    port: values.PORT,
    role: values.ROLE,
    /** Without a trailing slash; every absolute address is built from it. */
    publicUrl,
    databaseUrl: values.DATABASE_URL,
    databaseMigrationUrl: values.DATABASE_MIGRATION_URL,
    /** Past a pooler; empty where `databaseUrl`'s role owns the queue as well. */
    databaseQueueUrl: values.DATABASE_QUEUE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    dataFolder: values.DATA_FOLDER,
    sessionSecret: values.SESSION_SECRET,
    sessionSecretAlso: values.SESSION_SECRET_ALSO,
    signingSecret: values.ROLE === 'web' ? null : values.SIGNING_SECRET || demoSigningSecret,
    signingSecretAlso: values.SIGNING_SECRET_ALSO,
    /** Empty where none is set. */
    checkpointStore: values.CHECKPOINT_STORE,
    isRestoring: values.RESTORING,
    /** A policy (features/proof/policy.ts); empty without witnesses. */
    witnesses: values.WITNESSES,
    /** Secrets that it was given and does not use, by name. */
    needlessSecrets,
    admin: values.ADMIN_EMAIL
      ? { email: values.ADMIN_EMAIL, password: values.ADMIN_PASSWORD }
      : isProduction
        ? null
        : demoAdmin,
    requireSecondFactor: values.ADMIN_REQUIRE_2FA ?? isProduction,
    stripe: {
      secretKey: values.STRIPE_SECRET_KEY,
      webhookSecret:
        values.STRIPE_WEBHOOK_SECRET || (sandbox.has('payments') ? sandboxSecret(values.SESSION_SECRET) : ''),
      webhookSecretAlso:
        values.STRIPE_WEBHOOK_SECRET_ALSO ||
        (sandbox.has('payments') && values.SESSION_SECRET_ALSO ? sandboxSecret(values.SESSION_SECRET_ALSO) : ''),
      apiBase: values.STRIPE_API_BASE,
    },
    companies: {
      apiKey: values.COMPANIES_HOUSE_API_KEY,
      apiBase: values.COMPANIES_HOUSE_API_BASE,
      copyMaxAgeDays: values.COMPANIES_COPY_MAX_DAYS,
    },
    addresses: { apiKey: values.ADDRESS_API_KEY, apiBase: values.ADDRESS_API_BASE },
    smtp: {
      url: values.SMTP_URL,
      from: { name: values.MAIL_FROM?.name || brand.name, email: values.MAIL_FROM?.email ?? brand.email },
    },
    /** The second secret is accepted while the first is changed; null where nobody reports bounces. */
    bounces: values.MAIL_BOUNCES
      ? {
          source: values.MAIL_BOUNCES,
          secrets: [values.MAIL_BOUNCES_SECRET, values.MAIL_BOUNCES_SECRET_ALSO].filter(Boolean),
        }
      : null,
    /** Null where no email comes in. */
    incoming: values.MAIL_REPLY_DOMAIN
      ? {
          domain: values.MAIL_REPLY_DOMAIN,
          secrets: [values.MAIL_INCOMING_SECRET, values.MAIL_INCOMING_SECRET_ALSO].filter(Boolean),
        }
      : null,
    crm: values.CRM_WEBHOOK_URL ? crmSettings(values) : null,
    webhookLoopback: values.WEBHOOK_LOOPBACK,
    s3: values.S3_BUCKET
      ? {
          endpoint: values.S3_ENDPOINT,
          bucket: values.S3_BUCKET,
          accessKeyId: values.S3_ACCESS_KEY_ID,
          secretAccessKey: values.S3_SECRET_ACCESS_KEY,
          region: values.S3_REGION,
        }
      : null,
    cdn: values.CDN ? cdnSettings(values, values.CDN) : null,
    clamav: values.CLAMAV_HOST ? { host: values.CLAMAV_HOST, port: values.CLAMAV_PORT } : null,
    goldMinScore: values.GOLD_MIN_SCORE,
    reviewFourEyes: values.REVIEW_FOUR_EYES,
    refundFourEyes: values.REFUND_FOUR_EYES,
    documentsMaxGb: values.DOCUMENTS_MAX_GB,
    documentsFreeGb: values.DOCUMENTS_FREE_GB,
    assessmentCallsAtOnce: values.ASSESSMENT_CALLS_AT_ONCE,
    renewUnconfirmed: values.RENEW_UNCONFIRMED,
    reviewSamplePercent: values.REVIEW_SAMPLE_PERCENT,
    /** The queue takes up to six more connections, notices and the watch one each. */
    databaseConnections: Math.max(1, values.DATABASE_CONNECTIONS),
    pageStatementSeconds: Math.max(1, values.PAGE_STATEMENT_SECONDS),
    metricsPort: values.METRICS_PORT,
    logRequests: values.LOG_REQUESTS === null ? isProduction : values.LOG_REQUESTS === 1,
    traces: values.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
          headers: values.OTEL_EXPORTER_OTLP_HEADERS,
          serviceName: values.OTEL_SERVICE_NAME,
          share: values.OTEL_TRACES_SAMPLER_ARG,
        }
      : null,
    drainSeconds: values.DRAIN_SECONDS,
    sandbox,
    trustProxy: values.TRUST_PROXY,
    brand,
  }
}

/** The sandbox has its own secret, the same on every replica. */
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

function crmSettings(values: Values): { url: string; secret: string; secretAlso?: string } {
  return {
    url: values.CRM_WEBHOOK_URL,
    secret: values.CRM_WEBHOOK_SECRET,
    secretAlso: values.CRM_WEBHOOK_SECRET_ALSO,
  }
}
