import type { ReactNode } from 'react'

export function Muted({ children }: { children: ReactNode }) {
  return <span className="text-muted">{children}</span>
}
