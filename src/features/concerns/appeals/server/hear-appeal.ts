import { type } from 'arktype'
import { byPerson, recordChange } from '#database/record-change.ts'
import type { Transaction } from '#database/sql.ts'
import type { Admin } from '#domain/permissions.ts'
import { publishAssurance } from '#features/assessments/cases/server/publish-assurance.ts'
import { type RecordStep, stepRecorder } from '#features/concerns/server/record-step.ts'
import { changeStatusWithin } from '#features/register/admin/server/change-register-status.ts'
import { appealLink } from '#mail/appeal-link.ts'
import { isAddressConfirmed } from '#mail/confirm-address.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { answer, formCommand } from '#requests/command.ts'
import type { Services } from '#requests/services.ts'
import { type Failure, failure } from '#wire/failure.ts'
import { appealDeskSchemas } from '../schema.ts'
import type { AppealNotice } from '../state.ts'
import { appealSettledMail } from './appeal-mails.ts'
import {
  type AppealRow,
  listParticipants,
  lockAppeal,
  lockAppellant,
  openAppealAssessment,
  reopenApplication,
  settleAppeal,
  takeAppeal,
} from './queries.ts'

const appealParams = type({ id: 'string.uuid' })

/** A post that came too late, or could not be done, and what the page says of it. */
const refused = (notice: AppealNotice) => failure('conflict', 'This could not be done.', { details: { notice } })

type Work = {
  tx: Transaction
  appeal: AppealRow
  at: string
  note: RecordStep
}

/** Does something with an appeal, all or nothing; the appeal is locked meanwhile. */
async function workOn(
  { sql, now }: Pick<Services, 'sql' | 'now'>,
  id: string,
  admin: Admin,
  work: (given: Work) => Promise<Failure | null>,
) {
  return await sql.begin(async (tx) => {
    const [appeal] = await lockAppeal(tx, { id })
    if (!appeal) return failure('not-found', 'There is no such appeal.')
    const at = now().toISOString()
    const note = stepRecorder(tx, { appealId: id }, admin, at)
    return (await work({ tx, appeal, at, note })) ?? answer({ id })
  })
}

/** Whether somebody had a part in what is appealed against. */
async function hadPart(tx: Transaction, { application_id: applicationId }: AppealRow, admin: Admin): Promise<boolean> {
  return (await listParticipants(tx, { applicationId })).some(({ id }) => id === admin.id)
}

/** Takes an appeal up, or over from somebody else: only who had no part in the decision. */
export const takeUp = formCommand({
  permission: 'concerns',
  params: appealParams,
  run: async ({ params: { id }, admin, services }) =>
    await workOn(services, id, admin, async ({ tx, appeal, at, note }) => {
      if (appeal.settled_at || appeal.heard_by === admin.id) return refused('moved-on')
      if (await hadPart(tx, appeal, admin)) return refused('had-part')
      await takeAppeal(tx, { id, personId: admin.id, personName: admin.name, now: at })
      await note('taken-up', '', { before: { heardBy: appeal.heard_by_name }, after: { heardBy: admin.name } })
      return null
    }),
})

/** Adds a note, which nobody outside the desk sees. */
export const writeNote = formCommand({
  permission: 'concerns',
  params: appealParams,
  schema: appealDeskSchemas.note,
  run: async ({ params: { id }, input: { note: text }, admin, services }) =>
    await workOn(services, id, admin, async ({ note }) => {
      await note('note', text)
      return null
    }),
})

/**
 * Ends an appeal, once, by who hears it, with reasons that the applicant reads. Upheld, it does what the decision's own part of the
 * product allows: the application is submitted again, a new assessment is opened, or the entry is reinstated.
 */
export const settle = formCommand({
  permission: 'concerns',
  params: appealParams,
  schema: appealDeskSchemas.settle,
  run: async ({ params: { id }, input: { outcome, reasons }, admin, services }) =>
    await workOn(services, id, admin, async ({ tx, appeal, at, note }) => {
      if (appeal.state !== 'being-heard') return refused('moved-on')
      if (appeal.heard_by !== admin.id) return refused('not-yours')
      if (await hadPart(tx, appeal, admin)) return refused('had-part')
      const [appellant] = await lockAppellant(tx, { applicationId: appeal.application_id })
      if (outcome === 'upheld' && !(await undo(tx, services, appeal, admin, at))) return refused('not-possible')
      await settleAppeal(tx, { id, state: outcome, reasons, now: at })
      const isConfirmed = await isAddressConfirmed(tx, appellant!.email)
      const link = appealLink({ appId: appeal.application_id, email: appellant!.email }, services.env)
      const told = { ...appellant!, link, contact_name: isConfirmed ? appellant!.contact_name : '' }
      await queueMail(tx, appealSettledMail(told, appeal, { state: outcome, reasons }, services.brand), services)
      await note(outcome, reasons, { before: { state: 'being-heard' }, after: { state: outcome } })
      return null
    }),
})

/** Does what an appeal that is upheld leads to. @returns false where the decision does not stand any more. */
async function undo(
  tx: Transaction,
  services: Pick<Services, 'now' | 'brand' | 'env'>,
  { reference, against, application_id: applicationId, assessment_id: assessmentId, entry_id: entryId }: AppealRow,
  admin: Admin,
  now: string,
): Promise<boolean> {
  const reason = `Appeal ${reference} was upheld.`
  if (against === 'rejection') {
    const [reopened] = await reopenApplication(tx, {
      applicationId,
      personId: admin.id,
      personName: admin.name,
      reason,
      now,
    })
    if (!reopened) return false
    const subject = { kind: 'application', id: applicationId }
    const change = { before: { status: 'rejected' }, after: { status: 'submitted' } }
    await recordChange(tx, { actor: byPerson(admin), subject, action: 'appeal-upheld', ...change })
    return true
  }
  if (against === 'refusal') {
    if ((await openAppealAssessment(tx, { assessmentId: assessmentId!, now })).length === 0) return false
    await publishAssurance(tx, { applicationId }, services)
    return true
  }
  return (
    (await changeStatusWithin(tx, services, { id: entryId!, admin, act: 'reinstate', seen: null, reason })) === 'done'
  )
}
