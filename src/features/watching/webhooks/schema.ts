import { type } from 'arktype'
import { honeypotName } from '#ui/honeypot-field.tsx'
import { refuse } from '#wire/field-failures.ts'
import { emailLine, line, requiredLine } from '#wire/text-schema.ts'

/** What asks for a link by mail. */
export const webhookLinkSchema = type({
  email: emailLine,
  [honeypotName]: line(1000).default(''),
}).onUndeclaredKey('delete')

/**
 * An address that can be posted to, as it is stored; null for any other. A name and password in it would be refused at every delivery, and
 * behind other low ports are mail servers and the like, which nobody shall reach through us.
 */
export function readEndpointAddress(text: string, { permitsHttp }: { permitsHttp: boolean }): string | null {
  const url = URL.parse(text)
  if (!url?.hostname || url.username || url.password || url.hash) return null
  if (url.port !== '' && Number(url.port) < 1024) return null
  // The same server, which is counted under one name.
  url.hostname = url.hostname.replace(/\.+$/, '')
  return url.protocol === 'https:' || (permitsHttp && url.protocol === 'http:') ? url.href : null
}

/** What adds an endpoint. */
export const endpointSchema = type({
  address: requiredLine(500, 'Enter the address of your endpoint'),
  /** A number, or the address of a page of this site; empty for the whole register. */
  follow: line(1000).default(''),
}).onUndeclaredKey('delete')

/** What has everything sent again since a time in London. */
export const replaySchema = type({
  since: requiredLine(30, 'Enter a date and time').narrow(
    (text, ctx) =>
      (/^20\d\d-\d\d-\d\dT\d\d:\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}Z`))) ||
      refuse(ctx, 'Enter a date and time, such as 2027-03-14T09:30'),
  ),
}).onUndeclaredKey('delete')
