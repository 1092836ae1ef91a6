import { type } from 'arktype'
import { londonDay } from '#domain/london-time.ts'
import { pageTags } from '#domain/page-tags.ts'
import { pickFields } from '#domain/pick-fields.ts'
import { answerFactsOf, registerAnswer } from '#domain/register-answer.ts'
import { registerStatusNames } from '#domain/register-status.ts'
import { linkLimit, tidyNumber, typedLimit } from '#domain/typed-number.ts'
import { checkMany } from '#features/proof/bulk-check/server.ts'
import { findLogPolicy } from '#features/proof/witnesses/server/policy-of.ts'
import { findCertificate } from '#features/register/certificate/server/queries.ts'
import { page, redirect } from '#page/page.ts'
import { href } from '#pages.ts'
import { answer, command } from '#requests/command.ts'
import type { Services } from '#requests/services.ts'
import type { StatusPurpose } from '../did.ts'
import { judgeJws, judgePayload } from '../judge-credential.ts'
import { atPresent, jwsPattern, type Verdict, type VerdictName, verdicts } from '../verdict.ts'
import { findDidDocument } from './did-document.ts'
import { findStatusList } from './queries.ts'
import { readOwnLink } from './read-own-link.ts'

const verifySchema = type({
  credential: type(jwsPattern)
    .and('string <= 16384')
    .or('object')
    .describe('the credential: as JSON with its Data Integrity proof, or a compact JWS as text')
    .configure({ exact: true }),
})

const verdictSchema = type({
  verdict: type.enumerated(...(Object.keys(verdicts) as VerdictName[])),
  meaning: 'string',
  number: 'string | null',
  issuer: 'string | null',
  /** Null when the signature is not ours. */
  register: type({ status: type.enumerated(...registerStatusNames), answer: 'string', reason: 'string | null' }).or(
    'null',
  ),
})

/** For programs, and for JSON with a Data Integrity proof, which a browser cannot check itself. */
export const verifyCredential = command({
  permission: 'anyone',
  summary: 'Check a credential of this register',
  description:
    'A credential as JSON with its Data Integrity proof, or as a compact JWS. The answer says whether this register signed it, whether it is valid now, and ' +
    'what the register says of its number today. Nothing that it names is fetched, and nothing of it is kept.',
  schema: verifySchema,
  limit: { name: 'verify-credential', points: 60, seconds: 600 },
  answers: { 200: verdictSchema },
  failures: {},
  run: async ({ input: { credential }, services }) => {
    const judged = await judge(credential, services)
    const register = await findRegister(judged, services)
    const verdict = atPresent(judged.verdict, register?.status)
    return answer({ ...judged, verdict, meaning: verdicts[verdict].join(' '), register })
  },
})

async function judge(credential: string | object, { sql, env, brand, now, credentialOf }: Services): Promise<Verdict> {
  const issuer = { publicUrl: env.publicUrl, name: brand.name, email: brand.email }
  const sources = {
    publicUrl: env.publicUrl,
    keys: () => findDidDocument(sql, issuer),
    statusList: async (purpose: StatusPurpose, list: number) =>
      (await findStatusList(sql, { purpose, list }))[0]?.jws ?? null,
    present: async (number: string) => (await credentialOf(number))?.jws ?? null,
    now: now().getTime(),
  }
  if (typeof credential === 'string') return await judgeJws(credential, sources)
  // Loads libraries that no other request needs.
  const { openProof } = await import('./open-proof.ts')
  const opened = await openProof(credential as Record<string, unknown>, sources)
  return 'verdict' in opened ? opened : await judgePayload(opened.payload, sources)
}

async function findRegister({ number }: Verdict, { sql, now }: Services) {
  const [row] = number ? await findCertificate(sql, { number }) : []
  if (!row) return null
  const facts = answerFactsOf(row, londonDay(now()))
  return { status: row.status, answer: registerAnswer(facts), reason: row.statusReason }
}

export const verify = page('verify', {
  commands: { checkMany },
  takesFiles: true,
  load: async ({ query, answers, services: { sql, env, brand } }) => {
    const { publicUrl } = env
    const typed = query.get('number')?.trim().slice(0, linkLimit)
    // What a file is checked with in the browser, also without a network.
    const document = await findDidDocument(sql, { publicUrl, name: brand.name, email: brand.email })
    const keys = document && {
      ...pickFields(document, 'id', 'assertionMethod'),
      // A JWS names one of these.
      verificationMethod: document.verificationMethod.filter(({ type }) => type === 'JsonWebKey'),
    }
    const shown = { publicUrl, keys, policy: await findLogPolicy(sql, env) }
    if (!typed) return { ...shown, elsewhere: null, many: answers.checkMany ?? null }
    const link = readOwnLink(typed, publicUrl)
    if (link && 'slug' in link) return redirect(href('event', link))
    /** `elsewhere`: the host of a link to another site. */
    if (link && 'elsewhere' in link) return { ...shown, elsewhere: link.elsewhere, many: null }
    return redirect(readTyped(link ? link.number : typed.slice(0, typedLimit)))
  },
  headers: ({ elsewhere }) => (elsewhere === null ? {} : { 'x-robots-tag': 'noindex' }),
  tags: ({ elsewhere, many }) => (elsewhere === null && many === null ? [pageTags.fixed, pageTags.credentials] : []),
})

/** Words without a digit are no mistyped number: the register is searched for them. */
function readTyped(typed: string): string {
  const number = tidyNumber(typed)
  return number || /\d/.test(typed) ? href('verification', { number: number ?? typed }) : href('listings', { q: typed })
}
