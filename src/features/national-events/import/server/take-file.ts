import { addJob } from '#database/add-job.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import type { Admin } from '#domain/permissions.ts'
import type { Services } from '#requests/services.ts'
import { addImport, addPiece, beginCheck, beginImport } from './queries.ts'

type Needed = Pick<Services, 'sql' | 'now'>

/** Begins to take a file in so many pieces. @returns the import's id. */
export async function startImport(
  { sql, now }: Needed,
  { fileName, pieces, admin }: { fileName: string; pieces: number; admin: Admin },
): Promise<string> {
  const [added] = await addImport(sql, {
    fileName,
    pieces,
    personId: admin.id,
    personName: admin.name,
    now: now().toISOString(),
  })
  return added!.id
}

/**
 * Takes one piece; with the last one that was missing the check begins. The same piece sent again changes nothing.
 *
 * @returns whether the file is complete; null for a piece that belongs nowhere.
 */
export async function takePiece(
  { sql }: Pick<Services, 'sql'>,
  importId: string,
  position: number,
  text: string,
): Promise<boolean | null> {
  // PostgreSQL stores no NUL; the check refuses a file that holds one anyway.
  const [taken] = await addPiece(sql, { importId, position, content: text.replaceAll('\u0000', '\uFFFF') })
  if (!taken) return null
  return await sql.begin(async (tx) => {
    const [complete] = await beginCheck(tx, { importId })
    if (complete) await addJob(tx, 'national-import', { importId }, { key: `national-import:${importId}` })
    return complete !== undefined
  })
}

/** Has a checked file imported. @returns false for one that is not checked, holds nothing, or was confirmed before. */
export async function confirmImport({ sql }: Pick<Services, 'sql'>, importId: string, admin: Admin): Promise<boolean> {
  return await sql.begin(async (tx) => {
    const [begun] = await beginImport(tx, { importId })
    if (!begun) return false
    await addJob(tx, 'national-import', { importId }, { key: `national-import:${importId}` })
    await recordChange(tx, {
      actor: byPerson(admin),
      subject: { kind: 'national-import', id: importId },
      action: 'confirmed',
      after: { file: begun.file_name },
    })
    return true
  })
}
