import { type Counter, countInMemory } from '#database/count-in-memory.ts'
import { londonDay } from '#domain/london-time.ts'
import type { Services } from '#requests/services.ts'

export const usageName = (keyId: string, call: string) => `${keyId} ${call}`

/** Two writes a minute, however many calls there are. */
export function countKeyUses({ sql, now, log }: Pick<Services, 'sql' | 'now' | 'log'>): Counter {
  return countInMemory(
    async (counts) => {
      const uses = [...counts.keys()].map((name) => name.split(' '))
      // In the keys' order, so that two processes never deadlock. Uses of an erased key are dropped.
      await sql`
        insert into api_key_uses as u (key_id, day, call, calls)
        select k.id, ${londonDay(now())}::date, counted.call, counted.number
        from unnest(${uses.map(([id]) => id!)}::uuid[], ${uses.map(([, call]) => call!)}::text[],
          ${[...counts.values()]}::bigint[]) as counted (key_id, call, number)
        join api_keys as k on k.id = counted.key_id order by k.id, counted.call
        on conflict (key_id, day, call) do update set calls = u.calls + excluded.calls`
    },
    { log, failed: 'uses of keys not written' },
  )
}
