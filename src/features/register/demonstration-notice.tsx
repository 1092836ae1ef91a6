import { useContext } from 'react'
import { Notice } from '#ui/notice.tsx'
import { DemonstrationContext } from '#wire/brand-context.ts'

/** Where the band at the top of every page does not say it already. */
export function DemonstrationNotice({ className }: { className?: string }) {
  if (useContext(DemonstrationContext)) return null
  return (
    <Notice className={className}>
      <p>
        <strong>Demonstration data.</strong> Events, venues and organisers are invented, and so are their
        accreditations.
      </p>
    </Notice>
  )
}
