import { type } from 'arktype'
import { jsonOf } from '../fetch-json.ts'
import { type Bounces, holdsSecret, mailIdOf } from './bounces.ts'

const kinds = { bounce: 'hard', 'soft-bounce': 'soft', complaint: 'complaint' } as const

/** For any other mail server or provider (docs/daily-work.md, "Emails that come back"). */
export const jsonBouncesSchema = type({
  events: type({
    id: '1 <= string <= 200',
    type: "'bounce' | 'soft-bounce' | 'complaint'",
    email: 'string <= 254',
    'reason?': 'string <= 2000',
    'messageId?': 'string <= 998',
  })
    .array()
    .atMostLength(100),
})

export function createJsonBounces(secrets: string[]): Bounces {
  return {
    read: async (body, headers) => {
      if (!holdsSecret(headers, secrets)) return { kind: 'refused' }
      const read = jsonBouncesSchema(jsonOf(body))
      if (read instanceof type.errors) return { kind: 'malformed' }
      const reports = read.events.map(({ id, type: event, email, reason = '', messageId }) => ({
        id,
        email,
        kind: kinds[event],
        reason,
        mailId: mailIdOf(messageId),
      }))
      return { kind: 'reports', reports }
    },
  }
}
