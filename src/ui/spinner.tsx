import { classNames } from './class-names.ts'

export function Spinner({ label, className }: { label: string; className?: string | undefined }) {
  return (
    <div role="status" className={classNames('flex items-center gap-3 text-muted', className)}>
      <span className="spinner" aria-hidden="true" />
      {label}
    </div>
  )
}

/** Its size comes in as classes (`h-6 w-40`). Says nothing to assistive technology. */
export function Skeleton({ className }: { className: string }) {
  return <div className={classNames('skeleton', className)} aria-hidden="true" />
}
