import { readFileSync } from 'node:fs'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { type Policy, PolicyProblem, readPolicy } from '#features/proof/policy.ts'
import { sha256 } from '#features/proof/server/node-crypto.ts'

type Options = NonNullable<ParseArgsConfig['options']>
const policyOption = { policy: { type: 'string' } } as const

/**
 * What a command is given that reads the log of a site from outside: `URL [--policy PATH]` and its own options.
 * @param check null for values that do not work
 * @returns a sentence, or the usage, where something is wrong
 */
export async function readSiteCommand<Named extends Options, Checked>(
  usage: string,
  options: Named,
  check: (values: ReturnType<typeof parse<Named>>['values']) => Checked | null,
): Promise<(Checked & { url: string; policy: Policy | null }) | string> {
  try {
    const { values, positionals } = parse(options)
    const [url, ...more] = positionals
    const checked = check(values)
    if (!url || !URL.canParse(url) || more.length > 0 || checked === null) return usage
    const { policy: path } = values as { policy?: string }
    const policy = path === undefined ? null : await readPolicyFile(path)
    return typeof policy === 'string' ? policy : { ...checked, url: new URL(url).origin, policy }
  } catch {
    return usage
  }
}

function parse<Named extends Options>(options: Named) {
  return parseArgs({ args: process.argv.slice(2), allowPositionals: true, options: { ...options, ...policyOption } })
}

/** A sentence where it cannot be read, or names no log. */
async function readPolicyFile(path: string): Promise<Policy | string> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return `The policy ${path} cannot be read.`
  }
  const policy = await readPolicy(sha256, text)
  if (policy instanceof PolicyProblem) return `The policy ${path} cannot be read. ${policy.text}`
  return policy.logs.length > 0 ? policy : `The policy ${path} names no log.`
}

export function fail(words: string, code = 1): number {
  console.error(words)
  return code
}

/** Null where there is none. */
export async function readSiteFile(address: string): Promise<Uint8Array | null> {
  const response = await askSite(address)
  return response && new Uint8Array(await response.arrayBuffer())
}

/** Null where there is none. Waits as long as a site says that is asked too often. @throws where it cannot be reached */
export async function askSite(address: string): Promise<Response | null> {
  for (;;) {
    const response = await fetch(address, { headers: { 'cache-control': 'no-cache' } })
    if (response.status === 429) {
      await Bun.sleep(Number(response.headers.get('retry-after') ?? 1) * 1000)
      continue
    }
    if (response.status === 404) return null
    if (!response.ok) throw new Error(`${address} answered ${response.status}.`)
    return response
  }
}
