import { useEffect, useState } from 'react'
import { checkedWords } from '#domain/register-answer.ts'

const aMinute = 60_000

/** 'Checked just now.', or the time a minute later and on paper. A kept page counts as checked: a change drops it from the cache. */
export function CheckedNow({ readAt }: { readAt: string }) {
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
  const time = <time dateTime={check.at}>{checkedWords(check.at)}</time>
  if (check.isOld) return time
  return (
    <>
      <span className="print:hidden">{checkedWords(null)}</span>
      <span className="hidden print:contents">{time}</span>
    </>
  )
}
