import type { Loader } from '../../../../page-loader.ts'
import type { AskData } from '../state.ts'

/** The page on which a link by mail is asked for, and the word that it is on its way. */
export const loadAccess: Loader<AskData> = async ({ query }) => ({
  kind: 'page',
  data: { isSent: query.has('sent'), wait: null },
})
