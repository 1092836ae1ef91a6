import { Fragment } from 'react'
import { figure } from '#domain/figures.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { filePaths, href } from '#pages.ts'
import type { shownProof } from '#wire/entry-proof.ts'

type ProofProps = {
  number: string
  proof: ReturnType<typeof shownProof>
  hasCredential: boolean
  className?: string | undefined
}

export function ProveIt({ number, proof, hasCredential, className }: ProofProps) {
  if (proof === null) return null
  return (
    <p className={className}>
      {proof === 'waiting'
        ? 'The last change of this entry is being signed for the public log. '
        : proof === 'broken'
          ? 'The proof that this entry is in the public log cannot be made. '
          : `Entry ${figure(proof.index + 1)} of the public log, signed on ${londonDateOf(proof.signedAt)}. `}
      <a href={href('logEntry', { number })}>Prove it</a>
      {hasCredential && (
        <>
          . Signed credential:{' '}
          {credentialForms.slice(0, typeof proof === 'object' ? undefined : -1).map(([form, label], index) => (
            <Fragment key={form}>
              {index > 0 && ', '}
              <a href={filePaths.credential(number, form)} download={`credential-${number}.${form}`}>
                {label}
              </a>
            </Fragment>
          ))}
        </>
      )}
    </p>
  )
}

/** The last one needs the proof. */
const credentialForms = [
  ['json', 'JSON'],
  ['jwt', 'JWT'],
  ['png', 'PNG badge'],
  ['svg', 'SVG badge'],
  ['tlog-proof', 'Proof of the log'],
] as const
