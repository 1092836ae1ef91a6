import { classNames } from '#ui/class-names.ts'

/** @param props.total classes of a row that sums up the others. */
export function PriceRow({ term, amount, total }: { term: string; amount: string; total?: string }) {
  return (
    <div className={classNames('flex justify-between gap-4', total)}>
      <dt className={total ? undefined : 'font-normal'}>{term}</dt>
      <dd>{amount}</dd>
    </div>
  )
}
