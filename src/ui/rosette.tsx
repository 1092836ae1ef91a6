import { classNames } from './class-names.ts'

/** The large line ornament for a band of ink, from public/rosette.svg. Its place and size come in as classes. */
export function Rosette({ className }: { className?: string | undefined }) {
  return (
    <img
      src="/rosette.svg"
      alt=""
      width={600}
      height={600}
      className={classNames('rosette pointer-events-none select-none', className)}
    />
  )
}
