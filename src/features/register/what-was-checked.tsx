import { Fragment } from 'react'
import {
  areBasesRecorded,
  assuranceLevels,
  basisWords,
  type CheckResult,
  checkedWords,
  checkResults,
  meaningOf,
} from '#domain/assurance.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { href } from '#pages.ts'
import { TitledSection } from '#ui/layout.tsx'
import { Table } from '#ui/table.tsx'
import type { assuredOf } from './server/assurance-queries.ts'

type ShownAssurance = ReturnType<typeof assuredOf>

export function WhatWasChecked({ assured }: { assured: ShownAssurance }) {
  const { assurance, checks } = assured
  return (
    <TitledSection id="checked" title="What was checked" className="grid grid-cols-1 gap-4 print:gap-2">
      <p className="flex flex-wrap items-center gap-3">
        <strong>{checkedWords(assured)}.</strong>
        <AssuredWhen assured={assured} />
      </p>
      <p className="max-w-prose print:hidden">{assuranceLevels[assurance].sentence}</p>
      <p className="max-w-prose text-muted print:hidden">{meaningOf(assurance, areBasesRecorded(checks))}</p>
      <p className="hidden print:block">{checksInShort(checks)}</p>
      {checks.length > 0 && (
        <div className="print:hidden">
          <Table
            caption="Each criterion with its result"
            columns={['Criterion', 'Result', 'Checked']}
            rows={checks.map(({ name, result, checkedBy, checkedOn, ...rests }) => ({
              key: name,
              cells: [
                name,
                <Fragment key="result">
                  {checkResults[result]}
                  <span className="block text-sm text-muted break-words">{basisWords({ result, ...rests })}</span>
                </Fragment>,
                <Fragment key="checked">
                  {`${checkedBy}, `}
                  <time dateTime={checkedOn}>{londonDateOf(checkedOn)}</time>
                </Fragment>,
              ],
            }))}
          />
        </div>
      )}
      <p className="no-print">
        <a href={`${href('about')}#standards`}>The criteria that events are checked against</a>
      </p>
    </TitledSection>
  )
}

export function AssuredWhen({ assured: { assuredOn, nextReviewOn, checks } }: { assured: ShownAssurance }) {
  const conditions = checks.filter(({ result }) => result === 'met-with-condition').map(({ name }) => name)
  if (!assuredOn) return null
  return (
    <span className="figures">
      {conditions.length > 0 &&
        `With ${conditions.length} ${conditions.length === 1 ? 'condition' : 'conditions'}: ${conditions.join(', ')}. `}
      Checked on <time dateTime={assuredOn}>{londonDateOf(assuredOn)}</time>.
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
export function checksInShort(checks: ShownAssurance['checks']): string | null {
  if (checks.length === 0) return null
  const counts = (Object.keys(checkResults) as CheckResult[]).flatMap((result) => {
    const count = checks.filter((check) => check.result === result).length
    return count > 0 ? [`${checkResults[result].toLowerCase()}: ${count}`] : []
  })
  return `${checks.length} ${checks.length === 1 ? 'criterion' : 'criteria'} (${counts.join('; ')})`
}
