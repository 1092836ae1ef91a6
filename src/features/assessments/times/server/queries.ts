import type { SqlRunner } from '#database/sql.ts'

/**
 * Comes back with what it was.
 * @param input.capacity how many calls at once, or null for the site's own number
 */
export const setCapacity = (
  sql: SqlRunner,
  { day, time, capacity }: { day: string; time: string; capacity: number | null },
) => sql<{ before: number | null }[]>`
  with before as (select capacity from assessment_slots where day = ${day}::date and time = ${time}::time)
  insert into assessment_slots as s (day, time, capacity) values (${day}::date, ${time}::time, ${capacity}::integer)
  on conflict (day, time) do update set capacity = excluded.capacity
  returning (select capacity from before) as before`
