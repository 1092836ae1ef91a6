import { expect, test } from 'bun:test'
import { allImports, sourceFiles } from './sources.ts'

/** From the ground up: a room imports from its own row and from rows before it. */
const rows = [
  ['domain'],
  [
    'paths',
    'desk-paths',
    'api-paths',
    'page-patterns',
    'brand',
    'brand-context',
    'project-root',
    'public-address',
    'cookies',
    'visitor',
    'log',
    'trace',
    'kept-drawings',
    'pdfs',
  ],
  ['wire'],
  ['ui'],
  ['env'],
  ['database', 'providers'],
  ['services', 'ownership', 'page-loader', 'endpoint', 'csv-file'],
  ['features'],
  ['shell'],
  ['http', 'jobs', 'browser', 'balancer'],
  [
    'build',
    'open-traces',
    'balance',
    'pdf-worker',
    'site',
    'main',
    'dev',
    'create-admin',
    'make-secrets',
    'migrate-command',
  ],
]

/** Doors between features: what one feature may take from another, and nothing else. */
const doors: Record<string, string[]> = {
  audit: ['people/queries.ts', 'sign-in/queries.ts', 'sign-in/rules.ts'],
  people: [
    'access/token.ts',
    'mail/queue-mail.ts',
    'mail/mail-draft.ts',
    'sign-in/queries.ts',
    'sign-in/recent-sign-ins.tsx',
    'sign-in/security-mail.ts',
    'sign-in/sign-in.ts',
  ],
  mail: ['address-confirmation/confirm-address.ts'],
  'sign-in': ['mail/queue-mail.ts', 'mail/mail-draft.ts'],
  access: ['address-confirmation/confirm-address.ts', 'mail/queue-mail.ts', 'mail/mail-draft.ts'],
  'address-confirmation': ['access/token.ts', 'access/too-often.tsx', 'mail/queue-mail.ts', 'mail/mail-draft.ts'],
  certificate: ['register/rules.ts', 'register/standing-badge.tsx', 'register/demonstration-notice.tsx'],
  identity: ['access/too-often.tsx', 'address-confirmation/confirm-address.ts'],
  funnel: [
    'address-confirmation/queue-address-confirmation.ts',
    'identity/identity-notice.tsx',
    'identity/judge-identity.ts',
    'identity/queries.ts',
    'identity/redeemer-of.ts',
    'identity/rules.ts',
    'access/ask-for-link.tsx',
    'access/send-access-links.ts',
    'mail/queue-mail.ts',
    'mail/mail-draft.ts',
    'register/publish-entry.ts',
    'register/lapse-entry.ts',
    'register/end-entry-at.ts',
    'application/schema.ts',
  ],
  review: [
    'address-confirmation/confirm-address.ts',
    'funnel/publish-listing.ts',
    'funnel/rules.ts',
    'identity/company-domain.ts',
    'identity/judge-identity.ts',
    'identity/queries.ts',
    'identity/rules.ts',
    'access/create-access-link.ts',
    'address-confirmation/confirm-address.ts',
    'address-confirmation/queue-address-confirmation.ts',
    'application/company-check.ts',
    'application/rules.ts',
    'application/schema.ts',
    'access/token.ts',
    'booking/queries.ts',
    'funnel/book-checkout-session.ts',
    'funnel/queries.ts',
    'funnel/start-checkout.ts',
    'mail/queue-mail.ts',
    'mail/templates/address-corrected.ts',
    'mail/templates/application-approved.ts',
    'mail/templates/application-question.ts',
    'mail/templates/application-answered.ts',
    'mail/templates/application-rejected.ts',
    'mail/templates/approval-withdrawn.ts',
  ],
  'register-desk': [
    'mail/queue-mail.ts',
    'mail/templates/standing-changed.ts',
    'register/numbers.ts',
    'register/queries.ts',
    'register/rules.ts',
    'register/standing-badge.tsx',
  ],
  'content-desk': ['boxing/move-evening.ts', 'boxing/rules.ts', 'webinar/move-webinar.ts', 'webinar/rules.ts'],
  'partners-desk': ['partners/queries.ts'],
  'call-times-desk': ['booking/queries.ts', 'booking/rules.ts'],
  'national-import': ['national-events/import-national-events.ts', 'national-events/read-csv.ts'],
  'money-desk': [
    'funnel/desk-queries.ts',
    'funnel/refund-order.ts',
    'funnel/replay-payment-event.ts',
    'funnel/work-off-payment-event.ts',
  ],
  'quick-apply': ['lookup/suggestion-field.tsx', 'lookup/rules.ts', 'lookup/schema.ts'],
  demo: ['register/numbers.ts'],
  'national-events': ['register/demonstration-notice.tsx'],
  register: ['sharing/share-version.ts', 'mail/queue-mail.ts', 'mail/mail-draft.ts'],
  sharing: ['register/list-register.ts', 'register/read-filters.ts', 'register/rules.ts'],
  contact: ['mail/queue-mail.ts', 'mail/mail-draft.ts'],
  privacy: ['application/new-reference.ts', 'mail/queue-mail.ts', 'mail/mail-draft.ts', 'mail/hide-secrets.ts'],
  press: [
    'access/token.ts',
    'authority/chapter.tsx',
    'authority/content.ts',
    'certificate/certificate-fonts.ts',
    'certificate/collect-pdf.ts',
    'certificate/draw-guilloche.ts',
    'mail/queue-mail.ts',
    'mail/mail-draft.ts',
  ],
  booking: [
    'address-confirmation/confirm-address.ts',
    'mail/queue-mail.ts',
    'mail/mail-draft.ts',
    'crm/queue-crm-update.ts',
  ],
  boxing: [
    'address-confirmation/confirm-address.ts',
    'address-confirmation/queue-address-confirmation.ts',
    'mail/queue-mail.ts',
    'mail/mail-draft.ts',
  ],
  webinar: ['mail/queue-mail.ts', 'mail/mail-draft.ts'],
  crm: ['desk/desk-frame.tsx'],
  packages: ['application/state.ts'],
  draft: ['access/send-draft-link.ts'],
  application: [
    'address-confirmation/queue-address-confirmation.ts',
    'draft/rules.ts',
    'draft/state.ts',
    'draft/schema.ts',
    'draft/use-draft-sync.ts',
    'draft/use-draft-link.ts',
    'draft/use-delete-draft.ts',
    'draft/draft-standing.tsx',
    'draft/other-version.tsx',
    'draft/queries.ts',
    'draft/save-draft.ts',
    'draft/api.ts',
    'access/send-draft-link.ts',
    'packages/package-choice.tsx',
    'booking/booking-dialog.tsx',
    'booking/rules.ts',
    'booking/schema.ts',
    'booking/queries.ts',
    'booking/read-call-data.ts',
    'booking/list-free-times.ts',
    'booking/may-book.ts',
    'booking/book-call.ts',
    'access/create-access-link.ts',
    'lookup/suggestion-field.tsx',
    'lookup/rules.ts',
    'lookup/use-company-lookup.ts',
    'lookup/use-address-search.ts',
    'mail/queue-mail.ts',
    'mail/templates/application-approved.ts',
    'mail/templates/application-received.ts',
  ],
}

