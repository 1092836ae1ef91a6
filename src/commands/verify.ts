import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { DidDocument } from '#features/proof/credential/did.ts'
import { openJws } from '#features/proof/credential/judge-credential.ts'
import { checkOffline } from '#features/proof/credential/log-proof.ts'
import { readCredential } from '#features/proof/credential/read-file.ts'
import { fileVerdicts } from '#features/proof/credential/verdict.ts'
import { PolicyProblem, readPolicy } from '#features/proof/policy.ts'
import { sha256, ways } from '#features/proof/server/node-crypto.ts'
import { fail } from './read-site.ts'

const usage = `Usage: bun run verify FILE --keys PATH --policy PATH [--proof PATH]
  FILE      a certificate, a badge or a credential (PDF, PNG, SVG, JWT or JSON)
  --keys    the issuer's keys, as kept of https://REGISTER/.well-known/did.json
  --policy  the log and the witnesses that you trust (C2SP tlog-policy), such as https://REGISTER/log/policy
  --proof   a .tlog-proof, where FILE has none inside, such as JWT and JSON
Nothing is asked of the network.`

process.exitCode = await run()

async function run(): Promise<number> {
  const given = readArguments()
  if (!given) return fail(usage)
  try {
    const keys = JSON.parse(readFileSync(given.keys, 'utf8')) as DidDocument
    const policy = await readPolicy(sha256, readFileSync(given.policy, 'utf8'))
    if (policy instanceof PolicyProblem) return fail(`The policy cannot be read. ${policy.text}`)
    const content = await readCredential(Uint8Array.from(readFileSync(given.file)))
    if ('verdict' in content) return fail(fileVerdicts[content.verdict].join(' '))
    const { credential } = content
    const logProof = given.proof ? readFileSync(given.proof, 'utf8') : content.logProof
    if (!logProof) return fail('There is no proof of the public log in it: name one with --proof.')
    const host = decodeURIComponent(keys.id.replace('did:web:', ''))
    const now = Date.now()
    const sources = { publicUrl: `https://${host}`, keys: async () => keys, now }
    // Loads libraries that only JSON needs.
    const load = () => import('#features/proof/credential/server/open-proof.ts')
    const isJws = typeof credential === 'string'
    const opened = isJws ? await openJws(credential, sources) : await (await load()).openProof(credential, sources)
    const { verdict, found } = await checkOffline({ opened, logProof }, { policy, ways, now })
    const sentences = found.length > 0 ? found : fileVerdicts[verdict as keyof typeof fileVerdicts]
    if (verdict !== 'proven') return fail(sentences.join('\n'))
    console.info(sentences.join('\n'))
    return 0
  } catch (problem) {
    return fail(`It could not be checked: ${(problem as Error).message}`)
  }
}

function readArguments() {
  try {
    const text = { type: 'string' } as const
    const options = { keys: text, policy: text, proof: text }
    const { values, positionals } = parseArgs({ args: process.argv.slice(2), allowPositionals: true, options })
    const { keys, policy, proof } = values
    const [file, ...more] = positionals
    return file && keys && policy && more.length === 0 ? { file, keys, policy, proof } : null
  } catch {
    return null
  }
}
