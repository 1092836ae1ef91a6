import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { NewTabLink } from './text.tsx'

/** Never as bold as a button that leads to a page of ours. */
export function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <NewTabLink href={href} className="button button-quiet">
      {children}
      <Icon icon="i-external-link" />
    </NewTabLink>
  )
}
