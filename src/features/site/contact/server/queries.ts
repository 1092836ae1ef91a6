import { query } from '../../../../database/query.ts'

export const addEnquiry = query<
  [name: string, email: string, company: string, phone: string, subject: string, message: string],
  { id: string }
>('contact/add-enquiry')
