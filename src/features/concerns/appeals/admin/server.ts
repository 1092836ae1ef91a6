import { adminHref } from '#admin-pages.ts'
import type { CamelSql, CamelTransaction } from '#database/camel.ts'
import type { AppealedDecision } from '#domain/appeals.ts'
import { applicationEvents } from '#domain/application-state.ts'
import { isUuid } from '#domain/is-uuid.ts'
import type { Admin } from '#domain/permissions.ts'
import { publishAssurance } from '#features/assessments/cases/server/publish-assurance.ts'
import { noteForm } from '#features/concerns/case-steps.ts'
import { listSteps, recordStep } from '#features/concerns/server/cases.ts'
import { changeStatus } from '#features/register/admin/server/change-register-status.ts'
import { conflicted, hasConflict } from '#features/register/server/has-conflict.ts'
import { command, did, refusal } from '#page/command.ts'
import { notFound, page } from '#page/page.ts'
import type { Services } from '#requests/services.ts'
import { failure, isFailure } from '#wire/failure.ts'
import { readList } from '#wire/list-pages.ts'
import { appealSettledMail } from '../mails.ts'
import { addresseeOf, lockAppellant } from '../queries.ts'
import { type AppealState, appealLists } from '../rules.ts'
import { settleForm } from './form.ts'

const ofCase = { permission: 'concerns', params: { id: isUuid } } as const

const noSuchAppeal = failure('not-found', 'There is no such appeal.')
const hasChanged = refusal('Nothing was changed: the appeal has changed since you opened this page')
const tookPart = refusal('You took part in the decision, so someone else must hear this appeal')

type AppealRow = {
  id: string
  reference: string
  against: AppealedDecision
  state: AppealState
  applicationId: string
  assessmentId: string | null
  entryId: string | null
  heardBy: string | null
  heardByName: string | null
}

type EventRow = { title: string; organisation: string; receivedAt: string }

const lockAppeal = (sql: CamelSql, { id }: { id: string }) => sql<AppealRow[]>`
  select p.id, p.reference, p.against, p.state, p.application_id, p.assessment_id, e.id as entry_id, p.heard_by,
    p.heard_by_name
  from appeals as p left join register_entries as e on e.application_id = p.application_id
  where p.id = ${id}::uuid for update of p`

/** Everybody of the admin area with a part in decisions on the application, its assessments and its entry, or a conflict of interest. */
const listParticipants = (sql: CamelSql, { applicationId }: { applicationId: string }) => sql<
  { id: string; name: string }[]
>`
  select p.id, p.name from people as p where p.id in (
    select decided_by from application_decisions where application_id = ${applicationId}::uuid
    union
    select t.by_id from assessments as s join assessment_steps as t on t.assessment_id = s.id
    where s.application_id = ${applicationId}::uuid
    union
    select c.judged_by from assessments as s join assessment_criteria as c on c.assessment_id = s.id
    where s.application_id = ${applicationId}::uuid
    union
    select l.actor_id from register_entries as e
    join audit_log as l on l.subject_kind = 'entry' and l.subject_id = e.id::text
    where e.application_id = ${applicationId}::uuid and l.actor_kind = 'person'
      and l.action in ('entry.suspended', 'entry.revoked')
  )
  order by lower(p.name), p.id`

async function hadPart(sql: CamelSql, { applicationId }: AppealRow, admin: Admin): Promise<boolean> {
  return (await listParticipants(sql, { applicationId })).some(({ id }) => id === admin.id)
}

const take = command({
  ...ofCase,
  run: async ({ params: { id }, ...given }) => {
    const { sql, admin, now } = given
    const [appeal] = await lockAppeal(sql, { id })
    if (!appeal) return noSuchAppeal
    if (appeal.state === 'upheld' || appeal.state === 'not-upheld' || appeal.heardBy === admin.id) return hasChanged
    if (await hadPart(sql, appeal, admin)) return tookPart
    await sql`
      update appeals set state = 'being-heard', heard_by = ${admin.id}::text, heard_by_name = ${admin.name}::text,
        heard_from = ${now}::timestamptz
      where id = ${id}::uuid`
    const changes = { before: { heardBy: appeal.heardByName }, after: { heardBy: admin.name } }
    return did({ audit: await recordStep(given, { appealId: id }, 'taken-up', changes) })
  },
  done: { taken: 'You are now hearing this appeal' },
})

