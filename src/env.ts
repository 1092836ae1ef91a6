import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { type Brand, defaultBrand } from './brand.ts'
import { isMailAddress, type MailAddress, readMailAddress } from './domain/mail-address.ts'
import { signInAddressProblem } from './domain/sign-in-address.ts'
import { isPublicAddress } from './public-address.ts'

/** The outside services that can be replaced by the built-in sandbox. */
export const sandboxNames = ['payments', 'companies', 'addresses', 'mail'] as const
export type SandboxName = (typeof sandboxNames)[number]

export type Env = {
  /** `production` when NODE_ENV says so; the demonstration on embedded defaults where it says nothing, `development` or `test`. */
  mode: 'demo' | 'production'
  port: number
  /** Origin that visitors use, without a trailing slash. Every absolute address is built from it. */
  publicUrl: string
  /** Empty: the embedded server in `dataFolder`. */
  databaseUrl: string
  dataFolder: string
  sessionSecret: string
  admin: { email: string; password: string } | null
  /** Whether nobody gets to the admin area without a second factor. */
  requireSecondFactor: boolean
  stripe: { secretKey: string; webhookSecret: string; apiBase: string }
  /** `copyMaxAgeDays`: how old an operator's copy of the register may be before it is no longer asked. */
  companies: { apiKey: string; apiBase: string; copyMaxAgeDays: number }
  addresses: { apiKey: string; apiBase: string }
  /** The mail server (`smtp://` or `smtps://`) and the sender of every mail. */
  smtp: { url: string; from: MailAddress }
  /** The sales side's webhook; null where none is connected. */
  crm: { url: string; secret: string } | null
  /** How many assessment calls can be held at the same time, where a slot has no number of its own. */
  assessmentCallsAtOnce: number
  /** Connections of the pool to the database. The queue takes up to six more, notices and the watch one each. */
  databaseConnections: number
  /** Seconds that a statement of a page or of a call that reads may take. */
  pageStatementSeconds: number
  /** Port of `/metrics`; 0 where nobody reads them. */
  metricsPort: number
  /** Whether each request that is not answered from a kept page has a line in the log. */
  logRequests: boolean
  /** Where spans are sent to; null where there are no traces. */
  traces: { endpoint: string; serviceName: string; share: number } | null
  /** Seconds between saying "not ready" and taking no more requests, for a proxy to notice. */
  drainSeconds: number
  sandbox: Set<SandboxName>
  /** How many proxies stand in front; 0 ignores forwarding headers. */
  trustProxy: number
  brand: Brand
}

/** The demo's sign-in, printed at start. It does not exist in production. */
export const demoAdmin = { email: 'admin@beaa.example', password: 'demonstration-only' }

