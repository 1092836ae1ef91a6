import { type ReactNode, useEffect, useRef } from 'react'
import { evidenceStates } from '#features/assessments/evidence/rules.ts'
import { VisuallyHidden } from '#ui/text.tsx'
import { type Verdict, verdicts } from './judged-criteria.ts'
import type { CaseCriterion, FoundCase } from './server/load-case.ts'

/** The address of the case as a whole (null), or of one of its criteria. */
export type AddressOf = (criterion: string | null) => string

const marks: Record<Verdict, string> = { met: '✓', 'not-met': '✕', 'met-with-condition': '!', 'not-applicable': '–' }

/** Every criterion with its state; stays in view while one is read, on a narrow screen as a strip. */
export function CriteriaIndex({ data, addressOf }: { data: FoundCase; addressOf: AddressOf }) {
  const { criteria, criterionId } = data
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (criterionId === null) return
    const current = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (current && list.current) list.current.scrollLeft = current.offsetLeft - list.current.offsetLeft - 64
  }, [criterionId])
  const judged = criteria.filter(({ found }) => found.verdict !== null).length
  return (
    <nav
      aria-label="Criteria"
      className="min-w-0 sticky top-0 z-10 py-2 bg-surface lg:max-h-screen lg:overflow-y-auto no-print"
    >
      <p className="px-3 text-sm text-muted figures">
        {judged} of {criteria.length} judged
      </p>
      <ol ref={list} className="flex lg:flex-col overflow-x-auto relative">
        <Entry href={addressOf(null)} isCurrent={criterionId === null}>
          The case
        </Entry>
        {criteria.map((criterion) => (
          <Entry key={criterion.id} href={addressOf(criterion.id)} isCurrent={criterion.id === criterionId}>
            <span aria-hidden="true" className="flex-none w-4 font-semibold">
              {markOf(criterion)}
            </span>
            <span className="max-w-40 lg:max-w-none truncate">{criterion.name}</span>
            <VisuallyHidden>, {stateOf(criterion)}</VisuallyHidden>
          </Entry>
        ))}
      </ol>
    </nav>
  )
}

function Entry({ href, isCurrent, children }: { href: string; isCurrent: boolean; children: ReactNode }) {
  return (
    <li className="flex-none">
      <a
        href={href}
        aria-current={isCurrent ? 'page' : undefined}
        className={`flex items-center gap-2 min-h-11 px-3 text-sm no-underline ${isCurrent ? 'border-l-3 border-gold bg-surface-sunken font-semibold' : 'border-l-3 border-transparent'}`}
      >
        {children}
      </a>
    </li>
  )
}

function markOf({ found: { verdict, state } }: CaseCriterion): string {
  if (verdict) return marks[verdict]
  if (state === 'more-needed') return '…'
  return state === 'wanted' ? '○' : '●'
}

function stateOf({ found: { verdict, state } }: CaseCriterion): string {
  return (verdict ? verdicts[verdict] : evidenceStates[state].label).toLowerCase()
}
