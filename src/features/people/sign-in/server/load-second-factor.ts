import { adminHref } from '../../../../admin-pages.ts'
import type { Loader, PageAnswer, PageRequest } from '../../../../page-loader.ts'
import type { AdminSession } from '../../../../providers/auth/auth.ts'
import { codeSecretAddress } from '../../../../providers/auth/time-codes.ts'
import { safeNext } from '../rules.ts'
import type { SecondFactorData } from '../state.ts'
import { type Offer, offerSecret } from './enrol.ts'
import { qrPath } from './qr-path.ts'
import { readPerson, readSecondFactor } from './queries.ts'

/** Feeds the page of the second factor: the code that a session still needs, or setting up an app. */
export const loadSecondFactor: Loader<SecondFactorData> = async (request) => {
  const session = await request.services.auth.session(request.headers)
  return await secondFactorPage(request, session)
}

type EnrolProblem = (SecondFactorData & { step: 'enrol' })['problem']

/** The page as it stands for a session, or after a post. `offer` keeps the secret that an app was set up with already. */
export async function secondFactorPage(
  request: PageRequest,
  session: AdminSession | null,
  more: { next?: string; problem?: string; recovers?: boolean; enrolProblem?: EnrolProblem; offer?: Offer } = {},
): Promise<PageAnswer<SecondFactorData>> {
  const { query, services } = request
  const next = more.next ?? safeNext(query.get('next'), adminHref('admin'))
  if (!session) return { kind: 'redirect', to: adminHref('signIn', { next }), status: 303 }
  if (session.needs === 'code') {
    const recovers = more.recovers ?? query.has('recover')
    return { kind: 'page', data: { step: 'code', next, recovers, problem: more.problem ?? null } }
  }
  const [factor] = await readSecondFactor(services.sql, { personId: session.person.id })
  // Replacing is asked for; otherwise whoever has one has nothing to do here.
  if (factor && !query.has('replace')) return { kind: 'redirect', to: next, status: 303 }
  const [person] = await readPerson(services.sql, { personId: session.person.id })
  const { secret, encrypted } = more.offer ?? offerSecret(services, session.person.id)
  const address = codeSecretAddress(secret, person?.email ?? '', services.brand.prefix)
  return {
    kind: 'page',
    data: {
      step: 'enrol',
      next,
      isCompulsory: session.needs === 'enrolment',
      replaces: factor !== undefined,
      asksPassword: session.needs === 'nothing',
      secret: secret.replaceAll(/(.{4})(?=.)/g, '$1 '),
      address,
      qr: qrPath(address),
      encrypted,
      problem: more.enrolProblem ?? null,
    },
  }
}
