import { type } from 'arktype'
import type { BounceKind } from '#domain/bounces.ts'
import { jsonOf } from '../fetch-json.ts'
import { type Bounces, holdsSecret, mailIdOf } from './bounces.ts'

/** One record a request (postmarkapp.com/developer/webhooks). */
const record = type({
  RecordType: 'string',
  'ID?': 'number',
  'Type?': 'string',
  'Email?': 'string',
  'Description?': 'string',
  'Details?': 'string',
  'Inactive?': 'boolean',
  'Metadata?': { '[string]': 'unknown' },
})

const softTypes = new Set(['Transient', 'SoftBounce', 'DnsError', 'Blocked', 'DMARCPolicy', 'SpamNotification'])

/** Postmark signs nothing: its documented way is a password in the webhook's address. */
export function createPostmarkBounces(secrets: string[]): Bounces {
  return {
    read: async (body, headers) => {
      if (!holdsSecret(headers, secrets)) return { kind: 'refused' }
      const read = record(jsonOf(body))
      if (read instanceof type.errors) return { kind: 'malformed' }
      const kind = kindOf(read)
      if (kind === null) return { kind: 'reports', reports: [] }
      const { ID: id, Email: email, Description: description = '', Details: details = '', Metadata: metadata } = read
      if (id === undefined || email === undefined) return { kind: 'malformed' }
      const mailId = mailIdOf(String(metadata?.mail ?? ''))
      return { kind: 'reports', reports: [{ id: String(id), email, kind, reason: details || description, mailId }] }
    },
  }
}

function kindOf({ RecordType: name, Type: why = '', Inactive: isInactive }: typeof record.infer): BounceKind | null {
  if (name === 'SpamComplaint' || why === 'SpamComplaint') return 'complaint'
  if (name !== 'Bounce') return null
  if (isInactive || why === 'HardBounce' || why === 'BadEmailAddress') return 'hard'
  return softTypes.has(why) ? 'soft' : null
}