const addNote = command({
  ...ofCase,
  form: noteForm,
  run: async ({ params: { id }, input, ...given }) => {
    if ((await lockAppeal(given.sql, { id })).length === 0) return noSuchAppeal
    if (await hasConflict(given.sql, { appealId: id, personId: given.admin.id })) return conflicted
    return did({ audit: await recordStep(given, { appealId: id }, 'note', { text: input.note }) })
  },
  done: { noted: 'The note was saved' },
})

const settle = command({
  ...ofCase,
  form: settleForm,
  run: async ({ params: { id }, input: { outcome, reasons }, ...given }) => {
    const { sql, admin, now, services } = given
    const [appeal] = await lockAppeal(sql, { id })
    if (!appeal) return noSuchAppeal
    if (appeal.state !== 'being-heard') return hasChanged
    if (appeal.heardBy !== admin.id) return refusal('Nothing was decided: someone else is hearing this appeal')
    if (await hadPart(sql, appeal, admin)) return tookPart
    const [appellant] = await lockAppellant(sql, { applicationId: appeal.applicationId })
    const upheld = outcome === 'upheld' ? await uphold(sql, services, appeal, admin, now) : { audit: [], mails: [] }
    if (!upheld)
      return refusal(
        'Nothing was decided: the decision has changed',
        'The decision is no longer the one that was appealed against, or another assessment is open. Check it, then decide.',
      )
    await sql`
      update appeals set state = ${outcome}::text, reasons = ${reasons}::text, settled_at = ${now}::timestamptz
      where id = ${id}::uuid`
    const to = await addresseeOf(sql, appellant!, services.env)
    const step = { text: reasons, before: { state: 'being-heard' }, after: { state: outcome } }
    return did({
      audit: [...upheld.audit, await recordStep(given, { appealId: id }, outcome, step)],
      mails: [...upheld.mails, appealSettledMail(to, appeal, { state: outcome, reasons }, services.brand)],
    })
  },
  done: { settled: 'The appeal has ended' },
})

const { from, to, decision } = applicationEvents.upholdAppeal

/** @returns what else its command hands on; null where the decision has changed since. */
async function uphold(
  sql: CamelTransaction,
  services: Pick<Services, 'now' | 'brand' | 'env'>,
  { reference, against, applicationId, assessmentId, entryId }: AppealRow,
  admin: Admin,
  now: string,
) {
  const reason = `Appeal ${reference} was upheld.`
  if (against === 'rejection') {
    const [reopened] = await sql<{ id: number }[]>`
      with reopened as (
        update applications set status = ${to}::text, updated_at = ${now}::timestamptz
        where id = ${applicationId}::uuid and status = ${from}::text
        returning id
      )
      insert into application_decisions (application_id, decision, decided_by, decided_by_name, reason, decided_at)
      select id, ${decision}::text, ${admin.id}::text, ${admin.name}::text, ${reason}::text, ${now}::timestamptz
      from reopened
      returning id`
    if (!reopened) return null
    const [subject, before] = [{ kind: 'application', id: applicationId }, { status: 'rejected' }]
    return { audit: [{ subject, action: 'appeal-upheld', before, after: { status: 'submitted' } }], mails: [] }
  }
  if (against === 'refusal') {
    // With the evidence of the refused assessment and without its verdicts. No row where another one is open.
    const [opened] = await sql<{ id: string }[]>`
      with opened as (
        insert into assessments (application_id, kind, criteria_version, opened_at)
        select application_id, 'appeal', criteria_version, ${now}::timestamptz from assessments where id = ${assessmentId}::uuid
        on conflict do nothing
        returning id
      ), carried as (
        insert into assessment_criteria (assessment_id, criterion_id, state, state_reason)
        select o.id, c.criterion_id, c.state, c.state_reason
        from opened as o cross join assessment_criteria as c
        where c.assessment_id = ${assessmentId}::uuid
      )
      select id from opened`
    if (!opened) return null
    await publishAssurance(sql.raw, { applicationId }, services)
    return { audit: [], mails: [] }
  }
  const changed = await changeStatus(sql.raw, services, { id: entryId!, admin, act: 'reinstate', seen: null, reason })
  return isFailure(changed) ? null : changed
}

