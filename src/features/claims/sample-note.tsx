import type { ReactNode } from 'react'
import { areSamples, type ShownClaim } from '#domain/claims.ts'
import { classNames } from '#ui/class-names.ts'

/** Says once beside a group of claims that they are samples; nothing where each has its proof. */
export function SampleNote({
  claims,
  className,
  children,
}: {
  claims: readonly Pick<ShownClaim, 'isSample'>[]
  className?: string | undefined
  /** What they are, such as 'invented figures'. */
  children: ReactNode
}) {
  return areSamples(claims) ? <p className={classNames('text-sm text-muted', className)}>Sample: {children}</p> : null
}
