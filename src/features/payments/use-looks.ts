import { useEffect } from 'react'
import { useLocation } from 'wouter'

/**
 * Asks for a page's data every so many milliseconds, `max` times at most, and goes there once `isOver` says so. It is only looked at: the page
 * moves when there is something else to show, not at every look.
 */
export function useLooks(
  address: string,
  { every, max, isOver }: { every: number; max: number; isOver: (data: unknown) => boolean },
): void {
  const [, navigate] = useLocation()
  useEffect(() => {
    let looks = 0
    const timer = setInterval(async () => {
      if (++looks >= max) clearInterval(timer)
      const response = await fetch(address, { headers: { accept: 'application/json' } }).catch(() => null)
      const state = response?.ok ? ((await response.json()) as { data: unknown }) : null
      if (!state || !isOver(state.data)) return
      clearInterval(timer)
      navigate(address, { replace: true })
    }, every)
    return () => clearInterval(timer)
  }, [address, every, max, isOver, navigate])
}