export const adminAppeal = page('adminAppeal', {
  commands: { note: addNote, take, settle },
  load: async ({ params: { id = '' }, sql, visitor }) => {
    if (!isUuid(id)) return notFound()
    const admin = await visitor.admin()
    const [appeal] = await sql<
      (Omit<AppealRow, 'id' | 'entryId' | 'heardBy'> &
        EventRow & {
          grounds: string
          reasons: string | null
          isMine: boolean
          applicationReference: string
          decidedAt: string
          decisionReason: string | null
        })[]
    >`
      select p.reference, p.against, p.state, p.grounds, p.received_at, p.reasons, p.heard_by_name,
        coalesce(p.heard_by = ${admin?.id ?? null}::text, false) as is_mine, p.application_id,
        a.reference as application_reference, coalesce(a.event_draft ->> 'title', '') as title, o.name as organisation,
        p.assessment_id, coalesce(d.decided_at, s.decided_at, h.happened_at) as decided_at,
        coalesce(d.reason, h.reason, (
          select t.reason from assessment_steps as t
          where t.assessment_id = s.id and t.step = 'decided' order by t.id desc limit 1
        )) as decision_reason
      from appeals as p
      join applications as a on a.id = p.application_id
      join organisations as o on o.id = a.organisation_id
      left join application_decisions as d on d.id = p.decision_id
      left join assessments as s on s.id = p.assessment_id
      left join register_history as h on h.id = p.register_change_id
      where p.id = ${id}::uuid`
    if (!appeal) return notFound()
    const { applicationId } = appeal
    const [[entry = null], people, steps, review, assess, register] = await Promise.all([
      sql<{ id: string; number: string }[]>`
        select id, number from register_entries where application_id = ${applicationId}::uuid`,
      listParticipants(sql, { applicationId }),
      listSteps(sql, { appealId: id }),
      visitor.holds('review'),
      visitor.holds('assess'),
      visitor.holds('register'),
    ])
    const participants = people.map(({ name }) => name)
    const hadPart = people.some((person) => person.id === admin?.id)
    return { ...appeal, entry, participants, hadPart, steps, may: { review, assess, register } }
  },
})

export const adminAppeals = page('adminAppeals', {
  load: async ({ query, sql }) => {
    const list = appealLists.find((known) => known === query.get('list')) ?? 'open'
    const [counts] = await sql<{ open: number; settled: number }[]>`
      select (count(*) filter (where settled_at is null))::int as open,
        (count(*) filter (where settled_at is not null))::int as settled
      from appeals`
    const { rows: appeals, pages } = await readList({
      query,
      pageSize: 30,
      rows: ({ limit, offset }) => sql<
        (Pick<AppealRow, 'id' | 'reference' | 'against' | 'state' | 'heardByName'> & EventRow)[]
      >`
        select p.id, p.reference, p.against, p.state, coalesce(a.event_draft ->> 'title', '') as title,
          o.name as organisation, p.heard_by_name, p.received_at
        from appeals as p
        join applications as a on a.id = p.application_id
        join organisations as o on o.id = a.organisation_id
        ${
          list === 'open'
            ? sql`where p.settled_at is null order by p.id`
            : sql`where p.settled_at is not null order by p.id desc`
        }
        limit ${limit}::int offset ${offset}::int`,
      count: async () => [{ count: counts![list] }],
      hrefOf: (page) => adminHref('adminAppeals', { list: list === 'open' ? null : list, page }),
    })
    return { list, open: counts!.open, appeals, pages }
  },
})
