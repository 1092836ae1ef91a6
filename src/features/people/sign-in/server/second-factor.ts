import { adminHref } from '#admin-pages.ts'
import type { AdminSession } from '#providers/auth/auth.ts'
import { codeSecretAddress } from '#providers/auth/time-codes.ts'
import {
  type Action,
  type FormRequest,
  handler,
  type Loader,
  type PageAnswer,
  type PageRequest,
} from '#requests/page-loader.ts'
import { recoveryCodesFile, safeNext } from '../rules.ts'
import type { SecondFactorData } from '../state.ts'
import { enrol, type Offer, offerSecret, openOffer } from './enrol.ts'
import { giveSecondFactor } from './give-second-factor.ts'
import { passwordProofProblem } from './prove-password.ts'
import { qrPath } from './qr-path.ts'
import { readPerson, readSecondFactor } from './queries.ts'

/** Feeds the page of the second factor: the code that a session still needs, or setting up an app. */
const loadSecondFactor: Loader<SecondFactorData> = async (request) => {
  const session = await request.services.auth.session(request.headers)
  return await secondFactorPage(request, session)
}

type EnrolProblem = (SecondFactorData & { step: 'enrol' })['problem']

/** The page as it stands for a session, or after a post. `offer` keeps the secret that an app was set up with already. */
async function secondFactorPage(
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

/** Takes the forms of the second factor: a code, setting up an app, and going away again. */
const actSecondFactor: Action<SecondFactorData> = async (request) => {
  const { form, headers, services } = request
  if (form.intent === 'sign-out') {
    const { cookies } = await services.auth.signOut(headers)
    return { kind: 'redirect', to: adminHref('signIn'), status: 303, cookies }
  }
  const session = await services.auth.session(headers)
  const next = safeNext(form.next ?? request.query.get('next'), adminHref('admin'))
  if (session?.needs === 'code' && form.intent === 'code') return await takeCode(request, session, next)
  if (session && session.needs !== 'code' && form.intent === 'enrol') return await takeEnrolment(request, session, next)
  return await secondFactorPage(request, session, { next })
}

async function takeCode(
  request: FormRequest,
  session: AdminSession,
  next: string,
): Promise<PageAnswer<SecondFactorData>> {
  const { form, headers, visitor, services } = request
  const code = (form.code ?? '').slice(0, 100)
  const answer = await giveSecondFactor(services, { session, code, address: visitor.address, headers })
  switch (answer.kind) {
    case 'passed': {
      // Whoever had to recover has lost their app: the account is where they set up another.
      const to = answer.wasRecoveryCode ? adminHref('account') : next
      return { kind: 'redirect', to, status: 303, cookies: answer.cookies }
    }
    case 'too-many': {
      const minutes = Math.ceil(answer.retryAfter / 60)
      const wait =
        minutes === 1 ? 'a minute' : minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
      const problem = answer.mayRecover
        ? `There were too many attempts to sign in to this account from new browsers. Use a recovery code or a browser that you have signed in with before, or wait ${wait}.`
        : `There were too many attempts. Please wait ${wait} and try again.`
      const page = await secondFactorPage(request, session, { next, problem, recovers: form.recovers === '1' })
      return page.kind === 'page'
        ? { ...page, status: 429, headers: { 'retry-after': String(answer.retryAfter) } }
        : page
    }
    case 'refused': {
      const recovers = form.recovers === '1'
      const problem = recovers
        ? 'That recovery code is not right, or has been used.'
        : 'That code is not right. Each code works once, for 30 seconds. Wait for the next one.'
      const page = await secondFactorPage(request, session, { next, problem, recovers })
      return page.kind === 'page' ? { ...page, status: 422 } : page
    }
  }
}

async function takeEnrolment(
  request: FormRequest,
  session: AdminSession,
  next: string,
): Promise<PageAnswer<SecondFactorData>> {
  const { form, headers, visitor, services, query } = request
  const again = async (more: Parameters<typeof secondFactorPage>[2]) => {
    const page = await secondFactorPage(request, session, { next, ...more })
    return page.kind === 'page' ? { ...page, status: 422 } : page
  }
  const offer = openOffer(services, session.person.id, form.encrypted ?? '')
  if (!offer) {
    const message = 'This setup has expired. Scan the new code below and enter the code that your app shows.'
    return await again({ enrolProblem: { field: 'code', message } })
  }
  if (session.needs === 'nothing') {
    const password = form.current_password ?? ''
    const problem = await passwordProofProblem(services, { session, password, address: visitor.address, headers })
    if (problem) return await again({ offer, enrolProblem: { field: 'current', message: problem } })
  }
  const mayReplace = session.needs === 'nothing' && query.has('replace')
  const code = (form.code ?? '').slice(0, 100)
  const outcome = await enrol(services, { session, offer, code, mayReplace, address: visitor.address, headers })
  if (outcome.kind === 'refused') {
    const message = 'That code is not right. Type the six digits that your app shows now for this account.'
    return await again({ offer, enrolProblem: { field: 'code', message } })
  }
  const file = recoveryCodesFile(outcome.codes, services.brand.name)
  return {
    kind: 'page',
    status: 200,
    cookies: outcome.cookies,
    data: { step: 'codes', next, codes: outcome.codes, file },
  }
}

export const secondFactor = handler({ load: loadSecondFactor, act: actSecondFactor })
