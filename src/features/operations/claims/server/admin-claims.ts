import { adminHref } from '#admin-pages.ts'
import { type ClaimPlace, claimPlaces, placeEntry } from '#domain/claim-places.ts'
import { claimState } from '#domain/claims.ts'
import { londonDay } from '#domain/london-time.ts'
import { readContentFlags } from '#features/claims/server/content-flags.ts'
import { formPost, formsByIntent } from '#requests/form-post.ts'
import { type FormRequest, handler, type PageAnswer, type PageRequest } from '#requests/page-loader.ts'
import type { FieldFailure } from '#wire/failure.ts'
import type { FormState } from '#wire/form.ts'
import { formFields } from '../rules.ts'
import type { AdminClaimsData, ClaimForm, ListedClaim } from '../state.ts'
import { removeOne, saveClaim } from './change-claim.ts'
import { listClaims } from './queries.ts'

/** The list, or the form that the address asks for; after a post with what was typed. */
async function claimsPage(
  { query, services: { sql, env, now } }: Pick<PageRequest, 'query' | 'services'>,
  posted?: { typed: Record<string, string>; problems: FieldFailure[]; isConflict: boolean; seen: string | undefined },
): Promise<PageAnswer<AdminClaimsData>> {
  const [stored, flags] = await Promise.all([listClaims(sql), readContentFlags(sql)])
  const edit = query.get('edit')
  const place = query.get('add')
  const edited = stored.find(({ id }) => id === edit)
  if ((edit && !edited) || (place && !isPlace(place))) return { kind: 'not-found' }
  const opened = edited ? formOf(edited) : place && isPlace(place) ? newForm(place) : null
  const done = query.get('done')
  const today = londonDay(now())
  const places = Object.keys(claimPlaces) as ClaimPlace[]
  const hidden = places.filter((each) => {
    const { flag } = placeEntry(each)
    return flag && !flags[flag]
  })
  return {
    kind: 'page',
    data: {
      claims: stored.map((claim) => ({ ...claim, state: claimState(claim, today) })),
      hidden,
      isDemo: env.mode === 'demo',
      // After a conflict the form carries the new revision: sending it again puts what was typed in place of what is stored by then.
      form: opened && posted ? { ...opened, ...posted, seen: posted.seen ?? opened.seen } : opened,
      done: done === 'added' || done === 'saved' || done === 'removed' ? done : null,
    },
  }
}

const isPlace = (text: string): text is ClaimPlace => Object.hasOwn(claimPlaces, text)

function formOf(claim: ListedClaim): ClaimForm {
  const { id, place, revision, changedAt, changedBy } = claim
  const typed = Object.fromEntries(formFields.map((name) => [name, String(claim[name] ?? '')]))
  return { id, place, typed, problems: [], seen: String(revision), isConflict: false, changedAt, changedBy }
}

function newForm(place: ClaimPlace): ClaimForm {
  const typed = { kind: placeEntry(place).kinds[0]! }
  const nobody = { changedAt: null, changedBy: null }
  return { id: null, place, typed, problems: [], seen: crypto.randomUUID(), isConflict: false, ...nobody }
}

/** Which claim a form is about stands in the address. */
const input = ({ form, query }: FormRequest) => ({ ...form, id: query.get('edit') ?? '' })

const again = async (request: FormRequest, { typed, problems }: FormState, why: { failure: string }) => {
  if (why.failure === 'not-found') return { kind: 'not-found' } as const
  const isConflict = why.failure === 'conflict'
  return await claimsPage(request, { typed, problems, isConflict, seen: isConflict ? undefined : typed.seen })
}

const list = (done: string) => adminHref('adminClaims', { done })

/** The ledger: what each page claims, and a form for each. */
export const adminClaims = handler<AdminClaimsData>({
  load: claimsPage,
  act: formsByIntent(
    { remove: formPost(removeOne, { input, done: () => list('removed'), again }) },
    formPost(saveClaim, { input, done: list, again }),
  ),
})
