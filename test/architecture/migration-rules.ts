/** Tables that grow with the business: what reads or locks all of one takes too long for a site that goes on serving. */
const largeTables = [
  'application_decisions',
  'applications',
  'assessment_criteria',
  'audit_log',
  'evidence_files',
  'log_tiles',
  'mails',
  'national_events',
  'orders',
  'organisations',
  'payment_events',
  'register_entries',
  'register_history',
  'register_leaf_heads',
  'register_leaves',
  'register_organisers',
  'registered_companies',
  'sign_in_events',
  'stored_file_pieces',
]

const volatile = /\b(uuidv7|uuidv4|gen_random_uuid|clock_timestamp|random|nextval|timeofday)\s*\(/

/**
 * What a migration does that the last release would not survive, or that holds long locks while the site serves (CONTRIBUTING.md, "A migration").
 * Tables that the same file creates are nobody's yet.
 *
 * @returns sentences; none where the migration keeps the rules.
 */
export function findBrokenRules(text: string): string[] {
  const sql = text
    .replace(/--.*$/gm, '')
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()
  const made = new Set(
    [...sql.matchAll(/create (?:unlogged )?table (?:if not exists )?(\w+)/g)].map(([, name]) => name),
  )
  const outside = text.startsWith('-- without a transaction\n')
  const problems: string[] = []
  for (const statement of sql.split(';').map((part) => part.trim().replace(/\s+/g, ' '))) {
    const say = (rule: string) => problems.push(`${rule}: ${statement.slice(0, 90)}`)
    const [, table] =
      /^alter table (?:if exists )?(?:only )?(\w+)/.exec(statement) ??
      /^(?:create|drop) .* on (\w+)/.exec(statement) ??
      []
    if (table && made.has(table)) continue
    const isLarge = largeTables.includes(table ?? '')

    if (/^drop (table|view|function|type|schema|sequence)\b/.test(statement) || /\bdrop column\b/.test(statement))
      say('takes away what the last release uses')
    if (/\brename\b/.test(statement)) say('renames what the last release uses')
    if (/\balter (column )?(?!column\b)\w+ (set data )?type\b/.test(statement))
      say('changes a type, which writes the table anew')
    if (
      /\badd (column )?(if not exists )?\w+ .*\bnot null\b/.test(statement) &&
      !/\bdefault\b|add constraint/.test(statement)
    )
      say('adds a column that the last release does not fill')
    if (
      /\badd (column )?(if not exists )?\w+ /.test(statement) &&
      (volatile.test(statement) || /\bgenerated always as \(.*\) stored|\bas identity/.test(statement))
    )
      say('adds a column whose value writes the table anew')
    if (/\bset not null\b/.test(statement) && !/validate constraint/.test(sql))
      say('reads all rows under a lock: add a check "not valid" and validate it first')
    if (
      isLarge &&
      /\badd constraint .*\b(check|foreign key|references)\b/.test(statement) &&
      !/\bnot valid\b/.test(statement)
    )
      say('reads all rows under a lock: add the constraint "not valid", and validate it in a migration of its own')
    if (
      isLarge &&
      /\badd constraint .*\b(unique|primary key|exclude)\b/.test(statement) &&
      !/\busing index\b/.test(statement)
    )
      say('builds an index under a lock: build it concurrently and add the constraint "using index"')
    if (isLarge && /^create (unique )?index/.test(statement) && !(outside && /\bconcurrently\b/.test(statement)))
      say('builds an index under a lock: "-- without a transaction", then "create index concurrently if not exists"')
    if (/^(truncate|lock table|cluster|vacuum|reindex)\b/.test(statement)) say('locks a table')
    const [, written] = /^(?:with .*)?\b(?:update|delete from) (\w+)/.exec(statement) ?? []
    if (written && largeTables.includes(written) && !made.has(written))
      say(
        'changes rows of a large table at once: "-- without a transaction", then a block that commits after each batch',
      )
  }
  return problems
}
