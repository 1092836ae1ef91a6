import { pageTags } from '../../../../domain/page-tags.ts'
import type { Loader } from '../../../../page-loader.ts'
import { emptyComplaint } from '../rules.ts'
import type { ComplaintData } from '../state.ts'

/** The complaint form; `?received=C-…` is where one that was taken ends, so that loading again sends nothing again. */
export const loadComplaint: Loader<ComplaintData> = async ({ query }) => {
  const received = query.get('received')
  return {
    kind: 'page',
    data: {
      values: emptyComplaint,
      errors: [],
      problem: null,
      received: received && /^C-[3479A-Y]{6}$/.test(received) ? received : null,
    },
    tags: [pageTags.fixed],
  }
}
