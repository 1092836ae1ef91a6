import type { Sql } from './sql.ts'

/**
 * What every session of our role in our database begins with. It stands in the server, not in the connection: PgBouncer refuses such
 * startup parameters when it pools transactions.
 *
 * - `plan_cache_mode`: a prepared statement is planned once on each connection, whatever its values. Optional conditions are fragments, so
 *   that each combination is a statement of its own, and what its plan should know is written out in it. Planning a page of the
 *   register took longer than reading it.
 * - `random_page_cost`: a page from anywhere costs about what the next one does, as it is in memory or on a solid-state disk. With the
 *   server's own 4, plans that know no values gather and sort a city instead of reading the first of it in order.
 * - `statement_timeout`: no statement outlives its process for long. Pages stop theirs much earlier (limit-statements.ts); a migration
 *   and the import of the company register take as long as they need.
 */
const roleSettings = { plan_cache_mode: 'force_generic_plan', random_page_cost: '1.1', statement_timeout: '15min' }

/**
 * Sees to it that new sessions have `roleSettings`. A role may change its own settings; where a service forbids that, a sentence says so
 * and the site goes on with the server's own.
 *
 * @returns whether something was changed: sessions that are open now do not know it.
 */
export async function applyRoleSettings(sql: Sql): Promise<boolean> {
  const missing = await listMissing(sql)
  if (missing.length === 0) return false
  try {
    await sql.begin(async (transaction) => {
      // Two replicas that start at once would change the same row.
      await transaction`select pg_advisory_xact_lock(hashtext('role settings'))`
      for (const { statement } of missing) await transaction.unsafe(statement)
    })
    return true
  } catch (problem) {
    if ((problem as { code?: string }).code !== '42501') throw problem
    console.info(
      `The database role may not change its own settings: ask whoever runs the server for "${missing.map(({ statement }) => statement).join('; ')}". Without them pages are slower.`,
    )
    return false
  }
}

/** The statements that bring the settings of new sessions to ours; none where this session has them. */
const listMissing = (sql: Sql) => sql<{ statement: string }[]>`
  select format('alter role current_user in database %I set %I = %L', current_database(), name, value) as statement
  from unnest(${Object.keys(roleSettings)}::text[], ${Object.values(roleSettings)}::text[]) as wanted (name, value)
  where current_setting(name) <> value`
