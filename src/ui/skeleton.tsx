import { classNames } from './class-names.ts'

/** A grey place of the final size; the size comes in as classes (`h-6 w-40`). Says nothing to assistive technology. */
export function Skeleton({ className }: { className: string }) {
  return <div className={classNames('skeleton', className)} aria-hidden="true" />
}
