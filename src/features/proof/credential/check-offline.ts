import { figure } from '#domain/figures.ts'
import type { Instant } from '#domain/formats.ts'
import { londonClockOf, londonDateOf } from '#domain/london-time.ts'
import type { Policy } from '../policy.ts'
import type { Ways } from '../verify-entry.ts'
import { judgeOffline, type OfflineSources } from './judge-credential.ts'
import { type LogProofProblem, logProofProblems, verifyLogProof } from './log-proof.ts'
import type { VerdictName } from './verdict.ts'

export type OfflineCheck = {
  /** `proven`: we signed it, and the public log holds it as the policy asks. */
  verdict: VerdictName | LogProofProblem | 'proven'
  number: string | null
  issuer: string | null
  found: string[]
}

type OfflineOptions = { policy: Policy; ways: Ways } & OfflineSources

/** Asks nobody. What was changed since then, a revocation above all, cannot be known. */
export async function checkOffline(
  { credential, logProof }: { credential: string; logProof: string },
  { policy, ways, ...sources }: OfflineOptions,
): Promise<OfflineCheck> {
  const { claims, ...judged } = await judgeOffline(credential, sources)
  if (judged.verdict !== 'valid' || !claims) return { ...judged, found: [] }
  const { id, name } = claims.issuer as { id: string; name: string }
  const signed = `Signed by the ${name} (${id}) on ${momentOf(Number(claims.iat) * 1000)}.`
  const logged = await verifyLogProof(claims, logProof, policy, ways)
  const { number, issuer } = judged
  if ('problem' in logged) {
    const { problem, seenBy } = logged
    const seen = seenBy ? [seenWords(seenBy, policy)] : []
    return { verdict: problem, number, issuer, found: [signed, logProofProblems[problem], ...seen] }
  }
  const { checkpoint, seenBy } = logged
  const moments = seenBy.map(({ at }) => at.getTime())
  const moment = momentOf(moments.length > 0 ? Math.max(...moments) : Date.parse(logged.recorded))
  return {
    verdict: 'proven',
    number,
    issuer,
    found: [
      signed,
      `It is in the public log ${checkpoint.origin} at number ${figure(logged.number)}.`,
      seenWords(seenBy, policy),
      `${number} was valid at checkpoint ${figure(checkpoint.size)} of ${moment}. What may have changed since then needs the network: ask for news.`,
    ],
  }
}

function seenWords(seenBy: { name: string; at: Date }[], { witnesses }: Policy): string {
  if (witnesses.length === 0)
    return 'The policy names no witnesses: nobody else confirms that everybody sees the same log.'
  if (seenBy.length === 0) return 'None of the policy’s witnesses has seen it there.'
  return `Seen there by ${seenBy.map(({ name, at }) => `${name} (${momentOf(at)})`).join(', ')}.`
}

function momentOf(time: Date | number): string {
  const at: Instant = new Date(time).toISOString()
  return `${londonDateOf(at)} at ${londonClockOf(at)}`
}
