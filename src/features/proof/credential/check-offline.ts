import { figure } from '#domain/figures.ts'
import { momentOf, type Policy, seenWords } from '../policy.ts'
import type { NoteCrypto } from '../signed-note.ts'
import { judgeOffline, type OpenedCredential, signedAt } from './judge-credential.ts'
import { type LogProofProblem, logProofProblems, verifyLogProof } from './log-proof.ts'
import type { VerdictName } from './verdict.ts'

export type OfflineCheck = {
  /** `proven`: we signed it, and the public log holds it as the policy asks. */
  verdict: VerdictName | LogProofProblem | 'proven'
  number: string | null
  issuer: string | null
  found: string[]
}

/** Asks nobody. What was changed since then, a revocation above all, cannot be known. */
export async function checkOffline(
  { opened, logProof }: { opened: OpenedCredential; logProof: string },
  { policy, ways, now }: { policy: Policy; ways: NoteCrypto; now: number },
): Promise<OfflineCheck> {
  const { claims, ...judged } = judgeOffline(opened, now)
  if (judged.verdict !== 'valid' || !claims) return { ...judged, found: [] }
  const { id, name } = claims.issuer as { id: string; name: string }
  const signed = `Signed by the ${name} (${id}) on ${momentOf(new Date(signedAt(claims)))}.`
  const logged = await verifyLogProof(claims, logProof, policy, ways)
  const { number, issuer } = judged
  if ('problem' in logged) {
    const { problem, seenBy } = logged
    const seen = seenBy ? [seenWords(seenBy, policy)] : []
    return { verdict: problem, number, issuer, found: [signed, logProofProblems[problem], ...seen] }
  }
  const { checkpoint, seenBy } = logged
  const moments = seenBy.map(({ at }) => at.getTime())
  const moment = momentOf(new Date(moments.length > 0 ? Math.max(...moments) : logged.recorded))
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
