import { query } from '../../../../database/query.ts'

export const saveLeadRow =
  query<
    [
      companyName: string,
      hasTicketedEvents: boolean,
      wantsMoreAttendance: boolean,
      name: string,
      email: string,
      phone: string,
      marketingConsent: string | null,
    ]
  >('quick-apply/save-lead')
