import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** Figures in a row, parted by hairlines. Holds `StatCard`s. */
export function StatList({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <dl
      className={classNames(
        'grid grid-cols-2 md:grid-flow-col md:auto-cols-fr md:grid-cols-none gap-x-4 sm:gap-x-6 gap-y-8',
        className,
      )}
    >
      {children}
    </dl>
  )
}

/** One figure and what it counts. */
export function StatCard({ value, label, note }: { value: ReactNode; label: ReactNode; note?: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end gap-1 pl-4 sm:pl-5 border-l border-gold">
      {note && <dd className="text-sm text-muted">{note}</dd>}
      <dt className="text-muted">{label}</dt>
      <dd className="font-serif font-medium text-2xl sm:text-3xl leading-none whitespace-nowrap figures">{value}</dd>
    </div>
  )
}
