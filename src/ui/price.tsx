import { pounds, poundsAndPence } from '#domain/money.ts'
import { useVatWords } from '#wire/brand-context.ts'
import { classNames } from './class-names.ts'

type PriceProps = {
  pence: number
  exact?: boolean | undefined
  was?: number | undefined
  per?: string | undefined
  /** Of a buyer who is known. */
  vat?: Parameters<typeof useVatWords>[1]
  className?: string | undefined
}

/** '£49', with `exact` '£49.00'. `was` is crossed out before it; `per` follows it ('per year'), and below it is the VAT that it includes. */
export function Price({ pence, exact, was, per, vat, className }: PriceProps) {
  const format = exact ? poundsAndPence : pounds
  const included = useVatWords(pence, vat)
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
      {included && <span className="block text-sm font-sans font-normal text-muted">{included}</span>}
    </span>
  )
}
