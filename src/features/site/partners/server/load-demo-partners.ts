import type { SqlRunner } from '#database/sql.ts'
import { addDemoPartners, type DemoPartner } from './queries.ts'

/**
 * Invented organisations, so that the demonstration's page is not empty. The addresses are of the reserved domain `.example`
 * (RFC 2606), which nobody can own.
 */
const demoPartners: DemoPartner[] = [
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
  return (await addDemoPartners(sql, { partners: demoPartners })).length
}
