import { pageTags } from '../../../../domain/page-tags.ts'
import { href } from '../../../../pages.ts'
import { handler, type Loader } from '../../../../requests/page-loader.ts'
import { tidyNumber, typedLimit } from '../rules.ts'

/** The form that asks for a number; with one, on to what the register says of it. */
export const loadVerify: Loader<null> = async ({ query }) => {
  const typed = query.get('number')?.trim().slice(0, typedLimit)
  if (!typed) return { kind: 'page', data: null, tags: [pageTags.fixed] }
  return { kind: 'redirect', to: href('verification', { number: tidyNumber(typed) ?? typed }), status: 303 }
}

export const verify = handler({ load: loadVerify })
