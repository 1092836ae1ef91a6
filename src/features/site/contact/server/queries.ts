import type { SqlRunner } from '../../../../database/sql.ts'

/**
 * Stores an enquiry.
 * @param input.message message; empty where nothing was given
 */
export const addEnquiry = (
  sql: SqlRunner,
  input: { name: string; email: string; company: string; phone: string; subject: string; message: string },
) => sql<{ id: string }[]>`
  insert into contact_enquiries (name, email, company, phone, subject, message)
  values (${input.name}::text, ${input.email}::text, ${input.company}::text, ${input.phone}::text, ${input.subject}::text,
    ${input.message}::text)
  returning id`
