import type { BunPlugin } from 'bun'

/**
 * The form library tells its developer tools of every change by events on the window that hold the whole form. Nobody has those tools here, and
 * what an applicant types is not for other scripts of the page to hear: in the browser the client of the tools does nothing.
 */
export const withoutFormDevtools: BunPlugin = {
  name: 'without-form-devtools',
  setup(build) {
    build.onLoad({ filter: /@tanstack[\\/]devtools-event-client[\\/].*\.js$/ }, () => ({
      contents: 'export class EventClient { on() { return () => {} } emit() {} }',
      loader: 'js',
    }))
  },
}
