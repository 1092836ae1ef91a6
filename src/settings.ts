import { type AccreditAfter, accreditAfterNames } from './domain/assurance.ts'
import { type MailAddress, readMailAddress } from './domain/mail-address.ts'
import { signInAddressProblem } from './domain/sign-in-address.ts'

/** The outside services that can be replaced by the built-in sandbox. */
export const sandboxNames = ['payments', 'companies', 'addresses', 'mail'] as const
export type SandboxName = (typeof sandboxNames)[number]

/** What a process does: requests, jobs and the public log, or both. */
export const roleNames = ['web', 'worker', 'all'] as const
export type Role = (typeof roleNames)[number]

/** The content delivery networks whose caches the site can purge. */
export const cdnNames = ['fastly', 'cloudflare', 'varnish'] as const
export type CdnName = (typeof cdnNames)[number]

/** Who reports the bounces of mail, and in which shape. */
export const bounceSources = ['json', 'postmark', 'mailgun', 'ses'] as const
export type BounceSource = (typeof bounceSources)[number]

/** How a CDN is reached. */
export type CdnSettings = {
  kind: CdnName
  /** Fastly's API token, Cloudflare's, or the secret that Varnish compares. */
  token: string
  /** Fastly's service or Cloudflare's zone; empty for Varnish. */
  service: string
  /** Address of the API; for Varnish one of each server. */
  urls: string[]
}

/** What is wrong with a setting: the rest of a sentence that begins with its name. */
export class Wrong {
  constructor(readonly rest: string) {}
}
type Reader<Value> = (text: string) => Value | Wrong

/** @param needed why production cannot do without it; the demonstration can do without any. */
function setting<Value, Otherwise>(read: Reader<Value>, otherwise: Otherwise, needed?: string) {
  return { read, otherwise, needed }
}

const exampleDatabase = 'postgres://user:password@host:5432/name'

