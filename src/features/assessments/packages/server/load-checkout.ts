import { handler, type Loader } from '../../../../requests/page-loader.ts'

/** Nothing: only the browser knows which package it has selected. */
export const loadCheckout: Loader<null> = async () => ({ kind: 'page', data: null })

export const checkout = handler({ load: loadCheckout })
