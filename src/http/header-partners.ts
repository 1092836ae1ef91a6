import type { ShownClaim } from '#domain/claims.ts'
import { londonDay } from '#domain/london-time.ts'
import type { Services } from '#requests/services.ts'

export type HeaderPartners = ReturnType<typeof createHeaderPartners>

/** Kept until they change or the day does, so that no page waits for them. */
export function createHeaderPartners(services: Pick<Services, 'sql' | 'env' | 'now' | 'headerPartners'>) {
  let kept: { day: string; partners: Promise<readonly ShownClaim[]> } | null = null
  return {
    read() {
      const day = londonDay(services.now())
      if (kept?.day === day) return kept.partners
      const asked = { day, partners: services.headerPartners(services) }
      kept = asked
      asked.partners.catch(() => {
        if (kept === asked) kept = null
      })
      return asked.partners
    },
    forget() {
      kept = null
    },
  }
}
