import { queueMail } from '#mail/queue-mail.ts'
import { answer, formCommand } from '#requests/command.ts'
import { failure } from '#wire/failure.ts'
import { askSchema, caseParams } from '../schema.ts'
import { noteTold } from './criterion-queries.ts'
import { evidenceWantedMail } from './mails/evidence-wanted.ts'
import { setStatus } from './step-queries.ts'
import { toldOf } from './told-case.ts'
import { takeStep, workOnCase } from './work-on-case.ts'

/** Asks the applicant for more, at once and with the whole list: the case is open again, whatever was proposed or intended. */
export const askForMore = formCommand({
  permission: 'assess',
  params: caseParams,
  schema: askSchema,
  run: async ({ params: { id }, input: { message }, admin, services }) =>
    await workOnCase(services, { id, admin, during: ['open', 'proposed', 'notice'] }, async (work) => {
      const { tx, found, criteria, at } = work
      const wanted = criteria.filter(({ found: { state } }) => state === 'more-needed')
      if (wanted.length === 0 && message === '') {
        const why = 'Say what is needed, or mark the criteria for which more is needed'
        return failure('invalid', why, { fields: [{ field: 'message', message: why }] })
      }
      if (found.status !== 'open') await setStatus(tx, { id, status: 'open', answerUntil: null })
      await takeStep(work, 'asked', { reason: message })
      await noteTold(tx, { id, now: at })
      await queueMail(tx, evidenceWantedMail(await toldOf(tx, found), wanted, message), services)
      return answer(null)
    }),
})
