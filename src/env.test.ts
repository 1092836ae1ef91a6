import { expect, test } from 'bun:test'
import { arePaymentsTest, databaseSettings, demoAdmin, needlessSecretsOf, readEnv } from './env.ts'

const whole = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://register.example',
  DATABASE_URL: 'postgres://somebody@localhost/register',
  SESSION_SECRET: 'a'.repeat(32),
  SIGNING_SECRET: 's'.repeat(32),
  SANDBOX: 'payments,companies,addresses,mail',
}

function problemsOf(settings: Record<string, string>): string[] {
  const read = readEnv(settings)
  return 'problems' in read ? read.problems : []
}

function envOf(settings: Record<string, string>) {
  const read = readEnv(settings)
  if ('problems' in read) throw new Error(read.problems.join())
  return read.env
}

test('production says everything that is missing at once', () => {
  const problems = problemsOf({ NODE_ENV: 'production' }).join('\n')
  for (const name of [
    'PUBLIC_URL',
    'DATABASE_URL',
    'SESSION_SECRET',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'COMPANIES_HOUSE_API_KEY',
    'ADDRESS_API_KEY',
    'SMTP_URL',
    'MAIL_FROM',
  ]) {
    expect(problems).toContain(name)
  }
  expect(problemsOf(whole)).toEqual([])
})

test('who signs the public log needs the secret of its keys, and who only answers requests is not even handed it', () => {
  const { SIGNING_SECRET, ...without } = whole
  for (const ROLE of ['', 'all', 'worker'])
    expect(problemsOf({ ...without, ROLE }).join()).toContain('SIGNING_SECRET is not set: at least 32 random')
  expect(problemsOf({ ...without, ROLE: 'web' })).toEqual([])
  const web = envOf({ ...whole, ROLE: 'web', DATABASE_QUEUE_URL: whole.DATABASE_URL })
  expect(web.signingSecret).toBeNull()
  expect(needlessSecretsOf(web)).toStartWith(
    'DATABASE_QUEUE_URL and SIGNING_SECRET are set, which a process with ROLE=web',
  )
  for (const ROLE of ['all', 'worker']) expect(needlessSecretsOf(envOf({ ...whole, ROLE }))).toBeNull()
  expect(needlessSecretsOf(envOf({ ...without, ROLE: 'web' }))).toBeNull()
  expect(envOf({ ...whole, ROLE: 'worker' }).signingSecret).toBe(SIGNING_SECRET)
  expect(problemsOf({ ROLE: 'queue' }).join()).toContain('ROLE is none of web, worker, all')
})

test('each role is asked for the keys that it uses, and opens no others; one that does all needs them all', () => {
  const { SIGNING_SECRET, ...both } = {
    ...whole,
    SANDBOX: 'companies',
    STRIPE_SECRET_KEY: 'sk_live_1',
    MAIL_FROM: 'a@b.example',
  }
  const named = {
    MAIL_BOUNCES: 'postmark',
    MAIL_REPLY_DOMAIN: 'replies.example',
    CRM_WEBHOOK_URL: 'https://crm.example',
  }
  const web = {
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    ADDRESS_API_KEY: 'key',
    MAIL_BOUNCES_SECRET: 'b'.repeat(16),
    MAIL_INCOMING_SECRET: 'i'.repeat(16),
    MAIL_INCOMING_SECRET_ALSO: 'j'.repeat(16),
  }
  const worker = { SIGNING_SECRET, SMTP_URL: 'smtp://mail.example', CRM_WEBHOOK_SECRET: 'c'.repeat(16) }
  expect(problemsOf({ ...both, ...named, ...web, ROLE: 'web' })).toEqual([])
  expect(problemsOf({ ...both, ...named, ...worker, ROLE: 'worker' })).toEqual([])
  expect(problemsOf({ ...both, ...named, ...web, ...worker })).toEqual([])
  for (const name of Object.keys({ ...web, ...worker }).filter((name) => !name.endsWith('_ALSO')))
    expect(problemsOf({ ...both, ...named, ...web, ...worker, [name]: '' }).join()).toContain(name)
  for (const name of ['STRIPE_WEBHOOK_SECRET', 'ADDRESS_API_KEY', 'MAIL_BOUNCES_SECRET'])
    expect(problemsOf({ ...both, ...named, ...web, [name]: '', ROLE: 'web' }).join()).toContain(name)
  for (const name of ['SMTP_URL', 'SIGNING_SECRET', 'CRM_WEBHOOK_SECRET'])
    expect(problemsOf({ ...both, ...named, ...worker, [name]: '', ROLE: 'worker' }).join()).toContain(name)
  const handedAll = envOf({ ...both, ...named, ...web, ...worker, ROLE: 'worker' })
  expect(handedAll).toMatchObject({
    stripe: { webhookSecret: '' },
    addresses: { apiKey: '' },
    bounces: { secrets: [] },
  })
  expect(needlessSecretsOf(handedAll)).toMatch(
    /^STRIPE_WEBHOOK_SECRET and ADDRESS_API_KEY and .* are set, which a process with ROLE=worker does not use: .* those who answer visitors alone/,
  )
  expect(envOf({ ...both, ...named, ...web, ...worker, ROLE: 'web' }).smtp.url).toBe('')
})

