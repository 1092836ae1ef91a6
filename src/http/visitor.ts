import { carries } from '../domain/duties.ts'
import { readOwnership } from '../ownership.ts'
import type { Services } from '../services.ts'
import type { Admin, Visitor } from '../visitor.ts'

/** Who sends this request. `socketAddress` is the address of the connection itself. */
export function createVisitor(headers: Headers, socketAddress: string, services: Services): Visitor {
  let owned: Set<string> | undefined
  let admin: Promise<Admin | null> | undefined
  const signedIn = () => {
    admin ??= headers.has('cookie') ? services.auth.admin(headers) : Promise.resolve(null)
    return admin
  }
  return {
    address: clientAddress(headers, socketAddress, services.env.trustProxy),
    owns: (id) => {
      owned ??= readOwnership(headers.get('cookie') ?? '', services)
      return owned.has(id)
    },
    admin: signedIn,
    holds: async (duty) => {
      const person = await signedIn()
      return person !== null && carries(person.role, duty)
    },
  }
}

/** The address that the outermost trusted proxy saw: the n-th from the right of `X-Forwarded-For`. */
function clientAddress(headers: Headers, socketAddress: string, trustProxy: number): string {
  if (trustProxy === 0) return socketAddress
  const forwarded = (headers.get('x-forwarded-for') ?? '').split(',').map((part) => part.trim())
  return forwarded.at(-trustProxy) || socketAddress
}
