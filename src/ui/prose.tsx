import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export function Prose({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <div className={classNames('prose', className)}>{children}</div>
}