test('the stand-ins are named once for all roles, also beside a sender', () => {
  for (const ROLE of ['web', 'worker', 'all'])
    expect(problemsOf({ ...whole, MAIL_FROM: 'a@b.example', STRIPE_SECRET_KEY: 'sk_test_1', ROLE })).toEqual([])
})

test('a live key beside the stand-in for payments starts nothing: nobody would be charged, or somebody would', () => {
  expect(problemsOf({ ...whole, STRIPE_SECRET_KEY: 'sk_live_1' }).join()).toBe(
    'SANDBOX names payments, but STRIPE_SECRET_KEY is a live key: choose one',
  )
})

test.each([
  'file:///checkpoints',
  'https://key:secret@s3.example/bucket',
  'http://key:a%2Fb@10.0.0.5:9000/bucket/folder?region=eu-west-2',
])('%s is a store of checkpoints', (address) => {
  expect(envOf({ ...whole, CHECKPOINT_STORE: address }).checkpointStore).toBe(address)
})

test.each([
  '/checkpoints',
  'file://host/folder',
  'https://s3.example/bucket',
  'https://key:secret@s3.example',
  'ftp://a:b@c/d',
])('%s is none', (address) => {
  expect(problemsOf({ ...whole, CHECKPOINT_STORE: address }).join()).toContain('is not an address such as https://key')
})

test.each(['Production', 'prod', 'staging', ' production'])('a slip in NODE_ENV starts nothing: "%s"', (word) => {
  expect(problemsOf({ ...whole, NODE_ENV: word }).join()).toContain('NODE_ENV')
})

test('the demonstration needs nothing, and takes no live key', () => {
  for (const word of ['', 'development', 'test']) expect(envOf({ NODE_ENV: word }).mode).toBe('demo')
  const live = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  expect(problemsOf(live).join()).toContain('live key')
  expect(problemsOf({ ...whole, ...live, SANDBOX: 'companies,addresses,mail' })).toEqual([])
})

