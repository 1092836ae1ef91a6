import { DescriptionList } from '#ui/description-list.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Table } from '#ui/table.tsx'
import type { Criterion } from './criterion.ts'
import { criterionGroupNames, criterionGroups } from './criterion-groups.ts'
import { levelSummary, levelTable } from './level-table.ts'

export function CriteriaCatalogue({ criteria }: { criteria: Criterion[] }) {
  return (
    <div className="flex flex-col gap-8">
      {criterionGroupNames
        .map((group) => ({ group, inGroup: criteria.filter((criterion) => criterion.group === group) }))
        .filter(({ inGroup }) => inGroup.length > 0)
        .map(({ group, inGroup }) => (
          <div key={group}>
            <h3 className="mb-3 text-xl">{criterionGroups[group]}</h3>
            <div className="grid gap-2 items-start lg:grid-cols-2">
              {inGroup.map((criterion) => (
                <CriterionDetails key={criterion.id} criterion={criterion} />
              ))}
            </div>
          </div>
        ))}
    </div>
  )
}

function CriterionDetails({ criterion }: { criterion: Criterion }) {
  const { sizes, rows } = levelTable(criterion)
  return (
    <Disclosure
      summary={
        <span>
          <span className="font-semibold">{criterion.name}</span>
          <span className="block text-sm font-normal text-muted">{levelSummary(criterion)}</span>
        </span>
      }
    >
      <DescriptionList
        items={[
          { term: 'What we ask for', details: criterion.asked },
          { term: 'Why', details: criterion.why },
          { term: 'A good document', details: criterion.good },
          { term: 'Last day', details: criterion.expires && lastDayWords(criterion.graceDays ?? 0) },
        ]}
      />
      <div className="mt-5">
        <Table
          caption={`${criterion.name}: must or should, by number of people`}
          captionHidden
          columns={[{ label: 'Event' }, ...sizes.map((label) => ({ label }))]}
          rows={rows.map(({ event, levels }) => ({
            key: event,
            cells: [event, ...levels.map((level) => (level ? levelWords[level] : 'Not asked'))],
          }))}
        />
      </div>
    </Disclosure>
  )
}

const levelWords = { must: 'Must', should: 'Should' }

function lastDayWords(graceDays: number): string {
  const grace = graceDays === 1 ? '1 day' : `${graceDays} days`
  return `We ask for the last day of the document, and for a new one before then. An event that must have it is suspended ${grace} after that day.`
}
