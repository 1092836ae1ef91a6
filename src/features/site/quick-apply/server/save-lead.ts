import type { SqlRunner } from '../../../../database/sql.ts'
import { honeypotName } from '../../../../ui/honeypot-field.tsx'
import { content } from '../content.ts'
import type { Lead } from '../schema.ts'
import { saveLeadRow } from './queries.ts'

/** Stores a lead; the same answers again are the same lead. What filled in the hidden field was no person: nothing is stored. */
export async function saveLead(sql: SqlRunner, lead: Lead): Promise<void> {
  if (lead[honeypotName]) return
  await saveLeadRow(sql, {
    companyName: lead.companyName,
    hasTicketedEvents: lead.hasTicketedEvents,
    wantsMoreAttendance: lead.wantsMoreAttendance,
    name: lead.name,
    email: lead.email,
    phone: lead.phone,
    marketingConsent: lead.marketingConsent ? content.consent : null,
  })
}
