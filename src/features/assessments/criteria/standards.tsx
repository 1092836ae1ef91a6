import { londonDateOf } from '#domain/london-time.ts'
import { href } from '#pages.ts'
import { DescriptionList } from '#ui/description-list.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Notice } from '#ui/notice.tsx'
import { Table } from '#ui/table.tsx'
import type { Criterion } from './criterion.ts'
import { criterionGroupNames, criterionGroups } from './criterion-groups.ts'
import type { CriteriaDifference } from './rules.ts'
import { levelSummary, levelTable } from './rules.ts'
import type { readCriteria } from './server/read-criteria.ts'

export function Standards({ data }: { data: NonNullable<Awaited<ReturnType<typeof readCriteria>>> }) {
  const { version, publishedAt, differences, versions } = data
  const latest = versions[0]!.version
  return (
    <>
      {version !== latest && (
        <Notice tone="warning" title={`This is version ${version}, which has been replaced`} className="mb-8">
          <p>
            Assessments that started with this version still use it. New assessments use{' '}
            <a href={versionHref(latest, latest)}>version {latest}</a>.
          </p>
        </Notice>
      )}
      <p className="mb-6 text-muted">
        Version {version}, published on {londonDateOf(publishedAt)}. ‘Must’: an event cannot pass its assessment without
        it. ‘Should’: we ask for it, and it counts towards the score.
      </p>
      <CriteriaCatalogue criteria={data.criteria} />
      {differences.length > 0 && (
        <section aria-labelledby="criteria-new" className="mt-10">
          <h3 id="criteria-new" className="mb-3 text-xl">
            What version {version} changed
          </h3>
          <CriteriaDifferences differences={differences} />
        </section>
      )}
      <section aria-labelledby="criteria-versions" className="mt-10">
        <h3 id="criteria-versions" className="mb-3 text-xl">
          Versions of the criteria
        </h3>
        <ul className="flex flex-col gap-3">
          {versions.map((each) => (
            <li key={each.version}>
              <a
                href={versionHref(each.version, latest)}
                aria-current={each.version === version ? 'true' : undefined}
                className="font-semibold"
              >
                Version {each.version}
              </a>
              , {londonDateOf(each.publishedAt)}
              {each.version === version && ' (shown here)'}
              <span className="block text-muted">{each.note}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

function versionHref(version: number, latest: number): string {
  return `${href('about', { criteria: version === latest ? null : version })}#standards`
}

const words = { added: 'New', changed: 'Changed', removed: 'No longer asked for', moved: 'The order was changed' }

export function CriteriaDifferences({ differences }: { differences: CriteriaDifference[] }) {
  return (
    <ul className="list-disc pl-5">
      {differences.map((difference) => (
        <li key={`${difference.kind} ${difference.id}`}>
          {words[difference.kind]}
          {difference.name && `: ${difference.name}`}
          {difference.kind === 'changed' &&
            ` (${difference.fields.map(({ field }) => field.toLowerCase()).join(', ')})`}
        </li>
      ))}
    </ul>
  )
}

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
        items={{
          'What we ask for': criterion.asked,
          Why: criterion.why,
          'A good document': criterion.good,
          'Last day': criterion.expires && lastDayWords(criterion.graceDays ?? 0),
        }}
      />
      <div className="mt-5">
        <Table
          caption={`${criterion.name}: must or should, by number of people`}
          columns={['Event', ...sizes.map((label) => ({ label }))]}
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
