import { londonDateOf } from '#domain/london-time.ts'
import { href } from '#pages.ts'
import { Notice } from '#ui/notice.tsx'
import type { CriteriaDifference } from './compare-criteria.ts'
import { CriteriaCatalogue } from './criteria-catalogue.tsx'
import { CriteriaDifferences } from './criteria-differences.tsx'
import type { Criterion } from './criterion.ts'
import type { CriteriaVersion } from './server/queries.ts'

export type PublishedCriteria = CriteriaVersion & {
  criteria: Criterion[]
  /** From the version before it; none in the first. */
  differences: CriteriaDifference[]
  /** Every version, the newest first. */
  versions: CriteriaVersion[]
}

export function Standards({ data }: { data: PublishedCriteria }) {
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
