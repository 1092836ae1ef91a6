import { browserName } from '#domain/browser-name.ts'
import type { Services } from '#requests/services.ts'
import { keyedHash } from './keyed-hash.ts'
import { addSignInEvent, type SignInEvent } from './queries.ts'

/** Who has tried: the person, or the address that was typed, which may be nobody's. */
export type Tried = { personId: string } | { email: string }

/** Notes a sign-in or a refusal in the append-only log of them. The typed address is looked up and not kept. */
export async function noteSignIn(
  { sql, env }: Pick<Services, 'sql' | 'env'>,
  event: SignInEvent,
  tried: Tried,
  from: { address: string; headers: Headers },
): Promise<void> {
  const network = keyedHash(`network ${from.address}`, env).slice(0, 12)
  const browser = browserName(from.headers.get('user-agent'))
  const [personId, email] = 'personId' in tried ? [tried.personId, null] : [null, tried.email.trim().slice(0, 254)]
  await addSignInEvent(sql, { personId, email, event, network, browser })
}
