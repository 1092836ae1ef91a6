import type { Env } from '#env.ts'
import type { Addresses } from './addresses.ts'
import { createAddressesSandbox } from './addresses-sandbox.ts'
import { createIdealPostcodes } from './ideal-postcodes.ts'

/** The address finder that the environment names: Ideal Postcodes with a key, otherwise the sandbox. */
export function createAddresses(env: Pick<Env, 'addresses' | 'sandbox'>): Addresses {
  return env.sandbox.has('addresses') ? createAddressesSandbox() : createIdealPostcodes(env.addresses)
}
