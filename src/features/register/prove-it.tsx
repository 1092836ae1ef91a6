import { figure } from '../../domain/figures.ts'
import { londonDateOf } from '../../domain/london-time.ts'
import { href } from '../../pages.ts'
import { SiteLink } from '../../ui/site-link.tsx'
import type { FoundProof } from '../../wire/entry-proof.ts'

/** Where an entry's newest change is in the public log, and the way to its proof. */
export function ProveIt({
  number,
  proof,
  className,
}: {
  number: string
  proof: FoundProof
  className?: string | undefined
}) {
  if (proof === null) return null
  return (
    <p className={className}>
      {proof === 'waiting'
        ? 'The last change of this entry is being signed for the public log. '
        : proof === 'broken'
          ? 'The proof that this entry is in the public log cannot be made. '
          : `Entry ${figure(proof.index + 1)} of the public log, signed on ${londonDateOf(proof.signedAt)}. `}
      <SiteLink href={href('logEntry', { number })}>Prove it</SiteLink>
    </p>
  )
}
