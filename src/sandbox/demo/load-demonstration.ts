import { asJson, type SqlRunner } from '#database/sql.ts'
import { demoCoupon } from '#features/assessments/packages/server.ts'
import type { Services } from '#requests/services.ts'
import { loadDemoNationalEvents } from './load-demo-national-events.ts'
import { loadDemoRegister } from './load-demo-register.ts'

/** Fills what is empty with the demonstration's invented data; several processes may do so at once. */
export async function loadDemonstration(services: Pick<Services, 'sql' | 'brand' | 'env'>, now: Date): Promise<void> {
  const { sql } = services
  await Promise.all([
    loadDemoPartners(sql),
    addDemoCoupon(sql),
    loadDemoRegister(services, now),
    loadDemoNationalEvents(sql, now),
  ])
}

/** In percent, of the packages that are for sale. */
const addDemoCoupon = (sql: SqlRunner) => sql`
  insert into coupons (code, description, percent_off, applies_to, once_per_organisation)
  values (${demoCoupon.code}::text, 'Guild members’ price', ${demoCoupon.percentOff}::integer, '{standard,premium}', false)
  on conflict (code) do nothing`

/**
 * Invented organisations, so that the demonstration's page is not empty. The addresses are of the reserved domain `.example`
 * (RFC 2606), which nobody can own.
 */
const demoPartners = [
  { name: 'Tarnlight TV', url: 'https://tarnlight.example', logoUrl: '/partners/tarnlight.svg', priority: 10 },
  { name: 'Wrenfield One', url: 'https://wrenfield.example', logoUrl: '/partners/wrenfield.svg', priority: 20 },
  { name: 'Ostlermere Radio', url: 'https://ostlermere.example', logoUrl: '/partners/ostlermere.svg', priority: 30 },
  { name: 'Guild of Hallkeepers', url: 'https://hallkeepers.example', logoUrl: null, priority: 40 },
  { name: 'Northmoor Venues Trust', url: 'https://northmoor.example', logoUrl: null, priority: 50 },
  { name: 'Stewarding Skills Council', url: null, logoUrl: null, priority: 60 },
  { name: 'Penhallow Mutual', url: 'https://penhallow.example', logoUrl: '/partners/penhallow.svg', priority: 70 },
  { name: 'Festival Safety Circle', url: null, logoUrl: null, priority: 80 },
]

/**
 * Adds the demonstration's partners where the table is empty; otherwise does nothing.
 *
 * @returns how many were added.
 */
export async function loadDemoPartners(sql: SqlRunner): Promise<number> {
  const added = await sql<{ id: string }[]>`
    insert into partners (name, url, logo_url, priority, is_demo)
    select p.name, p.url, p."logoUrl", p.priority, true
    from jsonb_to_recordset(${asJson(demoPartners)}::jsonb) as p (name text, url text, "logoUrl" text, priority integer)
    where not exists (select from partners)
    returning id`
  return added.length
}
