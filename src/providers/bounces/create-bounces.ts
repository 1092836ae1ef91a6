import type { BounceSource } from '#settings.ts'
import type { Bounces } from './bounces.ts'
import { createJsonBounces } from './json-bounces.ts'
import { createMailgunBounces } from './mailgun-bounces.ts'
import { createPostmarkBounces } from './postmark-bounces.ts'
import { createSesBounces } from './ses-bounces.ts'

const shapes: Record<BounceSource, (secrets: string[]) => Bounces> = {
  json: createJsonBounces,
  postmark: createPostmarkBounces,
  mailgun: createMailgunBounces,
  ses: createSesBounces,
}

export function createBounces({ source, secrets }: { source: BounceSource; secrets: string[] }): Bounces {
  return shapes[source](secrets)
}
