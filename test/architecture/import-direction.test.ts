import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { projectRoot } from '#process/project-root.ts'
import { allImports, read, sourceFiles } from './sources.ts'

/** From the ground up: a room imports from its own row and from rows before it. */
const rows = [
  ['domain', 'process'],
  ['api', 'pages', 'admin-pages', 'brand'],
  ['wire'],
  ['ui'],
  ['settings'],
  ['env-of-values'],
  ['env'],
  ['database', 'providers', 'drawing'],
  ['requests'],
  ['mail'],
  ['page'],
  ['features'],
  ['shell'],
  ['http', 'jobs', 'browser', 'sandbox'],
  ['build', 'commands', 'services', 'start-work', 'site', 'main'],
]

/**
 * The rooms of the features, from the ground up: one may import from those before it, and from nothing after it. What is done with an
 * application once it has been sent is in its folder, but above the rooms that it imports.
 */
const features = [
  'claims',
  'mailbox',
  'people',
  'register',
  'national-events',
  'applications',
  'assessments',
  'payments',
  'concerns',
  'applications/own-application',
  'applications/review',
  'proof',
  'watching',
  'site',
  'operations',
]

/** What each room offers to those after it, and nothing else. */
const offered: Record<string, string[]> = {
  mailbox: ['rules.ts', 'state-badge.tsx'],
  claims: ['claim-figures.tsx', 'sample-note.tsx', 'server/read-claims.ts'],
  register: [
    'admin/rules.ts',
    'admin/server/change-register-status.ts',
    'badge-look.ts',
    'certificate/number-form.tsx',
    'certificate/server/queries.ts',
    'certificate/server.ts',
    'demonstration-notice.tsx',
    'place-and-date-filters.tsx',
    'prove-it.tsx',
    'server/badge-code.ts',
    'register-status-badge.tsx',
    'server/end-entry.ts',
    'server/has-conflict.ts',
    'server/publish-entry.ts',
    'server/queries.ts',
    'server/set-assurance.ts',
    'cities/server.ts',
    'server/filters.ts',
    'server/search-queries.ts',
    'sharing/server/load-feed.ts',
    'sharing/server/sitemap.ts',
    'suggesting-search.tsx',
  ],
  'national-events': ['server/queries.ts'],
  applications: [
    'access/ask-for-link.tsx',
    'access/server/create-access-link.ts',
    'application-fields.tsx',
    'case/case-frame.tsx',
    'case/open-case.ts',
    'crm/server/queue-crm-update.ts',
    'draft-field.tsx',
    'mails.ts',
    'rules.ts',
    'schema.ts',
    'server/create-application.ts',
    'server/queries.ts',
    'server/read-open-decisions.ts',
    'server/sample-application.ts',
    'sent-draft.ts',
    'shown-facts.tsx',
    'state.ts',
  ],
  assessments: [
    'evidence/server/open-renewal.ts',
    'cases/judged-criteria.ts',
    'cases/rules.ts',
    'cases/queue.ts',
    'cases/server/load-case.ts',
    'cases/server/look-after.ts',
    'cases/server/publish-assurance.ts',
    'cases/server/queue.ts',
    'cases/server/work-on-case.ts',
    'evidence/rules.ts',
    'criteria/rules.ts',
    'criteria/standards.tsx',
    'packages/content.ts',
    'evidence/own-conditions.tsx',
    'evidence/server/queries.ts',
    'criteria/server/read-criteria.ts',
    'criteria/reason-kinds.ts',
    'criteria/server/queries.ts',
    'files/rules.ts',
    'files/server/may-read-file.ts',
    'files/server/purge-file.ts',
    'files/server/upload.ts',
    'server/change-call.ts',
    'server/queries.ts',
  ],
  concerns: ['appeals/rules.ts', 'line/rules.ts'],
  'applications/own-application': ['mails.ts'],
  'applications/review': ['emails/rules.ts', 'queries.ts'],
  proof: ['server/queries.ts'],
  payments: [
    'admin/order-status-badge.tsx',
    'admin/rules.ts',
    'identity/server/check-identity.ts',
    'identity/server/queries.ts',
    'checkout/server/end-open-orders.ts',
    'fulfilment/server/publish-listing.ts',
    'ledger/server/sum-movements.ts',
    'documents/document-table.tsx',
    'documents/server/queries.ts',
    'order-table.tsx',
    'rules.ts',
    'server/queries.ts',
    'server/read-orders.ts',
    'subscriptions/server/end-or-cancel.ts',
    'subscriptions/server/follow-subscription.ts',
  ],
  site: ['how-we-count/server.ts', 'press/content.ts', 'server/promotion-dates.ts'],
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

/** What a room near the ground may know of those below it, beside what a row allows: the formats of figures, days and money are no words of a trade. */
const known: Record<string, RegExp> = {
  ui: /^src\/(ui|wire)\/|^src\/domain\/(figures|formats|london-time|money)\.ts$/,
  database: /^src\/(database|process|env)\b|^src\/domain\/(formats|search-variants|promotion-date)\.ts$/,
}

test('the design system and the database know no business words', () => {
  const wrong = sourceFiles().flatMap((path) => {
    const allowed = known[roomOf(path)]
    return allowed ? allImports(path).flatMap((target) => (allowed.test(target) ? [] : [`${path} → ${target}`])) : []
  })
  expect(wrong).toEqual([])
})

/** The tables by which http answers pages, calls and files, each in its room. */
const tables = ['src/http/endpoints.ts', 'src/http/file-routes.ts', 'src/http/handlers.ts']

test('http has nothing of one feature: its tables name what is in the rooms', () => {
  const importers = sourceFiles().filter(
    (path) => roomOf(path) === 'http' && allImports(path).some((target) => featureOf(target) !== null),
  )
  expect(importers.toSorted()).toEqual(tables.toSorted())
})

/** What chooses a provider, and what starts with the demonstration's data. The tables of the payment stand-in belong to the database's owner. */
const choosers = ['src/services.ts', 'src/site.ts', 'src/commands/migrate.ts']

test('stand-ins and the demonstration’s data are for those alone who choose them', () => {
  const importers = sourceFiles().filter(
    (path) => roomOf(path) !== 'sandbox' && allImports(path).some((target) => target.startsWith('src/sandbox/')),
  )
  expect(importers.toSorted()).toEqual(choosers.toSorted())
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
      const isOffered = offered[other]?.includes(target.replace(`src/features/${other}/`, ''))
      return isOffered && features.indexOf(other) < features.indexOf(feature) ? [] : [`${path} → ${target}`]
    })
  })
  expect(wrong).toEqual([])
  const files = Object.entries(offered).flatMap(([room, names]) => names.map((file) => `src/features/${room}/${file}`))
  expect(files.filter((file) => !used.has(file))).toEqual([])
  expect(features).toEqual(expect.arrayContaining([...new Set(sourceFiles().flatMap((path) => featureOf(path) ?? []))]))
})

test('no file leads back to itself by its imports, those of types included', () => {
  const left = new Map(sourceFiles().map((path) => [path, allImports(path)]))
  // What imports nothing that is left is on no circle, nor is what nothing imports.
  for (let before = -1; before !== left.size; ) {
    before = left.size
    const imported = new Set([...left.values()].flat())
    for (const [path, targets] of left)
      if (!imported.has(path) || !targets.some((target) => left.has(target))) left.delete(path)
  }
  const circles = [...left].map(([path, targets]) => `${path} → ${targets.filter((target) => left.has(target))}`)
  expect(circles).toEqual([])
})

test('an import that leaves its folder by more than one floor is written with #', () => {
  const files = [...new Glob('{src,test}/**/*.{ts,tsx}').scanSync(projectRoot)]
  const climbing = files.filter((path) => /(?:from|import\()\s*'(?:\.\.\/){2}(?!uno)/.test(read(path)))
  expect(climbing).toEqual([])
})

function roomOf(path: string): string {
  return path.split('/')[1]!.replace(/\.tsx?$/, '')
}

function featureOf(path: string): string | null {
  return path.match(/^src\/features\/(applications\/(?:own-application|review)|[^/]+)\//)?.[1] ?? null
}
