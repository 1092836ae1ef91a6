import type { Transaction } from '#database/sql.ts'
import type { Instant } from '#domain/formats.ts'
import { deleteIncomingOf, purgeEvidence } from './purge-documents.ts'

/** Deletes what was typed, and every link. Reference, state and decision stay. @returns how many were emptied. */
export async function emptyTheseApplications(transaction: Transaction, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0
  await transaction`
    update application_remarks set text = ''
    where application_id = any(${ids}::uuid[]) and kind in ('note', 'asked', 'answered') and text <> ''`
  // The trigger refuses an open one that has no text.
  await transaction`
    update proposed_changes
    set event_draft = '{}', changes = '', decided_by_name = '', state = case when state = 'open' then 'refused' else state end,
      decided_at = coalesce(decided_at, now())
    where application_id = any(${ids}::uuid[]) and event_draft <> '{}'`
  await transaction`
    update assessment_calls set phone = '', message = '', mailbox = '', visitor = ''
    where application_id = any(${ids}::uuid[]) and (phone, message, mailbox) <> ('', '', '')`
  // Outcome and reasons stay.
  await transaction`
    with notes as (
      update case_steps set text = ''
      where appeal_id in (select id from appeals where application_id = any(${ids}::uuid[])) and kind = 'note' and text <> ''
    )
    update appeals set grounds = '' where application_id = any(${ids}::uuid[]) and grounds <> ''`
  // Proposals, votes and decisions stay with their reasons.
  await transaction`
    with links as (
      delete from assessment_notices
      where assessment_id in (select id from assessments where application_id = any(${ids}::uuid[]))
    )
    update assessment_steps set reason = ''
    where assessment_id in (select id from assessments where application_id = any(${ids}::uuid[]))
      and step in ('asked', 'answered') and reason <> ''`
  await transaction`
    with questions as (delete from application_questions where application_id = any(${ids}::uuid[]))
    delete from access_links where application_id = any(${ids}::uuid[])`
  await transaction`
    delete from case_addresses where application_id = any(${ids}::uuid[])`
  await transaction`
    delete from refused_officers where application_id = any(${ids}::uuid[])`
  const emptied = await transaction<{ id: string }[]>`
    update applications
    set event_draft = event_draft || jsonb_build_object('title', 'Erased', 'date', '', 'venue', '', 'address', '', 'city', '',
      'onlineUrl', '',
        'url', '', 'description', '', 'line_1', '', 'line_2', '', 'county', '', 'postcode', '', 'latitude', null, 'longitude',
          null),
      updated_at = now()
    where id = any(${ids}::uuid[]) and event_draft ->> 'title' <> 'Erased'
    returning id`
  return emptied.length
}

/** @param keepsNames for the register and the accounts. */
export async function emptyOrganisations(transaction: Transaction, ids: string[], keepsNames: boolean): Promise<void> {
  await transaction`
    update organisations
    set contact_name = 'Erased', email = 'erased-' || id || '@erased.invalid', phone = '', website = null,
      name = case when ${keepsNames}::boolean then name else 'Erased' end,
      trading_name = case when ${keepsNames}::boolean then trading_name end,
      company_no = case when ${keepsNames}::boolean then company_no end,
      vat_number = case when ${keepsNames}::boolean then vat_number end,
      updated_at = now()
    where id = any(${ids}::uuid[]) and contact_name <> 'Erased'`
}

/** Without accreditation or order; contacts of organisations that have nothing else, too. @returns how many were emptied. */
export async function emptyOldApplications(
  transaction: Transaction,
  { moment, now }: { moment: Instant; now: Instant },
): Promise<number> {
  const old = await transaction<{ id: string; organisation: string | null }[]>`
    select a.id,
      case when not exists (
        select from applications b
        left join lateral (
          select max(decided_at) as decided_at from application_decisions where application_id = b.id
            and (b.status <> 'submitted' or b.withdrawn_at is not null)
        ) bd on true
        where b.organisation_id = a.organisation_id and (
          bd.decided_at is null or bd.decided_at >= ${moment}::timestamptz
          or exists (select from orders r where r.application_id = b.id and r.status not in ('expired', 'failed'))
          or exists (select from register_entries e where e.application_id = b.id))
      ) then a.organisation_id end as organisation
    from applications a
    cross join lateral (select max(decided_at) as decided_at from application_decisions where application_id = a.id) d
    where (a.status <> 'submitted' or a.withdrawn_at is not null) and d.decided_at < ${moment}::timestamptz and a.event_draft ->> 'title' <> 'Erased'
      and not exists (select from orders r where r.application_id = a.id and r.status not in ('expired', 'failed'))
      and not exists (select from register_entries e where e.application_id = a.id)`
  const organisations = old.flatMap(({ organisation }) => organisation ?? [])
  await emptyOrganisations(transaction, [...new Set(organisations)], false)
  const ids = old.map(({ id }) => id)
  await deleteIncomingOf(transaction, { ids, by: 'retention', now })
  await purgeEvidence(transaction, { ids, by: 'retention', now })
  return await emptyTheseApplications(transaction, ids)
}