/** A setting that cannot work, found out when it is used; the message is a sentence for whoever runs the program. */
export class SettingProblem extends Error {
  override readonly name = 'SettingProblem'
}

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
  const text = (name: string, fallback = '') => source[name]?.trim() || fromFile(name) || fallback
  const mode = source.NODE_ENV === 'production' ? 'production' : 'demo'
  // A real site with a slip in this word would open its admin to the demonstration's password.
  if (!['', 'production', 'development', 'test'].includes(source.NODE_ENV ?? ''))
    problems.push('NODE_ENV is neither production nor, for the demonstration, empty, development or test')
  const required = (name: string, why: string) => {
    const value = text(name)
    if (!value && mode === 'production') problems.push(`${name} is not set: ${why}`)
    return value
  }

  const port = wholeNumber('PORT', 3000, 65_535)
  const trustProxy = wholeNumber('TRUST_PROXY', 0, 10)
  const publicUrl =
    origin('PUBLIC_URL', required('PUBLIC_URL', 'the address that visitors use, such as https://register.example')) ||
    `http://localhost:${port}`
  if (mode === 'production' && publicUrl.startsWith('http:') && isPublicHost(new URL(publicUrl).hostname))
    problems.push('PUBLIC_URL begins with http://, which only a site for trying may: sign-in and forms need https://')
  const databaseUrl = databaseAddress()
  const sessionSecret =
    required('SESSION_SECRET', 'at least 32 random characters') || 'demonstration-only-secret-of-no-worth'
  if (sessionSecret.length < 32) problems.push('SESSION_SECRET is shorter than 32 characters')

  const sandbox = new Set<SandboxName>()
  for (const name of text('SANDBOX')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)) {
    if (sandboxNames.includes(name as SandboxName)) sandbox.add(name as SandboxName)
    else problems.push(`SANDBOX names "${name}", which is none of ${sandboxNames.join(', ')}`)
  }
  const keysOrSandbox = (service: SandboxName, names: string[]) => {
    const missing = names.filter((name) => !text(name))
    if (missing.length === 0) {
      if (sandbox.has(service)) problems.push(`SANDBOX names ${service}, but ${names.join(' and ')} is set: choose one`)
      return
    }
    if (sandbox.has(service)) return
    if (missing.length < names.length)
      problems.push(`${missing.join(' and ')} is not set, but ${names.find((name) => text(name))} is`)
    else if (mode === 'production')
      problems.push(
        `${names.join(' and ')}: not set. Set ${names.length > 1 ? 'both' : 'it'}, or name ${service} in SANDBOX to run on the test stand-in`,
      )
    else sandbox.add(service)
  }
  keysOrSandbox('payments', ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'])
  if (mode === 'demo' && /^[sr]k_live_/.test(text('STRIPE_SECRET_KEY')))
    problems.push('STRIPE_SECRET_KEY is a live key, which the demonstration does not take: set NODE_ENV=production')
  keysOrSandbox('companies', ['COMPANIES_HOUSE_API_KEY'])
  keysOrSandbox('addresses', ['ADDRESS_API_KEY'])
  keysOrSandbox('mail', ['SMTP_URL', 'MAIL_FROM'])

  const adminEmail = text('ADMIN_EMAIL')
  const adminPassword = text('ADMIN_PASSWORD')
  if (Boolean(adminEmail) !== Boolean(adminPassword))
    problems.push('ADMIN_EMAIL and ADMIN_PASSWORD go together: one of them is not set')
  const adminProblem = adminEmail && signInAddressProblem(adminEmail)
  if (adminProblem) problems.push(`ADMIN_EMAIL: ${adminProblem}`)
  if (adminPassword && adminPassword.length < 12) problems.push('ADMIN_PASSWORD is shorter than 12 characters')
  if (mode === 'production' && adminPassword === demoAdmin.password)
    problems.push('ADMIN_PASSWORD is the one of the demonstration')
  if (text('ADDRESS_PROVIDER', 'ideal-postcodes') !== 'ideal-postcodes')
    problems.push('ADDRESS_PROVIDER knows ideal-postcodes only')

  const brand = readBrand()
  const env: Env = {
    mode,
    port,
    publicUrl,
    databaseUrl,
    dataFolder: text('DATA_FOLDER', '.data'),
    sessionSecret,
    admin: adminEmail ? { email: adminEmail, password: adminPassword } : mode === 'demo' ? demoAdmin : null,
    requireSecondFactor: onOrOff('ADMIN_REQUIRE_2FA', mode === 'production'),
    stripe: {
      secretKey: text('STRIPE_SECRET_KEY', 'sk_test_sandbox'),
      webhookSecret: text('STRIPE_WEBHOOK_SECRET', sandbox.has('payments') ? sandboxSecret(sessionSecret) : ''),
      apiBase: address('STRIPE_API_BASE', text('STRIPE_API_BASE', 'https://api.stripe.com')),
    },
    companies: {
      apiKey: text('COMPANIES_HOUSE_API_KEY'),
      apiBase: address(
        'COMPANIES_HOUSE_API_BASE',
        text('COMPANIES_HOUSE_API_BASE', 'https://api.company-information.service.gov.uk'),
      ),
      copyMaxAgeDays: wholeNumber('COMPANIES_COPY_MAX_DAYS', 45, 3650),
    },
    addresses: {
      apiKey: text('ADDRESS_API_KEY'),
      apiBase: address('ADDRESS_API_BASE', text('ADDRESS_API_BASE', 'https://api.ideal-postcodes.co.uk')),
    },
    smtp: { url: smtpUrl(), from: sender() },
    crm: crmWebhook(),
    assessmentCallsAtOnce: wholeNumber('ASSESSMENT_CALLS_AT_ONCE', 1, 1000),
    databaseConnections: Math.max(1, wholeNumber('DATABASE_CONNECTIONS', 10, 500)),
    pageStatementSeconds: Math.max(1, wholeNumber('PAGE_STATEMENT_SECONDS', 10, 600)),
    metricsPort: wholeNumber('METRICS_PORT', 0, 65_535),
    logRequests: wholeNumber('LOG_REQUESTS', mode === 'production' ? 1 : 0, 1) === 1,
    traces: traces(),
    drainSeconds: wholeNumber('DRAIN_SECONDS', 0, 300),
    sandbox,
    trustProxy,
    brand,
  }
  return problems.length > 0 ? { problems } : { env }

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

  function wholeNumber(name: string, fallback: number, most: number): number {
    const value = Number(text(name, String(fallback)))
    if (Number.isInteger(value) && value >= 0 && value <= most) return value
    problems.push(`${name} is not a whole number from 0 to ${most}`)
    return fallback
  }

  function onOrOff(name: string, fallback: boolean): boolean {
    const value = text(name).toLowerCase()
    if (['on', 'true', '1', 'yes'].includes(value)) return true
    if (['off', 'false', '0', 'no'].includes(value)) return false
    if (value) problems.push(`${name} is neither on nor off`)
    return fallback
  }

  function address(name: string, value: string): string {
    if (!value) return ''
    try {
      const url = new URL(value)
      if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error('protocol')
      return value.replace(/\/+$/, '')
    } catch {
      problems.push(`${name} is not an http or https address`)
      return ''
    }
  }

  /** An address as browsers write an origin, which is what they send to be compared with; the site stands at its root. */
  function origin(name: string, value: string): string {
    const given = address(name, value)
    if (!given) return ''
    const url = new URL(given)
    if (url.pathname !== '/' || url.search || url.hash || url.username || url.password)
      problems.push(`${name} holds more than a scheme, a host and a port`)
    return url.origin
  }

  /** The two drivers read other words of `sslmode` differently: the pages would connect, and the queue would not. */
  function databaseAddress(): string {
    const example = 'postgres://user:password@host:5432/name'
    const value = required('DATABASE_URL', `a PostgreSQL 18 server, such as ${example}`)
    if (!value) return ''
    try {
      const url = new URL(value)
      decodeURIComponent(url.username + url.password + url.pathname)
      if (!['postgres:', 'postgresql:'].includes(url.protocol) || !url.hostname) throw new Error('protocol')
      const mode = url.searchParams.get('sslmode') ?? 'disable'
      if (!['disable', 'require', 'verify-ca', 'verify-full'].includes(mode))
        problems.push('DATABASE_URL: sslmode is none of disable, require, verify-ca and verify-full')
    } catch {
      problems.push(`DATABASE_URL is not an address such as ${example}`)
    }
    return value
  }

  function smtpUrl(): string {
    const value = text('SMTP_URL')
    if (!value) return ''
    try {
      const url = new URL(value)
      decodeURIComponent(url.username + url.password)
      if (!['smtp:', 'smtps:'].includes(url.protocol) || !url.hostname) throw new Error('protocol')
      return value
    } catch {
      problems.push('SMTP_URL is not an address such as smtps://user:password@mail.example:465')
      return ''
    }
  }

  /** Production may leave it unset as well: updates are then only kept. */
  function crmWebhook(): Env['crm'] {
    const url = text('CRM_WEBHOOK_URL')
    const secret = text('CRM_WEBHOOK_SECRET')
    if (!url && !secret) return null
    if (!url || !secret) problems.push('CRM_WEBHOOK_URL and CRM_WEBHOOK_SECRET go together: one of them is not set')
    else if (secret.length < 16) problems.push('CRM_WEBHOOK_SECRET is shorter than 16 characters')
    if (url) {
      address('CRM_WEBHOOK_URL', url)
      // A name and password in the address would be refused at every delivery.
      if (/^https?:\/\/[^/?#]*@/i.test(url))
        problems.push('CRM_WEBHOOK_URL holds a user name: the secret signs instead')
    }
    return { url, secret }
  }

  /** The names are OpenTelemetry's own; OTEL_EXPORTER_OTLP_HEADERS is read by its library. */
  function traces(): Env['traces'] {
    const endpoint = address('OTEL_EXPORTER_OTLP_ENDPOINT', text('OTEL_EXPORTER_OTLP_ENDPOINT'))
    if (!endpoint) return null
    const share = Number(text('OTEL_TRACES_SAMPLER_ARG', '1'))
    if (!(share >= 0 && share <= 1)) problems.push('OTEL_TRACES_SAMPLER_ARG is not a number from 0 to 1')
    return { endpoint, serviceName: text('OTEL_SERVICE_NAME', 'event-accreditation'), share }
  }

  function sender(): MailAddress {
    const address = readMailAddress(text('MAIL_FROM', brand.email))
    if (!address) problems.push('MAIL_FROM is not an address such as "Accreditation <hello@register.example>"')
    return { name: address?.name || brand.name, email: address?.email ?? '' }
  }

  function readBrand(): Brand {
    const brand: Record<string, unknown> = { ...defaultBrand }
    for (const key of Object.keys(defaultBrand)) {
      const value = text(`BRAND_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`)
      if (value) brand[key] = key === 'address' ? value.split(';').map((line) => line.trim()) : value
    }
    // What follows from another setting: no link may dial, and no mail reach, the invented authority of the demonstration.
    if (text('BRAND_PHONE') && !text('BRAND_PHONE_LINK')) brand.phoneLink = dialled(text('BRAND_PHONE'))
    if (text('BRAND_EMAIL') && !text('BRAND_COMPLIANCE_EMAIL')) brand.complianceEmail = brand.email
    if (text('BRAND_EMAIL') && !text('BRAND_PRESS_EMAIL')) brand.pressEmail = brand.email
    for (const name of ['BRAND_EMAIL', 'BRAND_COMPLIANCE_EMAIL', 'BRAND_PRESS_EMAIL']) {
      if (text(name) && !isMailAddress(text(name))) problems.push(`${name} is not an e-mail address`)
    }
    if (!/^[A-Z]{2,8}$/.test(brand.prefix as string)) problems.push('BRAND_PREFIX is not two to eight capital letters')
    return brand as Brand
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

/** The sandbox signs with a secret of its own, the same on every replica. */
function sandboxSecret(sessionSecret: string): string {
  return `whsec_${new Bun.CryptoHasher('sha256').update(`sandbox payments ${sessionSecret}`).digest('hex')}`
}
