import { pounds, poundsAndPence } from '#domain/money.ts'
import { classNames } from './class-names.ts'

/** '£49', with `exact` '£49.00'. `was` is crossed out before it; `per` follows it ('per year'). */
export function Price({
  pence,
  exact,
  was,
  per,
  className,
}: {
  pence: number
  exact?: boolean | undefined
  was?: number | undefined
  per?: string | undefined
  className?: string | undefined
}) {
  const format = exact ? poundsAndPence : pounds
  return (
    <span className={classNames('figures', className)}>
      {was !== undefined && (
        <>
          <s className="font-normal text-muted">
            <span className="visually-hidden">was </span>
            {format(was)}
          </s>{' '}
          <span className="visually-hidden">now </span>
        </>
      )}
      {format(pence)}
      {per && <span className="text-base font-sans font-normal text-muted"> {per}</span>}
    </span>
  )
}