/** Doors that stand open to every feature. */
const openDoors = new Set([
  // What the pages of the desk are made of.
  'desk/desk-frame.tsx',
  'desk/desk-filters.tsx',
  'desk/desk-history.tsx',
  'desk/desk-notice.tsx',
  'desk/desk-tabs.tsx',
  'desk/desk-time.tsx',
  'desk/use-send-form.ts',
])

/** Rooms that reach up, each for one named reason. */
const exceptions = new Set<string>([
  // The page table belongs to the shell and names the modules of every feature; features never import it.
  // The front page shows in full the wordmarks of which the header shows three.
  'src/features/home/home-page.tsx → src/shell/partner-logos.tsx',
])

const rank = new Map(rows.flatMap((rooms, index) => rooms.map((room) => [room, index] as const)))

test('every room is known', () => {
  const unknown = [...new Set(sourceFiles().map(roomOf))].filter((room) => !rank.has(room))
  expect(unknown).toEqual([])
})

test('imports point one way', () => {
  const wrong = sourceFiles().flatMap((path) =>
    allImports(path)
      .filter((target) => target.startsWith('src/'))
      .filter((target) => rank.get(roomOf(target))! > rank.get(roomOf(path))!)
      .map((target) => `${path} → ${target}`)
      .filter((edge) => !exceptions.has(edge)),
  )
  expect(wrong).toEqual([])
})

test('a feature takes from another only through a named door', () => {
  const wrong = sourceFiles().flatMap((path) => {
    const feature = featureOf(path)
    if (!feature) return []
    return allImports(path)
      .filter((target) => featureOf(target) && featureOf(target) !== feature)
      .filter((target) => !openDoors.has(target.replace('src/features/', '')))
      .filter((target) => !doors[feature]?.includes(target.replace('src/features/', '')))
      .map((target) => `${path} → ${target}`)
  })
  expect(wrong).toEqual([])
})

function roomOf(path: string): string {
  return path.split('/')[1]!.replace(/\.tsx?$/, '')
}

function featureOf(path: string): string | null {
  return path.match(/^src\/features\/([^/]+)\//)?.[1] ?? null
}
