import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { type Brand, defaultBrand } from './brand.ts'
import { isMailAddress } from './domain/mail-address.ts'
import { isPublicAddress } from './process/public-address.ts'
import {
  type CdnName,
  type CdnSettings,
  type SandboxName,
  type Settings,
  sandboxNames,
  settings,
  type Values,
  Wrong,
} from './settings.ts'

/** The demo's sign-in, printed at start. It does not exist in production. */
export const demoAdmin = { email: 'admin@beaa.example', password: 'demonstration-only' }

const demoSigningSecret = 'demonstration-only-signing-secret-of-no-worth'

/** A setting that cannot work, found out when it is used; the message is a sentence for whoever runs the program. */
export class SettingProblem extends Error {
  override readonly name = 'SettingProblem'
}

/**
 * Whether a process prints nothing but lines of JSON, sentences at the start too: in production, unless LOG_FORMAT says otherwise. Asked
 * before the settings are read, since what is wrong with them is printed in the same way.
 */
export function printsJson(source: Record<string, string | undefined>): boolean {
  return (source.LOG_FORMAT?.trim() || (source.NODE_ENV === 'production' ? 'json' : 'text')) === 'json'
}

/** What an outside service cannot do without; none of it where it runs on the sandbox. */
const serviceKeys: Record<SandboxName, (keyof Settings)[]> = {
  payments: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  companies: ['COMPANIES_HOUSE_API_KEY'],
  addresses: ['ADDRESS_API_KEY'],
  mail: ['SMTP_URL', 'MAIL_FROM'],
}

/** What a process that only answers requests has no use for. */
const workerSecrets = ['SIGNING_SECRET', 'SIGNING_SECRET_ALSO', 'DATABASE_QUEUE_URL'] as const

/** What a bucket cannot do without. */
const bucketKeys = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/**
 * Reads and checks the whole environment.
 *
 * Production takes nothing for granted: each outside service has its keys or is named in `SANDBOX`, and everything that is
 * missing is said at once.
 *
 * @returns the settings, or the list of problems in plain words.
 */
