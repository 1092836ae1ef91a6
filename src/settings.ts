import type { Brand } from './brand.ts'
import { accreditAfterNames } from './domain/assurance.ts'
import { isDay } from './domain/calendar-day.ts'
import { isMailAddress, type MailAddress, readMailAddress, signInAddressProblem } from './domain/mail-address.ts'
import type { VatRate } from './domain/vat.ts'

export const sandboxNames = ['payments', 'companies', 'addresses', 'mail'] as const
export type SandboxName = (typeof sandboxNames)[number]

export const roleNames = ['web', 'worker', 'all'] as const
export type Role = (typeof roleNames)[number]

const cdnNames = ['fastly', 'cloudflare', 'varnish'] as const
export type CdnName = (typeof cdnNames)[number]

const bounceSources = ['json', 'postmark', 'mailgun', 'ses'] as const
export type BounceSource = (typeof bounceSources)[number]

export type CdnSettings = {
  kind: CdnName
  /** Fastly's or Cloudflare's API token, or the secret that Varnish compares. */
  token: string
  /** Fastly's service or Cloudflare's zone; empty for Varnish. */
  service: string
  urls: string[]
}

/** The rest of a sentence that begins with the setting's name. */
export class Wrong {
  constructor(readonly rest: string) {}
}
type Reader<Value> = (text: string) => Value | Wrong

export type SettingWords = {
  means: string
  /** In Markdown, where the default value does not say it. */
  unset?: string
  /** Why production needs it; the demonstration needs none. */
  needed?: string
  /** It belongs in a file or a secret, not in a config map. */
  secret?: true
  /** Who alone reads it; without, processes of each ROLE. The others are not handed it. */
  only?: 'web' | 'worker' | 'migrate'
  cluster?: string
  /** The image sets it, or production refuses it. */
  outsideContainers?: true
}

function setting<Value, Otherwise>(read: Reader<Value>, otherwise: Otherwise, words: SettingWords) {
  return { read, otherwise, ...words }
}

const also = (name: string, read: Reader<string>, of: Pick<SettingWords, 'only'> = {}) =>
  setting(read, '', {
    means: `accepted beside \`${name}\` while it is [changed](rotating-secrets.md)`,
    secret: true,
    ...of,
  })

const exampleDatabase = 'postgres://user:password@host:5432/name'