/** Every setting but the brand's: how it is read, and what holds where it is not set. */
export const settings = {
  PORT: setting(wholeNumber(65_535), 3000),
  ROLE: setting(role, 'all' as const),
  TRUST_PROXY: setting(wholeNumber(10), 0),
  PUBLIC_URL: setting(origin, '', 'the address that visitors use, such as https://register.example'),
  DATABASE_URL: setting(databaseAddress, '', `a PostgreSQL 18 server, such as ${exampleDatabase}`),
  DATABASE_DIRECT_URL: setting(databaseAddress, ''),
  DATABASE_READ_URL: setting(databaseAddress, ''),
  // The owner's account, for commands that change the schema; the site itself does not read it.
  DATABASE_MIGRATION_URL: setting(databaseAddress, ''),
  DATABASE_QUEUE_URL: setting(databaseAddress, ''),
  DATABASE_CONNECTIONS: setting(wholeNumber(500), 10),
  DATA_FOLDER: setting(text, '.data'),
  SESSION_SECRET: setting(longText(32), 'demonstration-only-secret-of-no-worth', 'at least 32 random characters'),
  // Needed where the public log is signed, which depends on ROLE: env.ts.
  // What is accepted as well while a secret is being changed.
  SESSION_SECRET_ALSO: setting(longText(32), ''),
  SIGNING_SECRET_ALSO: setting(longText(32), ''),
  STRIPE_WEBHOOK_SECRET_ALSO: setting(text, ''),
  CRM_WEBHOOK_SECRET_ALSO: setting(longText(16), ''),
  SIGNING_SECRET: setting(longText(32), ''),
  SANDBOX: setting(sandboxes, new Set<SandboxName>()),
  STRIPE_SECRET_KEY: setting(text, 'sk_test_sandbox'),
  STRIPE_WEBHOOK_SECRET: setting(text, ''),
  STRIPE_API_BASE: setting(address, 'https://api.stripe.com'),
  COMPANIES_HOUSE_API_KEY: setting(text, ''),
  COMPANIES_HOUSE_API_BASE: setting(address, 'https://api.company-information.service.gov.uk'),
  COMPANIES_COPY_MAX_DAYS: setting(wholeNumber(3650), 45),
  ADDRESS_PROVIDER: setting(
    (name) => (name === 'ideal-postcodes' ? name : new Wrong(' knows ideal-postcodes only')),
    '',
  ),
  ADDRESS_API_KEY: setting(text, ''),
  ADDRESS_API_BASE: setting(address, 'https://api.ideal-postcodes.co.uk'),
  SMTP_URL: setting(smtpAddress, ''),
  MAIL_FROM: setting(sender, null),
  MAIL_BOUNCES: setting(bounceSource, null),
  MAIL_BOUNCES_SECRET: setting(longText(16), ''),
  MAIL_BOUNCES_SECRET_ALSO: setting(longText(16), ''),
  CRM_WEBHOOK_URL: setting(webhook, ''),
  CRM_WEBHOOK_SECRET: setting(longText(16), ''),
  WEBHOOK_LOOPBACK: setting(onOrOff, false),
  ADMIN_EMAIL: setting(signInAddress, ''),
  ADMIN_PASSWORD: setting(longText(12), ''),
  ADMIN_REQUIRE_2FA: setting(onOrOff, null),
  ACCREDIT_AFTER: setting(accreditation, 'listing' as const),
  GOLD_MIN_SCORE: setting(wholeNumber(100), 80),
  ASSESSMENT_CALLS_AT_ONCE: setting(wholeNumber(1000), 1),
  DOCUMENTS_MAX_GB: setting(wholeNumber(1_000_000), 50),
  DOCUMENTS_FREE_GB: setting(wholeNumber(10_000), 1),
  S3_ENDPOINT: setting(address, ''),
  S3_BUCKET: setting(text, ''),
  S3_ACCESS_KEY_ID: setting(text, ''),
  S3_SECRET_ACCESS_KEY: setting(text, ''),
  S3_REGION: setting(text, 'us-east-1'),
  CDN: setting(cdn, null),
  CDN_TOKEN: setting(longText(16), ''),
  CDN_SERVICE: setting(identifier, ''),
  CDN_URL: setting(addresses, []),
  CLAMAV_HOST: setting(text, ''),
  CLAMAV_PORT: setting(wholeNumber(65_535), 3310),
  REVIEW_SAMPLE_PERCENT: setting(wholeNumber(100), 10),
  REVIEW_FOUR_EYES: setting(onOrOff, true),
  PAGE_STATEMENT_SECONDS: setting(wholeNumber(600), 10),
  METRICS_PORT: setting(wholeNumber(65_535), 0),
  // Read before all others: printsJson in env.ts.
  LOG_FORMAT: setting(logFormat, null),
  LOG_REQUESTS: setting(wholeNumber(1), null),
  DRAIN_SECONDS: setting(wholeNumber(300), 0),
  // The names are OpenTelemetry's own.
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(address, ''),
  OTEL_EXPORTER_OTLP_HEADERS: setting(text, ''),
  OTEL_SERVICE_NAME: setting(text, 'event-accreditation'),
  OTEL_TRACES_SAMPLER_ARG: setting(share, 1),
}
export type Settings = typeof settings
export type Values = {
  [Name in keyof Settings]: Exclude<ReturnType<Settings[Name]['read']>, Wrong> | Settings[Name]['otherwise']
}

function text(value: string): string {
  return value
}

function longText(min: number): Reader<string> {
  return (value) => (value.length < min ? new Wrong(` is shorter than ${min} characters`) : value)
}

function wholeNumber(max: number): Reader<number> {
  return (value) => {
    const number = Number(value)
    return Number.isInteger(number) && number >= 0 && number <= max
      ? number
      : new Wrong(` is not a whole number from 0 to ${max}`)
  }
}

function share(value: string): number | Wrong {
  const number = Number(value)
  return number >= 0 && number <= 1 ? number : new Wrong(' is not a number from 0 to 1')
}

function onOrOff(value: string): boolean | Wrong {
  if (/^(on|true|1|yes)$/i.test(value)) return true
  return /^(off|false|0|no)$/i.test(value) ? false : new Wrong(' is neither on nor off')
}

