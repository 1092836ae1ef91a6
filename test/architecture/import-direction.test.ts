import { expect, test } from 'bun:test'
import { allImports, sourceFiles } from './sources.ts'

/** From the ground up: a room imports from its own row and from rows before it. */
const rows = [
  ['domain', 'process'],
  ['api', 'pages', 'admin-pages', 'brand'],
  ['wire'],
  ['ui'],
  ['settings'],
  ['env'],
  ['database', 'providers'],
  ['requests'],
  ['features'],
  ['shell'],
  ['http', 'jobs', 'browser'],
  ['build', 'commands', 'services', 'start-work', 'site', 'main'],
]

/** The rooms of the features, from the ground up: one may import from those before it, and from nothing after it. */
const features = [
  'mail',
  'people',
  'register',
  'national-events',
  'applications',
  'assessments',
  'payments',
  'concerns',
  'proof',
  'watching',
  'open-data',
  'site',
  'operations',
]

/** Doors: what each room offers to those after it, and nothing else. */
const doors: Record<string, string[]> = {
  mail: [
    'address-confirmation/server/confirm-address.ts',
    'address-confirmation/server/queue-address-confirmation.ts',
    'bounces/mail-does-not-arrive.tsx',
    'bounces/rules.ts',
    'bounces/server/find-suppressed.ts',
    'bounces/state.ts',
    'server/appeal-link.ts',
    'server/hide-secrets.ts',
    'server/link-token.ts',
    'server/mail-draft.ts',
    'server/queue-mail.ts',
    'too-often.tsx',
  ],
  register: [
    'admin/server/change-register-status.ts',
    'assurance-badge.tsx',
    'certificate/number-form.tsx',
    'certificate/rules.ts',
    'certificate/server/certificate-fonts.ts',
    'certificate/server/collect-pdf.ts',
    'certificate/server/draw-guilloche.ts',
    'certificate/server/queries.ts',
    'certificate/state.ts',
    'demo/server/demo-entries.ts',
    'demonstration-notice.tsx',
    'server/end-entry-at.ts',
    'server/lapse-entry.ts',
    'server/publish-entry.ts',
    'server/withhold-by-evidence.ts',
    'server/set-assurance.ts',
    'server/answer-facts.ts',
    'organisers/server/organiser-address.ts',
    'rules.ts',
    'schema.ts',
    'when.ts',
    'place-and-date-filters.tsx',
    'cities/server/queries.ts',
    'server/filtered.ts',
    'server/filters.ts',
    'server/search-queries.ts',
    'sharing/server/entry-text.ts',
    'sharing/server/load-share-image.ts',
    'sharing/server/load-feed.ts',
    'sharing/server/news-feeds.ts',
    'sharing/server/read-feed.ts',
  ],
  applications: [
    'access/ask-for-link.tsx',
    'access/server/create-access-link.ts',
    'access/server/send-access-links.ts',
    'content.ts',
    'draft-field.tsx',
    'event-step.tsx',
    'organisation-step.tsx',
    'crm/server/queue-crm-update.ts',
    'facts.ts',
    'lookup/rules.ts',
    'lookup/schema.ts',
    'lookup/suggestion-field.tsx',
    'rules.ts',
    'schema.ts',
    'server/compare-officers.ts',
    'server/company-check.ts',
    'server/mails/appeal-blocks.ts',
    'server/mails/application-approved.ts',
    'server/queries.ts',
    'server/sample-application.ts',
    'shown-fact.tsx',
    'state.ts',
  ],
  assessments: [
    'evidence/server/open-renewal.ts',
    'cases/server/publish-assurance.ts',
    'criteria/criteria-catalogue.tsx',
    'criteria/criterion.ts',
    'evidence/rules.ts',
    'evidence/server/room-queries.ts',
    'criteria/criteria-differences.tsx',
    'criteria/server/read-criteria.ts',
    'criteria/state.ts',
    'rules.ts',
    'server/change-call.ts',
    'server/queries.ts',
  ],
  concerns: ['appeals/server/queries.ts'],
  proof: ['leaf.ts', 'server/queries.ts'],
  payments: [
    'identity/rules.ts',
    'identity/server/judge-identity.ts',
    'identity/server/queries.ts',
    'server/end-open-orders.ts',
    'server/publish-listing.ts',
    'server/queries.ts',
  ],
  site: [
    'contact/rules.ts',
    'how-we-count/rules.ts',
    'how-we-count/server/queries.ts',
    'boxing/rules.ts',
    'boxing/server/move-evening.ts',
    'webinar/rules.ts',
    'webinar/server/move-webinar.ts',
  ],
}

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
      .map((target) => `${path} → ${target}`),
  )
  expect(wrong).toEqual([])
})

test('a feature takes from another only what that one offers, and only from one before it', () => {
  const used = new Set<string>()
  const wrong = sourceFiles().flatMap((path) => {
    const feature = featureOf(path)
    if (!feature) return []
    return allImports(path).flatMap((target) => {
      const other = featureOf(target)
      if (!other || other === feature) return []
      used.add(target)
      const isOffered = doors[other]?.includes(target.replace(`src/features/${other}/`, ''))
      return isOffered && features.indexOf(other) < features.indexOf(feature) ? [] : [`${path} → ${target}`]
    })
  })
  expect(wrong).toEqual([])
  const offered = Object.entries(doors).flatMap(([room, files]) => files.map((file) => `src/features/${room}/${file}`))
  expect(offered.filter((file) => !used.has(file))).toEqual([])
  expect(features).toEqual(expect.arrayContaining([...new Set(sourceFiles().flatMap((path) => featureOf(path) ?? []))]))
})

function roomOf(path: string): string {
  return path.split('/')[1]!.replace(/\.tsx?$/, '')
}

function featureOf(path: string): string | null {
  return path.match(/^src\/features\/([^/]+)\//)?.[1] ?? null
}
