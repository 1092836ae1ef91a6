import {
  type Assurance,
  areBasesRecorded,
  assuranceLevels,
  basisWords,
  type CheckResult,
  checkResults,
  meaningOf,
  type RestsOn,
} from '#domain/assurance.ts'
import type { Day } from '#domain/formats.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { href } from '#pages.ts'
import { Table } from '#ui/table.tsx'
import { AssuranceBadge } from './assurance-badge.tsx'

export type Assured = {
  level: Assurance
  /** Null while nothing was checked. */
  on: Day | null
  nextReviewOn: Day | null
  /** `by`: the role that found it. */
  checks: (RestsOn & { name: string; result: CheckResult; by: string; on: string })[]
}

export function WhatWasChecked({ assured }: { assured: Assured }) {
  const { level, checks } = assured
  return (
    <section aria-labelledby="checked" className="grid grid-cols-1 gap-4 print:gap-2">
      <h2 id="checked">What was checked</h2>
      <p className="flex flex-wrap items-center gap-3">
        <AssuranceBadge assurance={level} />
        <AssuredWhen assured={assured} />
      </p>
      <p className="max-w-prose print:hidden">{assuranceLevels[level].sentence}</p>
      <p className="max-w-prose text-muted print:hidden">{meaningOf(level, areBasesRecorded(checks))}</p>
      <p className="hidden print:block">{checksInShort(checks)}</p>
      {checks.length > 0 && (
        <div className="print:hidden">
          <Table
            caption="Each criterion with its result"
            captionHidden
            columns={[{ label: 'Criterion' }, { label: 'Result' }, { label: 'Checked' }]}
            rows={checks.map(({ name, result, by, on, ...rests }) => ({
              key: name,
              cells: [
                name,
                <span key="result" className="break-words">
                  {checkResults[result]}
                  <span className="block text-sm text-muted">{basisWords({ result, ...rests })}</span>
                </span>,
                <span key="checked">
                  {by}, <time dateTime={on}>{londonDateOf(on)}</time>
                </span>,
              ],
            }))}
          />
        </div>
      )}
      <p className="no-print">
        <a href={`${href('about')}#standards`}>The criteria that events are checked against</a>
      </p>
    </section>
  )
}

export function AssuredWhen({ assured: { on, nextReviewOn, checks } }: { assured: Assured }) {
  const hasConditions = checks.some(({ result }) => result === 'met-with-condition')
  if (!on) return null
  return (
    <span className="figures">
      {hasConditions && 'With conditions. '}
      Checked on <time dateTime={on}>{londonDateOf(on)}</time>.
      {nextReviewOn && (
        <>
          {' '}
          Next review: <time dateTime={nextReviewOn}>{londonDateOf(nextReviewOn)}</time>.
        </>
      )}
    </span>
  )
}

/** '14 criteria (met: 12; does not apply: 2)'; null when none was judged. */
export function checksInShort(checks: Assured['checks']): string | null {
  if (checks.length === 0) return null
  const counts = (Object.keys(checkResults) as CheckResult[]).flatMap((result) => {
    const count = checks.filter((check) => check.result === result).length
    return count > 0 ? [`${checkResults[result].toLowerCase()}: ${count}`] : []
  })
  return `${checks.length} ${checks.length === 1 ? 'criterion' : 'criteria'} (${counts.join('; ')})`
}
