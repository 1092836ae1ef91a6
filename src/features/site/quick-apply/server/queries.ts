import type { SqlRunner } from '#database/sql.ts'

/**
 * The same answers again only move the time; a consent once given stays.
 * @param input.marketingConsent wording consented to or null
 */
export const saveLeadRow = (
  sql: SqlRunner,
  input: {
    companyName: string
    hasTicketedEvents: boolean
    wantsMoreAttendance: boolean
    name: string
    email: string
    phone: string
    marketingConsent: string | null
  },
) => sql<Record<string, never>[]>`
  insert into quick_apply_leads as l
    (company_name, has_ticketed_events, wants_more_attendance, name, email, phone, marketing_consent)
  values (${input.companyName}::text, ${input.hasTicketedEvents}::boolean, ${input.wantsMoreAttendance}::boolean,
    ${input.name}::text, ${input.email}::text, ${input.phone}::text, ${input.marketingConsent}::text)
  on conflict (lower(email), lower(company_name), lower(name), phone, has_ticketed_events, wants_more_attendance)
  do update set last_sent_at = now(), marketing_consent = coalesce(excluded.marketing_consent, l.marketing_consent)`
