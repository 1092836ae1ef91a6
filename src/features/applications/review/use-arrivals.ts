import { useEffect, useState } from 'react'
import { callApi } from '#wire/call-api.ts'

type Arrivals = { applications: number; answers: number }

/** Between two questions whether something has come in, in milliseconds. */
const interval = 15_000

/**
 * What has come in since a page was made: asked for every 15 seconds while the page is in sight, and at once when it comes back
 * into sight. A question that fails is asked again the next time.
 *
 * @param since ISO time in UTC.
 */
export function useArrivals(since: string): Arrivals {
  const [arrivals, setArrivals] = useState<Arrivals>({ applications: 0, answers: 0 })
  useEffect(() => {
    const stopped = new AbortController()
    setArrivals({ applications: 0, answers: 0 })
    const ask = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        setArrivals(await callApi<Arrivals>('countArrivals', { query: { since }, signal: stopped.signal }))
      } catch {
        // Away, signed out or left: the list itself says so when it is asked for.
      }
    }
    const timer = setInterval(ask, interval)
    document.addEventListener('visibilitychange', ask)
    window.addEventListener('focus', ask)
    return () => {
      stopped.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
      window.removeEventListener('focus', ask)
    }
  }, [since])
  return arrivals
}
