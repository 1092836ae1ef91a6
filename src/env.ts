import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { type Brand, defaultBrand } from './brand.ts'
import { isMailAddress } from './domain/mail-address.ts'
import { demoAdmin, type Env, toEnv } from './env-of-values.ts'
import { isPublicAddress } from './process/public-address.ts'
import {
  brandMeanings,
  brandSetting,
  type Role,
  roleNames,
  type SandboxName,
  type Settings,
  sandboxNames,
  settings,
  type Values,
  Wrong,
} from './settings.ts'
import { readableText } from './wire/clean-text.ts'

export { demoAdmin, type Env }

/** The message is a sentence for the operator. */
export class SettingProblem extends Error {
  override readonly name = 'SettingProblem'
}

/** Production prints only lines of JSON unless LOG_FORMAT says otherwise. Read before the settings, whose problems are printed in the same way. */
export function printsJson(source: Record<string, string | undefined>): boolean {
  return (source.LOG_FORMAT?.trim() || (source.NODE_ENV === 'production' ? 'json' : 'text')) === 'json'
}

const serviceKeys: Record<SandboxName, (keyof Settings)[]> = {
  payments: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  companies: ['COMPANIES_HOUSE_API_KEY'],
  addresses: ['ADDRESS_API_KEY'],
  mail: ['SMTP_URL', 'MAIL_FROM'],
}

const bucketKeys = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** What the commands of the database's owner read: their container has no keys of the site's services. */
export const databaseSettings = /^(DATABASE_|NODE_ENV)/

/**
 * Production assumes nothing: each outside service has its keys or is named in `SANDBOX`. All problems are reported at once.
 * @param about problems of other settings are left out.
 */
