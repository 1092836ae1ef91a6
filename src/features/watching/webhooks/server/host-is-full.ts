import type { Brand } from '#brand.ts'
import { maxAtHost } from '../rules.ts'

/** Why no more endpoints may send to a server. */
export function hostIsFull({ email }: Brand): string {
  return `This server has ${maxAtHost} endpoints already, which is the most. The limit keeps people from flooding a server that is not theirs. If it is yours, email ${email}.`
}
