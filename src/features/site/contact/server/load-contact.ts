import { pageTags } from '../../../../domain/page-tags.ts'
import type { Loader } from '../../../../page-loader.ts'
import type { ContactData } from '../contact-page.tsx'
import { emptyEnquiry } from '../rules.ts'

/** The contact page; `?sent=1` is where a form that was posted without a script ends. */
export const loadContact: Loader<ContactData> = async ({ query }) => ({
  kind: 'page',
  data: { values: emptyEnquiry, errors: [], problem: null, sent: query.get('sent') === '1' },
  tags: [pageTags.fixed],
})
