import type { SqlRunner } from '#database/sql.ts'

/** No row when the reference is taken. */
export const addComplaint = (
  sql: SqlRunner,
  input: {
    reference: string
    name: string
    email: string
    phone: string
    about: string
    concerns: string
    message: string
    now: string
  },
) => sql<{ id: string }[]>`
  insert into complaints (reference, name, email, phone, about, concerns, message, received_at)
  values (${input.reference}::text, ${input.name}::text, ${input.email}::text, ${input.phone}::text, ${input.about}::text,
    ${input.concerns}::text, ${input.message}::text, ${input.now}::timestamptz)
  on conflict (reference) do nothing
  returning id`
