import { classNames } from './class-names.ts'

/** Work under way, in words; the wheel is an ornament to them. */
export function Spinner({ label, className }: { label: string; className?: string | undefined }) {
  return (
    <div role="status" className={classNames('flex items-center gap-3 text-muted', className)}>
      <span className="spinner" aria-hidden="true" />
      {label}
    </div>
  )
}
