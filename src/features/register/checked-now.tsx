import { useEffect, useState } from 'react'
import { checkedWords } from '#domain/register-answer.ts'

/** For how long a check is 'just now'. */
const aMinute = 60_000

/**
 * 'Checked just now.', and the time of the check once that is a minute ago. A page that comes out of the page cache has been checked too:
 * it is dropped from there with the change of what it says. On paper it is always the time.
 *
 * @param readAt when the register was read for this page: ISO time in UTC.
 */
export function CheckedNow({ readAt }: { readAt: string }) {
  const [check, setCheck] = useState({ at: readAt, isOld: false })
  useEffect(() => {
    // A page that the browser has kept to go back to was not asked for anew.
    const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (load?.type === 'back_forward') return setCheck({ at: readAt, isOld: true })
    // Its script may have come later than the page.
    const isOfDocument = load && new URL(load.name).pathname === location.pathname
    const arrived = isOfDocument ? performance.timeOrigin : Date.now()
    const at = new Date(arrived).toISOString()
    const look = () => setCheck({ at, isOld: Date.now() - arrived >= aMinute })
    look()
    const timer = setInterval(look, aMinute / 4)
    // No clock runs in a page that is put away.
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
