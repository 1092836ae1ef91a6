import { randomBytes } from 'node:crypto'
import { startInstallation } from './rotation/installation.ts'
import { startLoad } from './rotation/load.ts'
import { change, type Proof, proofs } from './rotation/proofs.ts'

// `bun run drill:rotation`: changes each secret of a running installation as docs/rotating-secrets.md has it, under a light load of which
// nothing may fail, and looks whether what the old one made is still good, the new one in use and the old one not needed. Prints a table,
// and ends with 1 where something failed. Needs a Docker engine with postgres:18, haproxy and openssl.

const random = () => randomBytes(24).toString('base64url')
const rows: {
  secret: string
  seconds: number
  requests: number
  failed: string
  found: string
  asItShould: boolean
}[] = []
const site = await startInstallation({
  SESSION_SECRET: random() + random(),
  SESSION_SECRET_ALSO: '',
  SIGNING_SECRET: random() + random(),
  SIGNING_SECRET_ALSO: '',
  STRIPE_SECRET_KEY: 'sk_test_drill',
  STRIPE_WEBHOOK_SECRET: random(),
  STRIPE_WEBHOOK_SECRET_ALSO: '',
  CRM_WEBHOOK_SECRET: random(),
  CRM_WEBHOOK_SECRET_ALSO: '',
})
/** Secrets of the payment provider's webhook that are valid there. */
let atProvider = [site.secrets.get('STRIPE_WEBHOOK_SECRET')!]
let broken = false
try {
  site.set('DATABASE_URL', site.databaseUrl('web_1', random()))
  site.set('DATABASE_QUEUE_URL', site.databaseUrl('jobs_1', random()))
  site.mailAccounts.set('mail_1', random())
  site.set('SMTP_URL', mailUrl('mail_1'))
  site.bucketKeys.createKeyPair('key_1', random())
  site.set('S3_ACCESS_KEY_ID', 'key_1')
  site.set('S3_SECRET_ACCESS_KEY', site.bucketKeys.accessKeys.get('key_1')!)
  await site.start()
  const load = startLoad(site, () => atProvider)
  const proof = await proofs(site, load)
  await load.signIn()

  await rotate('SESSION_SECRET', async () => {
    const before = await proof.session()
    await change(site, 'SESSION_SECRET', random() + random(), ['web', 'worker'], { beforeLast: before.signInAgain })
    return await before.check()
  })
  await rotate('SIGNING_SECRET', async () => {
    const before = await proof.signing()
    await change(site, 'SIGNING_SECRET', random() + random(), ['worker'], { each: before.sign })
    return await before.check()
  })
  await rotate('STRIPE_WEBHOOK_SECRET', async () => {
    const [before] = atProvider as [string]
    const after = random()
    await change(site, 'STRIPE_WEBHOOK_SECRET', after, ['web'], {
      each: async (step) => {
        if (step === 1) atProvider = [before, after]
        if (step === 2) atProvider = [after]
        await Bun.sleep(1500)
      },
    })
    return await proof.event(before, after)
  })
  await rotate('CRM_WEBHOOK_SECRET', async () => {
    const after = random()
    const before = await proof.crm(after)
    await change(site, 'CRM_WEBHOOK_SECRET', after, ['worker'], { each: before.tell })
    return before.check()
  })
  await rotate('DATABASE_URL, DATABASE_QUEUE_URL', async () => {
    site.set('DATABASE_URL', site.databaseUrl('web_2', random()))
    site.set('DATABASE_QUEUE_URL', site.databaseUrl('jobs_2', random()))
    await site.command('migrate', [], { DATABASE_MIGRATION_URL: site.databaseUrl('owner', 'owner') })
    await site.restart(['web', 'worker'])
    return await proof.accounts(['web_1', 'jobs_1'])
  })
  await rotate('the owner’s password', async () => {
    const password = random()
    await site.sql().unsafe(`alter role owner password '${password}'`)
    const said = await site.command('migrate', [], { DATABASE_MIGRATION_URL: site.databaseUrl('owner', password) })
    return { found: said.split('\n')[0]!, isRight: said.includes('The database is up to date.') }
  })
  await rotate('SMTP_URL', async () => {
    site.mailAccounts.set('mail_2', random())
    site.set('SMTP_URL', mailUrl('mail_2'))
    await site.restart(['worker'])
    site.mailAccounts.delete('mail_1')
    return await proof.mail()
  })
  await rotate('S3_ACCESS_KEY_ID', async () => {
    const before = await proof.document()
    const key = random()
    site.bucketKeys.createKeyPair('key_2', key)
    site.set('S3_ACCESS_KEY_ID', 'key_2')
    site.set('S3_SECRET_ACCESS_KEY', key)
    await site.restart(['worker', 'web'])
    site.bucketKeys.revokeAccessKey('key_1')
    return await before.check()
  })
  await rotate('keys that sign credentials', async () => {
    const before = await proof.credential()
    const said = await site.command('rotate-keys', ['Changed in a drill'])
    return await before.check(said)
  })
  await load.stop()
  const found = await proof.everythingIsThere()
  rows.push({
    secret: 'in all of it',
    seconds: 0,
    requests: 0,
    failed: '',
    found: found.found,
    asItShould: found.isRight,
  })

  async function rotate(secret: string, work: () => Promise<Proof>): Promise<void> {
    load.take()
    const began = performance.now()
    const { found, isRight } = await work()
    await Bun.sleep(1000)
    const { requests, failures } = load.take()
    rows.push({
      secret,
      seconds: Math.round((performance.now() - began) / 1000),
      requests,
      failed: failures.length === 0 ? '0' : `${failures.length}: ${[...new Set(failures)].join(', ')}`,
      found,
      asItShould: isRight && failures.length === 0,
    })
  }
} catch (problem) {
  console.error(problem)
  broken = true
} finally {
  await site.stop()
}
for (const { asItShould, secret, seconds, requests, failed, found } of rows)
  console.info(
    `${asItShould ? 'ok   ' : 'WRONG'}  ${secret}: ${found}. ${requests} requests in ${seconds} s, failed: ${failed || '0'}`,
  )
process.exit(!broken && rows.every(({ asItShould }) => asItShould) ? 0 : 1)

function mailUrl(account: string): string {
  return site.mail.url.replace('smtp://', `smtp://${account}:${site.mailAccounts.get(account)}@`)
}
