import { londonDay, longDay } from '#domain/london-time.ts'
import { waitForAddress } from '#mail/confirm-address.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { applicationWords, greeting } from '#mail/told-application.ts'
import { href } from '#pages.ts'
import { answer, formCommand } from '#requests/command.ts'
import type { Services } from '#requests/services.ts'
import { caseParams, conditionMetSchema } from '../schema.ts'
import { listUntoldConditions, meetCondition, noteConditionTold } from './step-queries.ts'
import type { ToldCase } from './told-case.ts'
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

/** To the holder: a condition of the accreditation was not met by its day. */
export function conditionOverdueMail(
  told: Omit<ToldCase, 'assessmentId'>,
  condition: { id: string; text: string; due: string },
): MailDraft {
  const { applicationId, reference, contactName, email } = told
  return {
    kind: 'condition-overdue',
    causedBy: 'system',
    once: `condition-overdue:${condition.id}`,
    to: { name: contactName, email },
    subject: `A condition of your accreditation is overdue: ${reference}`,
    body: [
      { kind: 'paragraph', text: greeting(told) },
      {
        kind: 'paragraph',
        text: `Your ${applicationWords(told)} was accredited with a condition to meet by ${longDay(condition.due)}:`,
      },
      { kind: 'paragraph', text: condition.text },
      {
        kind: 'paragraph',
        text: 'We do not have evidence that it is met. Send us evidence, or tell us why you cannot meet it. An assessor will look at it now.',
      },
      { kind: 'button', label: 'Send evidence', href: href('evidence', { appId: applicationId }) },
    ],
  }
}
