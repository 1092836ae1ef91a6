import { handler } from '../../../../requests/page-loader.ts'

/** Nothing: only the browser knows which package it has selected. */
export const checkout = handler<null>({ load: async () => ({ kind: 'page', data: null }) })
