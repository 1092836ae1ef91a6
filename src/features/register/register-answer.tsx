import { type ReactNode, useEffect, useState } from 'react'
import { assuranceLevels, checkedWords } from '#domain/assurance.ts'
import type { Instant } from '#domain/formats.ts'
import { type AnswerFacts, answerWords, lookedUpWords, registerAnswer } from '#domain/register-answer.ts'
import { isAccredited } from '#domain/register-status.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { statusIcons } from './register-status-badge.tsx'

type AnswerProps = {
  /** `reason` is public. */
  answer: { facts: AnswerFacts; reason: string | null; readAt: Instant }
  heading?: ReactNode
  className?: string
  children?: ReactNode
}

/** `heading` is between the band and the sentence, at the top of a page. */
export function RegisterAnswer({ answer: { facts, reason, readAt }, heading, className, children }: AnswerProps) {
  const { status } = facts
  return (
    <div className={classNames('answer', status, className)}>
      <p>
        <Icon icon={statusIcons[status]} />
        {answerWords(facts)}
      </p>
      <div className="grid gap-4 p-5 sm:p-6 print:gap-2">
        {heading}
        <p className="text-lg font-semibold figures">
          {registerAnswer(facts)} <CheckedNow readAt={readAt} />
        </p>
        {reason && !isAccredited(status) && <p>Reason: {reason}</p>}
        <p className="text-muted">
          <strong>{checkedWords(facts)}.</strong> {assuranceLevels[facts.assurance].sentence}
        </p>
        {children}
      </div>
    </div>
  )
}

const aMinute = 60_000

/** 'Register looked up just now.', or the time a minute later and on paper. A change drops a kept page from the cache. */
function CheckedNow({ readAt }: { readAt: string }) {
  const [check, setCheck] = useState({ at: readAt, isOld: false })
  useEffect(() => {
    // A page kept for going back was not asked for again.
    const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (load?.type === 'back_forward') return setCheck({ at: readAt, isOld: true })
    // Its script may have come later than the page.
    const isOfDocument = load && new URL(load.name).pathname === location.pathname
    const arrived = isOfDocument ? performance.timeOrigin : Date.now()
    const at = new Date(arrived).toISOString()
    const look = () => setCheck({ at, isOld: Date.now() - arrived >= aMinute })
    look()
    const timer = setInterval(look, aMinute / 4)
    // No clock runs in a hidden page.
    addEventListener('pageshow', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      removeEventListener('pageshow', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [readAt])
  const time = <time dateTime={check.at}>{lookedUpWords(check.at)}</time>
  if (check.isOld) return time
  return (
    <>
      <span className="print:hidden">{lookedUpWords(null)}</span>
      <span className="hidden print:contents">{time}</span>
    </>
  )
}