export function readEnv(
  source: Record<string, string | undefined>,
  about = /^/,
): { env: Env } | { problems: string[] } {
  const problems: string[] = []
  const say = (isWrong: unknown, sentence: string) => void (isWrong && problems.push(sentence))
  const found = (name: string) => source[name]?.trim() || fromFile(name)
  const role = roleNames.find((name) => name === found('ROLE')) ?? 'all'
  const given = (name: string) => (isOthers(name, role) ? '' : found(name))
  const isProduction = source.NODE_ENV === 'production'
  // A real site with a mistake in this word would accept the demonstration's password.
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
    sandbox.has('payments') && /^[sr]k_live_/.test(values.STRIPE_SECRET_KEY),
    'SANDBOX names payments, but STRIPE_SECRET_KEY is a live key: choose one',
  )
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
  // Production may leave them unset: updates are then only kept.
  goTogether('CRM_WEBHOOK_URL', 'CRM_WEBHOOK_SECRET')
  goTogether('MAIL_BOUNCES', 'MAIL_BOUNCES_SECRET')
  goTogether('MAIL_REPLY_DOMAIN', 'MAIL_INCOMING_SECRET')
  say(
    isProduction && values.WEBHOOK_LOOPBACK,
    'WEBHOOK_LOOPBACK is for trying: production sends webhooks to public addresses alone',
  )
  const changed = ['SESSION_SECRET', 'SIGNING_SECRET', 'STRIPE_WEBHOOK_SECRET', 'CRM_WEBHOOK_SECRET'] as const
  for (const name of [...changed, 'MAIL_BOUNCES_SECRET', 'MAIL_INCOMING_SECRET'] as const)
    say(given(`${name}_ALSO`) && !given(name), `${name} is not set, but ${name}_ALSO, which is accepted beside it, is`)
  checkBucket()
  checkCdn()
  say(given('CLAMAV_PORT') && !given('CLAMAV_HOST'), 'CLAMAV_HOST is not set, but CLAMAV_PORT is')
  const needlessSecrets = Object.entries<{ secret?: true }>(settings).flatMap(([name, { secret }]) =>
    secret && isOthers(name, role) && (source[name]?.trim() || source[`${name}_FILE`]) ? [name] : [],
  )
  const env = toEnv({ values, isProduction, publicUrl, sandbox, brand: readBrand(), needlessSecrets })
  const relevant = [...new Set(problems)].filter((problem) => about.test(problem))
  return relevant.length > 0 ? { problems: relevant } : { env }

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

  /** `NAME_FILE` names a file with the value, as container secrets do. */
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
    const all = serviceKeys[service]
    const names = all.filter((name) => !isOthers(name, role))
    const missing = names.filter((name) => !given(name))
    if (missing.length === 0)
      say(
        sandbox.has(service) && names.length === all.length,
        `SANDBOX names ${service}, but ${names.join(' and ')} ${names.length > 1 ? 'are' : 'is'} set: choose one`,
      )
    else if (sandbox.has(service)) return
    else if (missing.length < names.length)
      problems.push(`${missing.join(' and ')} is not set, but ${names.find((name) => given(name))} is`)
    else if (isProduction)
      problems.push(
        `${names.join(' and ')}: not set. Set ${names.length > 1 ? 'both' : 'it'}, or name ${service} in SANDBOX to run on the test stand-in`,
      )
    else sandbox.add(service)
  }

  /** Without a bucket the database keeps files; half a bucket would lose them. */
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
    if (isOthers(one, role) || isOthers(other, role)) return
    say(Boolean(given(one)) !== Boolean(given(other)), `${one} and ${other} go together: one of them is not set`)
  }

  function readBrand(): Brand {
    const brand: Record<string, unknown> = { ...defaultBrand }
    for (const key of Object.keys(brandMeanings)) {
      const value = readableText(given(brandSetting(key)) ?? '')
      if (value) brand[key] = key === 'address' ? value.split(';').map((line) => line.trim()) : value
    }
    // Derived from other settings: no link or mail may reach the demonstration's invented authority.
    if (given('BRAND_PHONE') && !given('BRAND_PHONE_LINK')) brand.phoneLink = dialled(given('BRAND_PHONE'))
    if (given('BRAND_EMAIL') && !given('BRAND_COMPLIANCE_EMAIL')) brand.complianceEmail = brand.email
    if (given('BRAND_EMAIL') && !given('BRAND_PRESS_EMAIL')) brand.pressEmail = brand.email
    if (values.VAT_NUMBER && !given('BRAND_VAT'))
      brand.vat = `The prices that we show include VAT. Our VAT number is ${values.VAT_NUMBER}.`
    say(given('VAT_RATE') && !given('VAT_NUMBER'), 'VAT_NUMBER is not set, but VAT_RATE is')
    for (const name of ['BRAND_EMAIL', 'BRAND_COMPLIANCE_EMAIL', 'BRAND_PRESS_EMAIL'])
      say(given(name) && !isMailAddress(given(name)), `${name} is not an email address`)
    say(!/^[A-Z]{2,8}$/.test(brand.prefix as string), 'BRAND_PREFIX is not two to eight capital letters')
    const vatRates = values.VAT_NUMBER ? values.VAT_RATE : []
    return {
      ...(brand as Brand),
      accreditAfter: values.ACCREDIT_AFTER,
      vatNumber: values.VAT_NUMBER,
      vatRates,
    }
  }
}

/** What only processes with another ROLE read is not asked of this one, nor opened. */
function isOthers(name: string, role: Role): boolean {
  const known: Record<string, { only?: 'web' | 'worker' | 'migrate' }> = settings
  const only = known[name]?.only
  return (only === 'web' && role === 'worker') || (only === 'worker' && role === 'web')
}

/** Neither this machine nor a name or address of a private network. */
function isPublicHost(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  if (isIP(address)) return isPublicAddress(address)
  return address.includes('.') && !/\.(localhost|local|internal|lan|test|home\.arpa)$/.test(address)
}

/** `0161 496 0142` becomes `+441614960142`. */
function dialled(phone: string): string {
  const digits = phone.replace(/\(0\)|[^\d+]/g, '')
  return digits.replace(/^00/, '+').replace(/^0/, '+44')
}

export function arePaymentsTest({ sandbox, stripe }: Pick<Env, 'sandbox' | 'stripe'>): boolean {
  return sandbox.has('payments') || /^[sr]k_test_/.test(stripe.secretKey)
}

export function needlessSecretsOf({ needlessSecrets, role }: Pick<Env, 'needlessSecrets' | 'role'>): string | null {
  if (needlessSecrets.length === 0) return null
  const are = needlessSecrets.length > 1 ? 'are' : 'is'
  return `${needlessSecrets.join(' and ')} ${are} set, which a process with ROLE=${role} does not use: whoever got into it would have what belongs to ${role === 'web' ? 'the workers' : 'those who answer visitors'} alone. docs/several-processes.md, "Web and worker processes", says who needs it.`
}
