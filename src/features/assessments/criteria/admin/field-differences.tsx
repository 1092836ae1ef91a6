import { Disclosure } from '#ui/disclosure.tsx'
import { Table } from '#ui/table.tsx'
import type { CriteriaDifference } from '../compare-criteria.ts'
import { CriteriaDifferences } from '../criteria-differences.tsx'

/** What the draft changes: a line for each criterion, and the texts of changed fields behind it. */
export function FieldDifferences({ differences }: { differences: CriteriaDifference[] }) {
  const changed = differences.filter((difference) => difference.kind === 'changed')
  return (
    <>
      <CriteriaDifferences differences={differences} />
      <div className="mt-4 flex flex-col gap-2">
        {changed.map(({ id, name, fields }) => (
          <Disclosure key={id} summary={`${name}: before and after`}>
            <Table
              caption={`${name}: before and after`}
              captionHidden
              columns={[{ label: 'Field' }, { label: 'Published' }, { label: 'Draft' }]}
              rows={fields.map(({ field, before, after }) => ({
                key: field,
                cells: [
                  field,
                  <del key="before" className="whitespace-pre-line">
                    {before}
                  </del>,
                  <ins key="after" className="whitespace-pre-line">
                    {after}
                  </ins>,
                ],
              }))}
            />
          </Disclosure>
        ))}
      </div>
    </>
  )
}
