import { type Counter, countInMemory } from '#database/count-in-memory.ts'
import type { SqlRunner } from '#database/sql.ts'
import { londonDay } from '#domain/london-time.ts'
import type { Services } from '#requests/services.ts'

export const usageName = (keyId: string, call: string) => `${keyId} ${call}`

/** Two writes a minute, however many calls there are. */
export function countKeyUses({ sql, now, log }: Pick<Services, 'sql' | 'now' | 'log'>): Counter {
  return countInMemory(
    (counts) => {
      const uses = [...counts.keys()].map((name) => name.split(' '))
      return addKeyUses(sql, {
        day: londonDay(now()),
        keyIds: uses.map(([id]) => id!),
        calls: uses.map(([, call]) => call!),
        numbers: [...counts.values()],
      })
    },
    { log, failed: 'uses of keys not written' },
  )
}

/** In the keys' order, so that two processes never deadlock. Uses of an erased key are dropped. */
const addKeyUses = (
  sql: SqlRunner,
  { day, keyIds, calls, numbers }: { day: string; keyIds: string[]; calls: string[]; numbers: number[] },
) => sql<Record<string, never>[]>`
  insert into api_key_uses as u (key_id, day, call, calls)
  select k.id, ${day}::date, counted.call, counted.number
  from unnest(${keyIds}::uuid[], ${calls}::text[], ${numbers}::bigint[]) as counted (key_id, call, number)
  join api_keys as k on k.id = counted.key_id order by k.id, counted.call
  on conflict (key_id, day, call) do update set calls = u.calls + excluded.calls`
