import { importNationalEvents } from '#features/national-events/server/import-national-events.ts'
import { readCsv, WrongFile } from '#features/national-events/server/read-csv.ts'
import type { Services } from '#requests/services.ts'
import { maxProblems } from '../rules.ts'
import { type Found, type ImportRow, noteProgress, readImport, readPiece, settleImport } from './queries.ts'

type Needed = Pick<Services, 'sql' | 'now' | 'log'>

/**
 * The next step of an import, by the queue: the check of what was sent, or the import of what was confirmed. Done again, the check
 * finds the same, and the import changes nothing more.
 */
export async function runImport({ importId }: { importId: string }, services: Services): Promise<void> {
  const [row] = await readImport(services.sql, { importId })
  if (row?.state === 'checking') await check(row, services)
  if (row?.state === 'importing') await carryOut(row, services)
}

async function check(row: ImportRow, { sql, now }: Needed): Promise<void> {
  const found: Found = { rows: 0, refused: 0, problems: [], ignored: [] }
  try {
    for await (const item of readCsv(bytesOf(row, { sql }), (columns) => found.ignored.push(...columns.slice(0, 20)))) {
      found.rows++
      if ('reason' in item) {
        found.refused++
        if (found.problems.length < maxProblems) found.problems.push({ line: item.line, reason: item.reason })
      }
      if (found.rows % 2000 === 0) await noteProgress(sql, { importId: row.id, rowsRead: found.rows })
    }
  } catch (problem) {
    if (!(problem instanceof WrongFile)) throw problem
    return void (await settleImport(sql, {
      importId: row.id,
      state: 'failed',
      found: null,
      summary: null,
      problem: problem.message,
      now: now().toISOString(),
    }))
  }
  await settleImport(sql, {
    importId: row.id,
    state: 'checked',
    found,
    summary: null,
    problem: null,
    now: now().toISOString(),
  })
}

async function carryOut(row: ImportRow, { sql, now }: Needed): Promise<void> {
  const by = { actor: { kind: 'job' as const, name: 'national-import' }, id: row.id }
  const outcome = await importNationalEvents(sql, bytesOf(row, { sql }), by, {
    refused: () => {},
    ignored: () => {},
    progress: (count) => {
      // Beside the import's own transaction, so that it is seen before that ends.
      void noteProgress(sql, { importId: row.id, rowsRead: count }).catch(() => {})
    },
  })
  const at = now().toISOString()
  if (outcome.kind === 'wrong-file')
    await settleImport(sql, {
      importId: row.id,
      state: 'failed',
      found: null,
      summary: null,
      problem: outcome.message,
      now: at,
    })
  else
    await settleImport(sql, {
      importId: row.id,
      state: 'done',
      found: null,
      summary: outcome.summary,
      problem: null,
      now: at,
    })
}

/** The file, piece by piece. */
async function* bytesOf({ id, pieces }: ImportRow, { sql }: Pick<Services, 'sql'>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for (let position = 0; position < pieces; position++) {
    const [piece] = await readPiece(sql, { importId: id, position })
    // A NUL was stored as another character that no text holds: the reader shall meet it.
    yield encoder.encode((piece?.content ?? '').replaceAll('\uFFFF', '\u0000'))
  }
}