function role(value: string): Role | Wrong {
  return roleNames.find((name) => name === value) ?? new Wrong(` is none of ${roleNames.join(', ')}`)
}

function cdn(value: string): CdnName | Wrong {
  return cdnNames.find((name) => name === value) ?? new Wrong(` is none of ${cdnNames.join(', ')}`)
}

function bounceSource(value: string): BounceSource | Wrong {
  return bounceSources.find((name) => name === value) ?? new Wrong(` is none of ${bounceSources.join(', ')}`)
}

function logFormat(value: string): 'json' | 'text' | Wrong {
  return value === 'json' || value === 'text' ? value : new Wrong(' is neither json nor text')
}

/** It becomes part of an address. */
function identifier(value: string): string | Wrong {
  return /^\w{1,100}$/.test(value) ? value : new Wrong(' holds more than letters and digits')
}

function addresses(value: string): string[] | Wrong {
  const read = value.split(',').map((part) => address(part.trim()))
  return read.find((one) => one instanceof Wrong) ?? (read as string[])
}

function accreditation(value: string): AccreditAfter | Wrong {
  const known = accreditAfterNames.find((name) => name === value)
  return known ?? new Wrong(` is none of ${accreditAfterNames.join(', ')}`)
}

function sandboxes(value: string): Set<SandboxName> | Wrong {
  const names = value.split(',').map((part) => part.trim())
  const strange = names.find((name) => name && !sandboxNames.includes(name as SandboxName))
  if (strange) return new Wrong(` names "${strange}", which is none of ${sandboxNames.join(', ')}`)
  return new Set(names.filter(Boolean) as SandboxName[])
}

/** The parts of an address with one of these schemes; null where it is none, or what it holds in percent signs cannot be read. */
function addressParts(value: string, schemes: string[]): URL | null {
  const url = URL.parse(value)
  if (!url?.hostname || !schemes.includes(url.protocol)) return null
  try {
    decodeURIComponent(url.username + url.password + url.pathname)
    return url
  } catch {
    return null
  }
}

function address(value: string): string | Wrong {
  const url = addressParts(value, ['http:', 'https:'])
  return url ? value.replace(/\/+$/, '') : new Wrong(' is not an http or https address')
}

/** An address as browsers write an origin, which is what they send to be compared with; the site stands at its root. */
function origin(value: string): string | Wrong {
  const given = address(value)
  if (given instanceof Wrong) return given
  const url = new URL(given)
  const isMore = url.pathname !== '/' || url.search || url.hash || url.username || url.password
  return isMore ? new Wrong(' holds more than a scheme, a host and a port') : url.origin
}

/** A name and password in the address would be refused at every delivery. */
function webhook(value: string): string | Wrong {
  const url = address(value)
  if (url instanceof Wrong) return url
  return /^https?:\/\/[^/?#]*@/i.test(url) ? new Wrong(' holds a user name: the secret signs instead') : value
}

/** The two drivers read other words of `sslmode` differently: the pages would connect, and the queue would not. */
function databaseAddress(value: string): string | Wrong {
  const url = addressParts(value, ['postgres:', 'postgresql:'])
  if (!url) return new Wrong(` is not an address such as ${exampleDatabase}`)
  const mode = url.searchParams.get('sslmode') ?? 'disable'
  return ['disable', 'require', 'verify-ca', 'verify-full'].includes(mode)
    ? value
    : new Wrong(': sslmode is none of disable, require, verify-ca and verify-full')
}

function smtpAddress(value: string): string | Wrong {
  const isAddress = addressParts(value, ['smtp:', 'smtps:'])
  return isAddress ? value : new Wrong(' is not an address such as smtps://user:password@mail.example:465')
}

function sender(value: string): MailAddress | Wrong {
  return readMailAddress(value) ?? new Wrong(' is not an address such as "Accreditation <hello@register.example>"')
}

function signInAddress(value: string): string | Wrong {
  const problem = signInAddressProblem(value)
  return problem ? new Wrong(`: ${problem}`) : value
}