test.each([
  ['sk_test_1', true],
  ['rk_test_1', true],
  ['sk_live_1', false],
  ['rk_live_1', false],
])('payments with the key %s are a test: %p', (STRIPE_SECRET_KEY, isTest) => {
  const keys = { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  expect(arePaymentsTest(envOf({ ...whole, ...keys, SANDBOX: 'companies,addresses,mail' }))).toBe(isTest)
})

test('payments on the stand-in are a test', () => {
  expect(arePaymentsTest(envOf(whole))).toBe(true)
})

test.each([
  ['https://register.example/', 'https://register.example'],
  ['HTTPS://Register.Example:443', 'https://register.example'],
  ['http://localhost:8080', 'http://localhost:8080'],
])('PUBLIC_URL %s is the origin that browsers send', (given, origin) => {
  expect(envOf({ ...whole, PUBLIC_URL: given }).publicUrl).toBe(origin)
})

test.each(['https://example.org/register', 'https://a:b@example.org', 'https://example.org?a=1', 'register.example'])(
  'PUBLIC_URL %s is refused',
  (given) => {
    expect(problemsOf({ ...whole, PUBLIC_URL: given }).join()).toContain('PUBLIC_URL')
  },
)

test('the first admin of production is neither the demonstration’s nor one that could not sign in', () => {
  const password = 'a wardrobe full of herring'
  expect(problemsOf({ ...whole, ADMIN_EMAIL: 'admin@localhost', ADMIN_PASSWORD: password }).join()).toContain(
    'ADMIN_EMAIL',
  )
  expect(problemsOf({ ...whole, ADMIN_EMAIL: 'a@register.example' }).join()).toContain('ADMIN_PASSWORD')
  expect(problemsOf({ ...whole, ADMIN_EMAIL: demoAdmin.email, ADMIN_PASSWORD: demoAdmin.password })).not.toEqual([])
  expect(envOf(whole).admin).toBeNull()
})

test.each([
  ['0161 496 0999', '+441614960999'],
  ['0044 161 496 0999', '+441614960999'],
  ['+44 (0)161 496 0999', '+441614960999'],
])('a phone number of one’s own is the one that its link dials: %s', (phone, link) => {
  expect(envOf({ BRAND_PHONE: phone }).brand).toMatchObject({ phone, phoneLink: link })
  expect(envOf({ BRAND_PHONE: phone, BRAND_PHONE_LINK: '+440' }).brand.phoneLink).toBe('+440')
})

test('with a VAT number prices include VAT, at the rate of the day', () => {
  const { brand } = envOf({ VAT_NUMBER: 'gb 123 4567 89', VAT_RATE: '20, 22.5 from 2027-04-01' })
  expect(brand.vatNumber).toBe('GB123456789')
  expect(brand.vatRates).toEqual([
    { from: '', percent: 20 },
    { from: '2027-04-01', percent: 22.5 },
  ])
  expect(brand.vat).toBe('The prices that we show include VAT. Our VAT number is GB123456789.')
  expect(envOf({ VAT_NUMBER: 'GB123456789' }).brand.vatRates).toEqual([{ from: '', percent: 20 }])
  expect(envOf({}).brand).toMatchObject({ vatNumber: '', vatRates: [] })
  expect(envOf({}).brand.vat).toContain('not registered for VAT')
  expect(envOf({ VAT_NUMBER: 'GB123456789', BRAND_VAT: 'VAT is included.' }).brand.vat).toBe('VAT is included.')
})

test.each([
  '0',
  'twenty',
  '100',
  '20,',
  '20, 22',
  '22 from 2027-04-01',
  '20, 22 from 2027-13-01',
  '20, 5 from 2027-04-01, 22 from 2027-01-01',
])('VAT_RATE %s is refused', (VAT_RATE) => {
  expect(problemsOf({ VAT_NUMBER: 'GB123456789', VAT_RATE }).join()).toContain('VAT_RATE is not a rate')
})

test('a VAT number is one of the UK, and a rate needs it', () => {
  expect(problemsOf({ VAT_NUMBER: 'IE1234567X' }).join()).toContain('VAT_NUMBER is not a VAT number')
  expect(problemsOf({ VAT_RATE: '20' }).join()).toContain('VAT_NUMBER is not set, but VAT_RATE is')
})

test('with an address of one’s own no mail goes to the invented authority', () => {
  const email = 'hello@register.example'
  expect(envOf({ BRAND_EMAIL: email }).brand).toMatchObject({ email, complianceEmail: email, pressEmail: email })
  expect(envOf({ BRAND_EMAIL: email, BRAND_PRESS_EMAIL: 'press@register.example' }).brand.pressEmail).toBe(
    'press@register.example',
  )
  expect(problemsOf({ BRAND_EMAIL: 'hello' }).join()).toContain('BRAND_EMAIL')
})

test.each([
  ['mysql://somebody@localhost/register', 'DATABASE_URL is not an address such as'],
  ['localhost:5432', 'DATABASE_URL is not an address such as'],
  ['postgres://100%@localhost/register', 'DATABASE_URL is not an address such as'],
  ['postgres:///register', 'DATABASE_URL is not an address such as'],
  ['postgres://somebody@localhost/register?sslmode=prefer', 'sslmode is none of'],
  ['postgres://somebody@localhost/register?sslmode=tls', 'sslmode is none of'],
])('a database at %s is refused', (DATABASE_URL, sentence) => {
  for (const mode of [whole, {}]) expect(problemsOf({ ...mode, DATABASE_URL }).join()).toContain(sentence)
})

test.each(['', '?sslmode=disable', '?sslmode=require', '?sslmode=verify-full'])(
  'a database with %p is taken',
  (mode) => {
    expect(
      problemsOf({ ...whole, DATABASE_URL: `postgresql://somebody:s%40id@localhost:5433/register${mode}` }),
    ).toEqual([])
  },
)

test.each([
  'http://register.example.org',
  'http://203.0.113.9.example.org:8080',
  'http://8.8.8.8',
  'http://[2606:2800:21f::1]',
])('in production a public site is not served at %s', (PUBLIC_URL) => {
  expect(problemsOf({ ...whole, PUBLIC_URL }).join()).toContain('PUBLIC_URL begins with http://')
  expect(problemsOf({ PUBLIC_URL })).toEqual([])
  expect(problemsOf({ ...whole, PUBLIC_URL: PUBLIC_URL.replace('http:', 'https:') })).toEqual([])
})

test.each([
  'http://localhost:3000',
  'http://127.0.0.1:3000',
  'http://[::1]:3000',
  'http://192.168.1.20:3000',
  'http://10.0.0.7',
  'http://web:3000',
  'http://register.localhost',
  'http://register.internal',
  'http://nas.local:3000',
])('for trying, %s stays', (PUBLIC_URL) => {
  expect(problemsOf({ ...whole, PUBLIC_URL })).toEqual([])
})

test('a bucket is configured whole or not at all, and a scanner by its host', () => {
  const bucket = {
    S3_ENDPOINT: 'https://s3.example',
    S3_BUCKET: 'evidence',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  }
  expect([envOf({}).s3, envOf({}).clamav]).toEqual([null, null])
  expect(envOf(bucket).s3).toEqual({
    endpoint: 'https://s3.example',
    bucket: 'evidence',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    region: 'us-east-1',
  })
  for (const name of Object.keys(bucket))
    expect(problemsOf({ ...bucket, [name]: '' }).join()).toContain(`${name} is not set, but S3_`)
  expect(problemsOf({ S3_REGION: 'eu-west-2' }).join()).toContain('S3_BUCKET')
  expect(envOf({ CLAMAV_HOST: 'clamav' }).clamav).toEqual({ host: 'clamav', port: 3310 })
  expect(envOf({ CDN: 'varnish', CDN_TOKEN: 'x'.repeat(16), CDN_URL: 'http://one, http://two:81/' }).cdn).toEqual({
    kind: 'varnish',
    token: 'x'.repeat(16),
    service: '',
    urls: ['http://one', 'http://two:81'],
  })
  expect(envOf({}).cdn).toBeNull()
  expect(problemsOf({ CDN: 'fastly', CDN_SERVICE: '../x' })).toEqual([
    'CDN_SERVICE holds more than letters and digits',
    'CDN_TOKEN is not set, which CDN=fastly needs',
  ])
  expect(problemsOf({ CDN_URL: 'http://one' })).toEqual(['CDN is not set, but CDN_URL is'])
  expect(problemsOf({ CLAMAV_PORT: '3311' })).toEqual(['CLAMAV_HOST is not set, but CLAMAV_PORT is'])
})

test('who brings the database up to date is asked for its addresses alone', () => {
  const read = (source: Record<string, string>) => readEnv({ NODE_ENV: 'production', ...source }, databaseSettings)
  const named = read({ DATABASE_URL: 'postgres://site:word@host/register', SANDBOX: 'mail' })
  expect('env' in named && [...named.env.sandbox]).toEqual(['mail'])
  expect(read({})).toEqual({ problems: [expect.stringContaining('DATABASE_URL is not set')] })
})