export const settingGroups = {
  'The process': {
    PORT: setting(wholeNumber(65_535), 3000, { means: 'port to listen on', outsideContainers: true }),
    ROLE: setting(oneOf(roleNames), 'all' as const, {
      means:
        '`web` answers requests and adds jobs, `worker` works jobs and signs the public log, `all` does both; see [several replicas](several-processes.md#several-replicas). `witness` is no site, but a [witness](public-log.md#run-a-witness) of logs',
    }),
    PUBLIC_URL: setting(origin, '', {
      means:
        'address that visitors use, without a path; it begins with `https://` unless it names this machine or a private network',
      unset: '`http://localhost:PORT`; required in production',
      needed: 'the address that visitors use, such as https://register.example',
    }),
    TRUST_PROXY: setting(wholeNumber(10), 0, {
      means: 'how many proxies are in front; 0 ignores forwarding headers',
      cluster: '1',
    }),
    DRAIN_SECONDS: setting(wholeNumber(300), 0, {
      means: 'seconds between saying "not ready" and taking no more requests',
      cluster: '5',
    }),
    DATA_FOLDER: setting(text, '.data', {
      means:
        'where the embedded server keeps its data, and every site the newest checkpoint of the [public log](public-log.md)',
      outsideContainers: true,
    }),
    SANDBOX: setting(sandboxes, new Set<SandboxName>(), {
      means: `the outside services that run on a built-in stand-in, with commas: ${sandboxNames.map((name) => `\`${name}\``).join(', ')}`,
      unset: 'none in production; in the demonstration all that have no keys',
    }),
  },
  // Read by commands/witness.ts alone.
  'A witness (`ROLE=witness`)': {
    WITNESS_NAME: setting(text, '', { means: 'what the witness signs as, such as `council.example/witness`' }),
    WITNESS_LOGS: setting(text, '', {
      means:
        'the keys of the logs that it follows, one a line; a [policy](https://c2sp.org/tlog-policy) will do as well',
    }),
  },
  Database: {
    DATABASE_URL: setting(databaseAddress, '', {
      means: 'PostgreSQL 18',
      unset: 'embedded server in `DATA_FOLDER`; required in production',
      needed: `a PostgreSQL 18 server, such as ${exampleDatabase}`,
      secret: true,
    }),
    DATABASE_DIRECT_URL: setting(databaseAddress, '', {
      means:
        'PostgreSQL itself, where `DATABASE_URL` is that of [PgBouncer](several-processes.md#pgbouncer) in transaction mode',
      unset: '`DATABASE_URL`',
      secret: true,
    }),
    DATABASE_READ_URL: setting(databaseAddress, '', {
      means:
        'a read-only streaming [replica](several-processes.md#a-replica-for-reading), which public pages are made from while it is up to date',
      secret: true,
      only: 'web',
    }),
    // The site itself does not read it.
    DATABASE_MIGRATION_URL: setting(databaseAddress, '', {
      means:
        'the database as its owner, for `bun run migrate`, which then makes the [roles](operating.md#roles-of-the-database) of the other addresses',
      secret: true,
      only: 'migrate',
    }),
    DATABASE_QUEUE_URL: setting(databaseAddress, '', {
      means: "the database as the queue's role, past a pooler",
      unset: '`DATABASE_DIRECT_URL`',
      secret: true,
      only: 'worker',
    }),
    DATABASE_CONNECTIONS: setting(wholeNumber(500), 10, { means: 'most connections of the pool' }),
    PAGE_STATEMENT_SECONDS: setting(wholeNumber(600), 10, {
      means:
        'how long a database statement of a page, or of a call that reads, may take before it is cancelled and answered with 503',
    }),
  },
  'Secrets and people': {
    SESSION_SECRET: setting(longText(32), 'demonstration-only-secret-of-no-worth', {
      means: 'signs sessions and links, and encrypts second factors; at least 32 characters',
      unset: 'a fixed one in the demonstration; required in production',
      needed: 'at least 32 random characters',
      secret: true,
    }),
    SESSION_SECRET_ALSO: also('SESSION_SECRET', longText(32)),
    // Needed where the public log is signed, which depends on ROLE: env.ts.
    SIGNING_SECRET: setting(longText(32), '', {
      means: 'encrypts the keys that sign for the authority; at least 32 characters; see [public log](public-log.md)',
      unset: 'a fixed one in the demonstration; required in production but with `ROLE=web`',
      secret: true,
      only: 'worker',
    }),
    SIGNING_SECRET_ALSO: also('SIGNING_SECRET', longText(32), { only: 'worker' }),
    CHECKPOINT_STORE: setting(checkpointStore, '', {
      means:
        'where each checkpoint of the public log is [kept](backups.md#the-public-log) before it is published, on another machine: `https://key:secret@host/bucket/folder?region=…` of a server that speaks S3, or `file:///folder`',
      unset: 'a backup that is restored may have to end the log',
      secret: true,
      only: 'worker',
    }),
    RESTORING: setting(onOrOff, false, {
      means:
        '`on`: a backup is about to be [restored](backups.md), and nothing is signed until this is taken away again',
      only: 'worker',
    }),
    WITNESSES: setting(text, '', {
      means:
        'the [witnesses](public-log.md#witnesses) of the public log, and how many of them must have seen a checkpoint: the text of a C2SP [tlog-policy](https://c2sp.org/tlog-policy) in which each witness has its address',
      unset: 'none: the log is signed by the authority alone',
    }),
    ADMIN_EMAIL: setting(signInAddress, '', {
      means: 'the first admin, created when there is none',
      unset: "the demonstration's",
    }),
    ADMIN_PASSWORD: setting(longText(12), '', {
      means: 'their password: at least 12 characters, none of the common ones',
      unset: "the demonstration's",
      secret: true,
      only: 'web',
    }),
    ADMIN_REQUIRE_2FA: setting(onOrOff, null, {
      means:
        '`on` or `off`: whether nobody gets to the admin area without a second factor; whoever has set one up is asked for it either way',
      unset: '`on` in production, `off` in the demonstration',
    }),
  },
  Payments: {
    STRIPE_SECRET_KEY: setting(text, 'sk_test_sandbox', {
      means: "Stripe's secret key",
      unset: 'sandbox',
      secret: true,
    }),
    STRIPE_WEBHOOK_SECRET: setting(text, '', {
      means: 'proves the webhooks that Stripe sends to `POST /api/stripe/webhook`',
      unset: 'sandbox',
      secret: true,
      only: 'web',
    }),
    STRIPE_WEBHOOK_SECRET_ALSO: also('STRIPE_WEBHOOK_SECRET', text, { only: 'web' }),
    STRIPE_API_BASE: setting(address, 'https://api.stripe.com', { means: "any server that speaks Stripe's API" }),
    REFUND_FOUR_EYES: setting(onOrOff, true, {
      means:
        'whether refunds by hand above £500 need [a second person](decisions/0036-refunds-and-discrepancies.md). With `off` one person refunds alone, and the record of the order says so',
    }),
    VAT_NUMBER: setting(vatNumber, '', {
      means:
        "the authority's VAT number, such as `GB123456789`: [prices then include VAT](decisions/0175-vat.md), and pages, emails and invoices say so",
      unset: 'no VAT is charged',
    }),
    VAT_RATE: setting(vatRates, [{ from: '', percent: 20 }] as VatRate[], {
      means:
        'the rate in percent, and from which day on it is another one: `20, 22 from 2027-04-01`. Without `VAT_NUMBER` it is not used',
      unset: '`20`',
    }),
  },
  'Companies and addresses': {
    COMPANIES_HOUSE_API_KEY: setting(text, '', { means: 'company registry', unset: 'sandbox', secret: true }),
    COMPANIES_HOUSE_API_BASE: setting(address, 'https://api.company-information.service.gov.uk', {
      means: "any server that speaks the registry's API",
    }),
    COMPANIES_COPY_MAX_DAYS: setting(wholeNumber(3650), 45, {
      means: 'how many days old the loaded company data may be before look-ups go to the registry again',
    }),
    ADDRESS_PROVIDER: setting(
      (name) => (name === 'ideal-postcodes' ? name : new Wrong(' knows ideal-postcodes only')),
      '',
      { means: 'address finder: `ideal-postcodes`', unset: '`ideal-postcodes`' },
    ),
    ADDRESS_API_KEY: setting(text, '', { means: 'its key', unset: 'sandbox', secret: true, only: 'web' }),
    ADDRESS_API_BASE: setting(address, 'https://api.ideal-postcodes.co.uk', {
      means: "any server that speaks the finder's API",
    }),
  },
  'Email and webhooks': {
    SMTP_URL: setting(smtpAddress, '', {
      means: 'outgoing email, such as `smtps://user:password@host`',
      unset: 'sandbox: emails are kept in `/admin/mailbox`',
      secret: true,
      only: 'worker',
    }),
    MAIL_FROM: setting(sender, null, {
      means: 'the sender, such as `Accreditation <hello@register.example>`',
      unset: 'sandbox',
    }),
    MAIL_BOUNCES: setting(oneOf(bounceSources), null, {
      means: `${bounceSources.map((name) => `\`${name}\``).join(', ')}: who reports [emails that came back](daily-work.md#emails-that-come-back) to \`POST /api/mail/bounces\``,
      unset: 'only refusals at the sending are known',
    }),
    MAIL_BOUNCES_SECRET: setting(longText(16), '', {
      means: 'proves those reports; at least 16 characters',
      secret: true,
      only: 'web',
    }),
    MAIL_BOUNCES_SECRET_ALSO: also('MAIL_BOUNCES_SECRET', longText(16), { only: 'web' }),
    MAIL_REPLY_DOMAIN: setting(mailDomain, '', {
      means:
        'the domain whose email comes in through `POST /api/mail/incoming`, such as `replies.register.example`: [answers to emails of a case](daily-work.md#emails-that-come-in) go to an address there',
      unset: 'answers go to `MAIL_FROM` and do not come into the case',
    }),
    MAIL_INCOMING_SECRET: setting(longText(16), '', {
      means: 'proves that email which comes in is from your mail server or provider; at least 16 characters',
      secret: true,
      only: 'web',
    }),
    MAIL_INCOMING_SECRET_ALSO: also('MAIL_INCOMING_SECRET', longText(16), { only: 'web' }),
    CRM_WEBHOOK_URL: setting(webhook, '', {
      means: "webhook of the sales side's [system](decisions/0019-crm.md)",
      unset: 'updates are kept',
    }),
    CRM_WEBHOOK_SECRET: setting(longText(16), '', {
      means: 'signs for it; at least 16 characters',
      secret: true,
      only: 'worker',
    }),
    CRM_WEBHOOK_SECRET_ALSO: also('CRM_WEBHOOK_SECRET', longText(16), { only: 'worker' }),
    WEBHOOK_LOOPBACK: setting(onOrOff, false, {
      means:
        "`on` sends the register's webhooks to this machine too, and without TLS, for trying them; production refuses it",
      outsideContainers: true,
    }),
  },
  'The scheme': {
    ACCREDIT_AFTER: setting(oneOf(accreditAfterNames), 'listing' as const, {
      means:
        'when a paid entry becomes [accredited](decisions/0091-accredit-after.md): `listing` (at once, as declared), `evidence` (once its documents are accepted) or `assessment` (once it is assessed); until then it is listed with "Listed, assessment under way"',
    }),
    GOLD_MIN_SCORE: setting(wholeNumber(100), 80, {
      means: 'the score in percent from which on an assessed entry is given the Gold award',
    }),
    RENEW_UNCONFIRMED: setting(oneOf(['declared', 'end'] as const), 'declared' as const, {
      means:
        'what becomes of a listing whose organiser has not [confirmed the facts](decisions/0176-renewal.md) before it renews: `declared` (it renews, and counts as declared at most) or `end` (it ends before its next charge)',
    }),
    REVIEW_SAMPLE_PERCENT: setting(wholeNumber(100), 10, {
      means:
        "how many of 100 applications that the company registry's confirmation approves are [looked at](decisions/0052-identity.md) all the same; those that match one that was refused before always are",
    }),
    REVIEW_FOUR_EYES: setting(onOrOff, true, {
      means:
        'whether an assessment is proposed by one person and [decided](decisions/0088-assessment-cases.md) by another. With `off` one person decides alone, and the record and the public panel say so',
    }),
    ASSESSMENT_CALLS_AT_ONCE: setting(wholeNumber(1000), 1, {
      means: 'how many assessment calls can be held [at the same time](decisions/0018-assessment-calls.md)',
    }),
  },
  Documents: {
    DOCUMENTS_MAX_GB: setting(wholeNumber(1_000_000), 50, {
      means:
        "the space that all documents sent as evidence can take, in gigabytes; set it to what the database's disk or the bucket has for them",
    }),
    DOCUMENTS_FREE_GB: setting(wholeNumber(10_000), 1, {
      means:
        "when less than this many gigabytes are left of it, or of the embedded database's disk, no more [documents](runbooks/document-space.md) are accepted",
    }),
    S3_ENDPOINT: setting(address, '', {
      means: 'any server that speaks S3, for the documents of applicants',
      unset: 'documents are kept in the database',
    }),
    S3_BUCKET: setting(text, '', { means: 'its bucket' }),
    S3_ACCESS_KEY_ID: setting(text, '', { means: 'its account', secret: true }),
    S3_SECRET_ACCESS_KEY: setting(text, '', { means: 'its password', secret: true }),
    S3_REGION: setting(text, 'us-east-1', { means: 'its region' }),
    CLAMAV_HOST: setting(text, '', {
      means: "virus scanner: ClamAV's clamd over TCP",
      unset: 'documents are shown as not scanned',
    }),
    CLAMAV_PORT: setting(wholeNumber(65_535), 3310, { means: 'its port' }),
  },
  CDN: {
    CDN: setting(oneOf(cdnNames), null, {
      means: `${cdnNames.map((name) => `\`${name}\``).join(', ')}: which [CDN](scale.md) keeps public answers and is purged`,
      unset: 'no answer is kept between the site and browsers for longer than its own rule says',
    }),
    CDN_TOKEN: setting(longText(16), '', {
      means: 'the token that it is purged with; at least 16 characters',
      secret: true,
    }),
    CDN_SERVICE: setting(identifier, '', { means: "Fastly's service or Cloudflare's zone" }),
    CDN_URL: setting(addresses, [], { means: "the addresses of Varnish's servers, with commas" }),
  },
  Observing: {
    METRICS_PORT: setting(wholeNumber(65_535), 0, {
      means: "port of its own for Prometheus's `/metrics`",
      unset: 'none',
      cluster: '9464',
    }),
    // Read before all others: printsJson in env.ts.
    LOG_FORMAT: setting(oneOf(['json', 'text'] as const), null, {
      means:
        '`json`: everything that the site, `migrate` and `make-secrets` print is a line of JSON, sentences at the start too. `text`: those sentences are printed as they are',
      unset: '`json` in production, else `text`',
    }),
    LOG_REQUESTS: setting(wholeNumber(1), null, {
      means: '`0` for no line for each request',
      unset: '`1` in production',
    }),
    OTEL_EXPORTER_OTLP_ENDPOINT: setting(address, '', { means: 'OpenTelemetry collector that traces are sent to' }),
    OTEL_EXPORTER_OTLP_HEADERS: setting(text, '', { means: 'headers for it, such as its key', secret: true }),
    OTEL_SERVICE_NAME: setting(text, 'event-accreditation', { means: 'what traces call the site' }),
    OTEL_TRACES_SAMPLER_ARG: setting(share, 1, { means: 'the share of requests that is traced, from 0 to 1' }),
  },
}

export const settings = {
  ...settingGroups['The process'],
  ...settingGroups['A witness (`ROLE=witness`)'],
  ...settingGroups.Database,
  ...settingGroups['Secrets and people'],
  ...settingGroups.Payments,
  ...settingGroups['Companies and addresses'],
  ...settingGroups['Email and webhooks'],
  ...settingGroups['The scheme'],
  ...settingGroups.Documents,
  ...settingGroups.CDN,
  ...settingGroups.Observing,
}
export type Settings = typeof settings
export type Values = {
  [Name in keyof Settings]: Exclude<ReturnType<Settings[Name]['read']>, Wrong> | Settings[Name]['otherwise']
}

/** Defaults are in brand.ts. */
export const brandMeanings: Record<Exclude<keyof Brand, 'accreditAfter' | 'vatNumber' | 'vatRates'>, string> = {
  name: "the authority's name",
  shortName: 'its short form in running text',
  prefix: 'prefix of certificate and register numbers: two to eight capital letters',
  phone: 'its phone number, as it is shown',
  phoneLink: 'the same in E.164, for links; follows `BRAND_PHONE`',
  email: 'its email address',
  complianceEmail: 'where concerns and appeals go; follows `BRAND_EMAIL`',
  pressEmail: 'where the press writes; follows `BRAND_EMAIL`',
  address: 'its postal address, lines separated by `;`',
  city: 'its town',
  toursUrl: 'where "Plan My Tour" leads',
  officeHours: 'when the office answers',
  registration: 'where it is registered, in a sentence',
  companyNumber: 'its company number, if it is a company',
  registeredOffice: 'its registered office, where that is not the address',
  vat: 'whether prices hold VAT, in a sentence; follows `VAT_NUMBER`',
  dataLicence: 'under which [open data](open-data.md) can be used',
  dataLicenceId: "that licence's identifier of SPDX",
  dataLicenceUrl: 'where its text is',
}

export function brandSetting(key: string): string {
  return `BRAND_${key.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
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

function oneOf<Name extends string>(names: readonly Name[]): Reader<Name> {
  const known = names.length === 2 ? ` is neither ${names.join(' nor ')}` : ` is none of ${names.join(', ')}`
  return (value) => names.find((name) => name === value) ?? new Wrong(known)
}

function mailDomain(value: string): string | Wrong {
  const domain = value.toLowerCase()
  return isMailAddress(`case@${domain}`) ? domain : new Wrong(' is not a domain')
}

/** It becomes part of an address. */
function identifier(value: string): string | Wrong {
  return /^\w{1,100}$/.test(value) ? value : new Wrong(' holds more than letters and digits')
}

function addresses(value: string): string[] | Wrong {
  const read = value.split(',').map((part) => address(part.trim()))
  return read.find((one) => one instanceof Wrong) ?? (read as string[])
}

function vatNumber(value: string): string | Wrong {
  const number = value.replaceAll(/[ .-]/g, '').toUpperCase()
  const isNumber = /^GB(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/.test(number)
  return isNumber ? number : new Wrong(' is not a VAT number such as GB123456789')
}

function vatRates(value: string): VatRate[] | Wrong {
  const rates = value.split(',').map((part) => {
    const [, percent, from = ''] = /^\s*(\d{1,2}(?:\.\d{1,2})?)(?: from (\d{4}-\d{2}-\d{2}))?\s*$/.exec(part) ?? []
    return { from, percent: Number(percent) }
  })
  const isList = rates.every(
    ({ from, percent }, index) =>
      percent > 0 && (index === 0 ? from === '' : from > rates[index - 1]!.from && isDay(from)),
  )
  return isList
    ? rates
    : new Wrong(' is not a rate in percent such as 20, or "20, 22 from 2027-04-01" in order of days')
}

function sandboxes(value: string): Set<SandboxName> | Wrong {
  const names = value.split(',').map((part) => part.trim())
  const strange = names.find((name) => name && !sandboxNames.includes(name as SandboxName))
  if (strange) return new Wrong(` names "${strange}", which is none of ${sandboxNames.join(', ')}`)
  return new Set(names.filter(Boolean) as SandboxName[])
}

/** Null also where percent signs cannot be decoded. */
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

/** As browsers write an origin, for comparison; the site is at its root. */
function origin(value: string): string | Wrong {
  const given = address(value)
  if (given instanceof Wrong) return given
  const url = new URL(given)
  const isMore = url.pathname !== '/' || url.search || url.hash || url.username || url.password
  return isMore ? new Wrong(' holds more than a scheme, a host and a port') : url.origin
}

/** Every delivery with a name and password in the address would be refused. */
function webhook(value: string): string | Wrong {
  const url = address(value)
  if (url instanceof Wrong) return url
  return /^https?:\/\/[^/?#]*@/i.test(url) ? new Wrong(' holds a user name: the secret signs instead') : value
}

/** The two drivers read other words of `sslmode` differently: pages would connect, and the queue would not. */
function databaseAddress(value: string): string | Wrong {
  const url = addressParts(value, ['postgres:', 'postgresql:'])
  if (!url) return new Wrong(` is not an address such as ${exampleDatabase}`)
  const mode = url.searchParams.get('sslmode') ?? 'disable'
  return ['disable', 'require', 'verify-ca', 'verify-full'].includes(mode)
    ? value
    : new Wrong(': sslmode is none of disable, require, verify-ca and verify-full')
}

function checkpointStore(value: string): string | Wrong {
  const url = URL.parse(value)
  const file = url?.protocol === 'file:' && !url.host && url.pathname !== '/'
  const bucket = addressParts(value, ['http:', 'https:'])
  const isBucket = bucket?.username && bucket.password && bucket.pathname !== '/'
  return file || isBucket
    ? value
    : new Wrong(' is not an address such as https://key:secret@s3.example/bucket or file:///folder')
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
