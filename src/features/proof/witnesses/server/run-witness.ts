import { type Policy, PolicyProblem, readPolicy } from '#features/proof/policy.ts'
import { sha256 } from '#features/proof/server/node-crypto.ts'
import { createWitness } from './witness.ts'
import { openWitnessFile } from './witness-file.ts'

export type WitnessSettings = { name: string; logs: string; file: string; port: number }

/** Until it is stopped. @returns a sentence for the operator where the settings do not work */
export async function runWitness({ name, logs, file, port }: WitnessSettings) {
  if (!/^[^\s+]{1,200}$/.test(name)) return 'The name of the witness is missing, or holds a space or a plus.'
  const policy = await readLogs(logs)
  if (typeof policy === 'string') return policy
  const opened = openWitnessFile(file)
  const witness = await createWitness({ name, logs: policy.logs, file: opened, now: () => new Date() })
  const server = Bun.serve({ port, idleTimeout: 120, maxRequestBodySize: 1024 * 1024, fetch: witness.answer })
  return {
    port: server.port!,
    key: witness.key,
    logs: policy.logs.map((log) => log.key.name),
    stop: async () => {
      await server.stop()
      opened.close()
    },
  }
}

/** Lines `log KEY`, such as those of a policy, or keys alone. */
async function readLogs(text: string): Promise<Policy | string> {
  const lines = text.split('\n').map((line) => (/^\s*[^\s+#]+\+[0-9a-f]{8}\+\S+/.test(line) ? `log ${line}` : line))
  const hasQuorum = lines.some((line) => /^\s*quorum\s/.test(line))
  const policy = await readPolicy(sha256, [...lines, ...(hasQuorum ? [] : ['quorum none'])].join('\n'))
  if (policy instanceof PolicyProblem) return `The list of logs cannot be read. ${policy.text}`
  return policy.logs.length > 0 ? policy : 'No log is named: the witness needs the key of each log that it follows.'
}
