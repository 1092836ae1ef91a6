import { byPerson } from '#database/record-change.ts'
import { purgeFile } from '#features/assessments/files/server/purge-file.ts'
import { listEvidence } from '#features/assessments/files/server/queries.ts'
import { answer, formCommand } from '#requests/command.ts'
import { isFailure } from '#wire/failure.ts'
import { caseParams, purgeSchema } from '../schema.ts'
import { overtaken, workOnCase } from './work-on-case.ts'

/** Deletes what a file of the case holds, for good and at once: what should never have been sent. */
export const purgeEvidence = formCommand({
  permission: 'assess',
  params: caseParams,
  schema: purgeSchema,
  run: async ({ params: { id }, input: { file: fileId }, admin, services }) => {
    const during = ['open', 'proposed', 'panel', 'notice', 'decided'] as const
    const allowed = await workOnCase(services, { id, admin, during }, async ({ tx, found }) => {
      const files = await listEvidence(tx, { applicationId: found.application_id })
      return files.some((file) => file.id === fileId) ? answer(null) : overtaken
    })
    if (isFailure(allowed)) return allowed
    return (await purgeFile(services, { fileId, by: byPerson(admin) })) ? answer(null) : overtaken
  },
})
