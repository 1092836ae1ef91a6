import { londonDay } from '#domain/london-time.ts'
import { waitForAddress } from '#mail/confirm-address.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { answer, formCommand } from '#requests/command.ts'
import type { Services } from '#requests/services.ts'
import { caseParams, conditionMetSchema } from '../schema.ts'
import { conditionOverdueMail } from './mails/condition-overdue.ts'
import { listUntoldConditions, meetCondition, noteConditionTold } from './step-queries.ts'
import { overtaken, takeStep, workOnCase } from './work-on-case.ts'

/** Notes that a condition is met: who, and when. */
export const noteConditionMet = formCommand({
  permission: 'assess',
  params: caseParams,
  schema: conditionMetSchema,
  run: async ({ params: { id }, input: { condition: conditionId }, admin, services }) =>
    await workOnCase(services, { id, admin, during: ['decided'] }, async (work) => {
      const by = { personId: admin.id, personName: admin.name, now: work.at }
      const [met] = await meetCondition(work.tx, { id, conditionId, ...by })
      if (!met) return overtaken
      await takeStep(work, 'condition-met', { reason: met.text })
      return answer(null)
    }),
})

/** Tells the holders of what is overdue, once for each condition. The queue shows the same by itself. */
export async function remindConditions(services: Pick<Services, 'sql' | 'now' | 'brand' | 'env'>): Promise<void> {
  const { sql, now } = services
  for (const { id, application_id: applicationId } of await listUntoldConditions(sql, { today: londonDay(now()) })) {
    await sql.begin(async (tx) => {
      const [told] = await noteConditionTold(tx, { conditionId: id, now: now().toISOString() })
      if (!told) return
      const { reference, title, email, contact_name, text, due_on: due } = told
      const isConfirmed = await waitForAddress(tx, email)
      const holder = {
        applicationId,
        reference,
        email,
        title: isConfirmed ? title : null,
        contactName: isConfirmed ? contact_name : '',
      }
      await queueMail(tx, conditionOverdueMail(holder, { id, text, due }), services)
    })
  }
}