export function readEnv(source: Record<string, string | undefined>): { env: Env } | { problems: string[] } {
  const problems: string[] = []
  const say = (isWrong: unknown, sentence: string) => void (isWrong && problems.push(sentence))
  const given = (name: string) => source[name]?.trim() || fromFile(name)
  const isProduction = source.NODE_ENV === 'production'
  // A real site with a slip in this word would open its admin area to the demonstration's password.
  say(
    !['', 'production', 'development', 'test'].includes(source.NODE_ENV ?? ''),
    'NODE_ENV is neither production nor, for the demonstration, empty, development or test',
  )
  const values = readSettings()
  say(
    isProduction && values.ROLE !== 'web' && !values.SIGNING_SECRET,
    'SIGNING_SECRET is not set: at least 32 random characters, with which the keys that sign the public log are encrypted. Only a process with ROLE=web does without',
  )
  const publicUrl = values.PUBLIC_URL || `http://localhost:${values.PORT}`
  say(
    isProduction && publicUrl.startsWith('http:') && isPublicHost(new URL(publicUrl).hostname),
    'PUBLIC_URL begins with http://, which only a site for trying may: sign-in and forms need https://',
  )
  const sandbox = new Set(values.SANDBOX)
  for (const service of sandboxNames) checkService(service)
  say(
    !isProduction && /^[sr]k_live_/.test(values.STRIPE_SECRET_KEY),
    'STRIPE_SECRET_KEY is a live key, which the demonstration does not take: set NODE_ENV=production',
  )
  say(
    given('DATABASE_DIRECT_URL') && !given('DATABASE_URL'),
    'DATABASE_URL is not set, but DATABASE_DIRECT_URL, the way past its pooler, is',
  )
  goTogether('ADMIN_EMAIL', 'ADMIN_PASSWORD')
  say(isProduction && values.ADMIN_PASSWORD === demoAdmin.password, 'ADMIN_PASSWORD is the one of the demonstration')
  // Production may leave them unset as well: updates are then only kept.
  goTogether('CRM_WEBHOOK_URL', 'CRM_WEBHOOK_SECRET')
  goTogether('MAIL_BOUNCES', 'MAIL_BOUNCES_SECRET')
  say(
    isProduction && values.WEBHOOK_LOOPBACK,
    'WEBHOOK_LOOPBACK is for trying: production sends webhooks to public addresses alone',
  )
  const changed = ['SESSION_SECRET', 'SIGNING_SECRET', 'STRIPE_WEBHOOK_SECRET', 'CRM_WEBHOOK_SECRET'] as const
  for (const name of [...changed, 'MAIL_BOUNCES_SECRET'] as const)
    say(given(`${name}_ALSO`) && !given(name), `${name} is not set, but ${name}_ALSO, which is accepted beside it, is`)
  checkBucket()
  checkCdn()
  say(given('CLAMAV_PORT') && !given('CLAMAV_HOST'), 'CLAMAV_HOST is not set, but CLAMAV_PORT is')
  const env = toEnv({ values, isProduction, publicUrl, sandbox, brand: readBrand() })
  return problems.length > 0 ? { problems: [...new Set(problems)] } : { env }

  function readSettings(): Values {
    const read = Object.entries(settings).map(([name, { read, otherwise, needed }]) => {
      const found = given(name)
      say(!found && needed && isProduction, `${name} is not set: ${needed}`)
      const value = found ? read(found) : otherwise
      if (!(value instanceof Wrong)) return [name, value]
      problems.push(name + value.rest)
      return [name, otherwise]
    })
    return Object.fromEntries(read)
  }

  /** `NAME_FILE` names a file that holds the value, as container secrets do. */
  function fromFile(name: string): string {
    const path = source[`${name}_FILE`]
    if (!path) return ''
    try {
      return readFileSync(path, 'utf8').trim()
    } catch {
      problems.push(`${name}_FILE names a file that cannot be read`)
      return ''
    }
  }

  function checkService(service: SandboxName): void {
    const names = serviceKeys[service]
    const missing = names.filter((name) => !given(name))
    if (missing.length === 0)
      say(sandbox.has(service), `SANDBOX names ${service}, but ${names.join(' and ')} is set: choose one`)
    else if (sandbox.has(service)) return
    else if (missing.length < names.length)
      problems.push(`${missing.join(' and ')} is not set, but ${names.find((name) => given(name))} is`)
    else if (isProduction)
      problems.push(
        `${names.join(' and ')}: not set. Set ${names.length > 1 ? 'both' : 'it'}, or name ${service} in SANDBOX to run on the test stand-in`,
      )
    else sandbox.add(service)
  }

  /** Without a bucket files are kept in the database; half of one would lose them. */
  function checkBucket(): void {
    const names = [...bucketKeys, 'S3_REGION'] as const
    const missing = bucketKeys.filter((name) => !given(name))
    const present = names.find((name) => given(name))
    say(missing.length > 0 && present, `${missing.join(' and ')} is not set, but ${present} is`)
  }

  function checkCdn(): void {
    const needed = { fastly: 'CDN_SERVICE', cloudflare: 'CDN_SERVICE', varnish: 'CDN_URL' } as const
    for (const name of ['CDN_TOKEN', 'CDN_SERVICE', 'CDN_URL'] as const) {
      say(given(name) && !given('CDN'), `CDN is not set, but ${name} is`)
      const isNeeded = values.CDN !== null && (name === 'CDN_TOKEN' || name === needed[values.CDN])
      say(isNeeded && !given(name), `${name} is not set, which CDN=${values.CDN} needs`)
    }
  }

  function goTogether(one: keyof Settings, other: keyof Settings): void {
    say(Boolean(given(one)) !== Boolean(given(other)), `${one} and ${other} go together: one of them is not set`)
  }

  function readBrand(): Brand {
    const brand: Record<string, unknown> = { ...defaultBrand }
    for (const key of Object.keys(defaultBrand).filter((key) => key !== 'accreditAfter')) {
      const value = given(`BRAND_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`)
      if (value) brand[key] = key === 'address' ? value.split(';').map((line) => line.trim()) : value
    }
    // What follows from another setting: no link may dial, and no mail reach, the invented authority of the demonstration.
    if (given('BRAND_PHONE') && !given('BRAND_PHONE_LINK')) brand.phoneLink = dialled(given('BRAND_PHONE'))
    if (given('BRAND_EMAIL') && !given('BRAND_COMPLIANCE_EMAIL')) brand.complianceEmail = brand.email
    if (given('BRAND_EMAIL') && !given('BRAND_PRESS_EMAIL')) brand.pressEmail = brand.email
    for (const name of ['BRAND_EMAIL', 'BRAND_COMPLIANCE_EMAIL', 'BRAND_PRESS_EMAIL'])
      say(given(name) && !isMailAddress(given(name)), `${name} is not an email address`)
    say(!/^[A-Z]{2,8}$/.test(brand.prefix as string), 'BRAND_PREFIX is not two to eight capital letters')
    return { ...(brand as Brand), accreditAfter: values.ACCREDIT_AFTER }
  }
}

export type Env = ReturnType<typeof toEnv>

function toEnv({
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

/** Whether a host of an address can be one of the public internet: neither this machine nor a name or number of a private network. */
function isPublicHost(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  if (isIP(address)) return isPublicAddress(address)
  return address.includes('.') && !/\.(localhost|local|internal|lan|test|home\.arpa)$/.test(address)
}

/** A British number as it is written, in E.164: `0161 496 0142` is `+441614960142`. */
function dialled(phone: string): string {
  const digits = phone.replace(/\(0\)|[^\d+]/g, '')
  return digits.replace(/^00/, '+').replace(/^0/, '+44')
}

/** Whether payments are a test: on the built-in sandbox, or with a key of the provider's test mode. No money moves. */
export function arePaymentsTest({ sandbox, stripe }: Pick<Env, 'sandbox' | 'stripe'>): boolean {
  return sandbox.has('payments') || /^[sr]k_test_/.test(stripe.secretKey)
}

/** What to say of secrets that a process holds and does not need, in a sentence; null where there are none. */
export function needlessSecretsOf({ needlessSecrets }: Pick<Env, 'needlessSecrets'>): string | null {
  if (needlessSecrets.length === 0) return null
  const are = needlessSecrets.length > 1 ? 'are' : 'is'
  return `${needlessSecrets.join(' and ')} ${are} set, which a process with ROLE=web does not use: whoever got into it would have what belongs to the workers alone. docs/operating.md, "Web and worker processes", says who needs it.`
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
