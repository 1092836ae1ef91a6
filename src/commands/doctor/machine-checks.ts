import { lookup } from 'node:dns/promises'
import { accessSync, constants, existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { dirname, resolve } from 'node:path'
import { connect } from 'node:tls'
import { defaultBrand } from '#brand.ts'
import { needlessSecretsOf } from '#env.ts'
import { doctorHeader, seenAddressHeader, seenRoadHeader } from '#process/doctor-header.ts'
import { projectRoot } from '#process/project-root.ts'
import { isPublicAddress } from '#process/public-address.ts'
import { type OtherChecks, ok, warning, wrong } from './check.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
/** The first are what is left of a certificate's own life: it is renewed when a third is. The second are days, for one that lives long. */
const certificateLeft = { noted: [1 / 4, 21], wrong: [1 / 10, 7] } as const
const freeShare = { noted: 0.15, wrong: 0.05 }
const askMs = 5000

export const machineChecks: OtherChecks = {
  settings(env) {
    const says = `The settings can be used: ${env.mode === 'demo' ? 'demonstration' : 'production'}, ROLE=${env.role}.`
    if (env.mode === 'production' && !env.sandbox.has('mail') && env.brand.email === defaultBrand.email)
      return wrong(
        `${says} Emails are really sent, but BRAND_EMAIL is not set: what the site writes to the team goes to an invented address.`,
        'Set BRAND_NAME, BRAND_EMAIL and the other BRAND_ settings.',
      )
    const also = [
      ['SESSION_SECRET_ALSO', env.sessionSecretAlso],
      ['SIGNING_SECRET_ALSO', env.signingSecretAlso],
    ].flatMap(([name, value]) => (value ? [name] : []))
    const needless = needlessSecretsOf(env)
    if (needless) return warning(`${says} ${needless}`, 'Take it out of the settings of this process.')
    if (also.length === 0) return ok(says)
    return warning(
      `${says} ${also.join(' and ')} is still accepted.`,
      'Finish the change of the secret: docs/rotating-secrets.md.',
    )
  },
  /** The public address first; where that fails, the process on this machine shows on which side of the proxy the fault is. */
  async site(env) {
    const outside = await statusOf(`${env.publicUrl}/readyz`)
    if (outside === 200) return ok(`${env.publicUrl} answers and is ready.`)
    const inside = await statusOf(`http://127.0.0.1:${env.port}/readyz`)
    if (inside === 200 && outside === null && (await cannotBeAskedFromHere(new URL(env.publicUrl).hostname)))
      return warning(
        `The process on this machine is ready. ${env.publicUrl} cannot be asked from here.`,
        'Open it from another machine.',
      )
    if (inside === 200)
      return wrong(
        `The process on this machine is ready, but ${env.publicUrl} ${said(outside)}.`,
        'Look at what lies between: the name in the DNS, the proxy, its certificate, a firewall.',
      )
    return wrong(
      `${env.publicUrl} ${said(outside)}, and port ${env.port} of this machine ${said(inside)}.`,
      inside === 503
        ? 'The log of the process says what is lacking (`not ready`).'
        : 'Start the site, and look at what it says at its start.',
    )
  },
  async proxies(env) {
    const headers = { ...doctorHeader(env), 'x-forwarded-for': invented }
    const answer = await fetch(`${env.publicUrl}/readyz`, {
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(askMs),
    }).catch(() => null)
    const seen = answer?.headers.get(seenAddressHeader)
    if (!seen) return ok('The site was not asked which address it sees.')
    if (seen === invented && env.trustProxy > 0)
      return wrong(
        `TRUST_PROXY is ${env.trustProxy}, and fewer proxies are in front: anybody can name any address as theirs, and no limit counts them.`,
        'Set TRUST_PROXY to the number of proxies, and let nobody reach the site past them.',
      )
    const [first, ...proxies] = (answer?.headers.get(seenRoadHeader) ?? '').split(',').map((address) => address.trim())
    if (first === invented && proxies.length > env.trustProxy)
      return wrong(
        `TRUST_PROXY is ${env.trustProxy}, and ${proxies.length} proxies are in front: visitors share the address of one, and its limits.`,
        `Set TRUST_PROXY to ${proxies.length} for site and balancer, and let nobody reach the site past them.`,
      )
    const isOurs = Object.values(networkInterfaces()).some((ways) => ways?.some(({ address }) => address === seen))
    const isInside = isIP(seen) !== 0 && !isPublicAddress(seen) && !isOurs
    if (env.mode === 'production' && isInside && env.publicUrl.startsWith('https:'))
      return warning(
        `The site sees ${seen} as the address of this request. If this machine has another one, TRUST_PROXY (${env.trustProxy}) is too small, and all visitors share that address.`,
        'Set TRUST_PROXY to the number of proxies, a CDN and the balancer included.',
      )
    return ok(`Each visitor is told apart by their own address (TRUST_PROXY is ${env.trustProxy}).`)
  },
  async certificate(env) {
    const { protocol, hostname, port } = new URL(env.publicUrl)
    if (protocol === 'http:') return ok('PUBLIC_URL is http, so there is no certificate.')
    const { validFrom, validTo, problem } = await readCertificate(hostname.replace(/^\[|\]$/g, ''), Number(port) || 443)
    const toDo = 'See docs/runbooks/certificate.md.'
    if (problem) return wrong(`The certificate of ${hostname} is not trusted (${problem}).`, toDo)
    const left = validTo - Date.now()
    const says = `The certificate of ${hostname} is valid for ${left < 2 * dayMs ? `${Math.floor(left / hourMs)} more hours` : `${Math.floor(left / dayMs)} more days`}.`
    const isBelow = ([share, days]: readonly [number, number]) =>
      left < Math.min(share * (validTo - validFrom), days * dayMs)
    if (isBelow(certificateLeft.wrong)) return wrong(says, toDo)
    return isBelow(certificateLeft.noted) ? warning(says, toDo) : ok(says)
  },
  async disk(env) {
    const folder = resolve(projectRoot, env.dataFolder)
    let there = folder
    while (!existsSync(there)) there = dirname(there)
    try {
      accessSync(there, constants.W_OK)
    } catch {
      return wrong('DATA_FOLDER cannot be written to.', 'Give the folder to the account that the site runs as.')
    }
    const { bavail, blocks, bsize } = await statfs(there)
    if (blocks === 0) return wrong('DATA_FOLDER is on no disk.', 'Set DATA_FOLDER to a folder that stays.')
    const share = bavail / blocks
    const says = `Of the disk of DATA_FOLDER ${(100 * share).toFixed(0)} % are free (${((bavail * bsize) / 1e9).toFixed(1)} GB).`
    const toDo = 'See docs/runbooks/disk.md.'
    if (share < freeShare.wrong) return wrong(says, toDo)
    return share < freeShare.noted ? warning(says, toDo) : ok(says)
  },
}

/** In a container `localhost` is the container, and a name may be known outside alone. */
async function cannotBeAskedFromHere(host: string): Promise<boolean> {
  return (
    /^(localhost|127\.|\[::1\])/.test(host) ||
    (await lookup(host).then(
      () => false,
      () => true,
    ))
  )
}

/** An address that nobody has (RFC 5737), which a client could name as its own. */
const invented = '203.0.113.77'

function said(status: number | null): string {
  return status === null ? 'does not answer' : `answers ${status}`
}

async function statusOf(url: string): Promise<number | null> {
  try {
    return (await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(askMs) })).status
  } catch {
    return null
  }
}

/** @returns when it begins and ends, in milliseconds since 1970, and OpenSSL's code where it is not trusted. */
function readCertificate(host: string, port: number) {
  return new Promise<{ validFrom: number; validTo: number; problem: string | null }>((done, fail) => {
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false, timeout: askMs }, () => {
      const { valid_from, valid_to } = socket.getPeerCertificate()
      const problem = socket.authorized
        ? null
        : String((socket.authorizationError as { code?: string } | null)?.code ?? socket.authorizationError)
      done({ validFrom: Date.parse(valid_from), validTo: Date.parse(valid_to), problem })
      socket.destroy()
    })
    socket.on('error', fail)
    socket.on('timeout', () => socket.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })))
  })
}
