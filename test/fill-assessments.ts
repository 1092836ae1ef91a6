import type { Sql } from '#database/sql.ts'

/**
 * Applications with their assessments, each with so many documents, in every state of the queue; straight in the database.
 *
 * @returns the ids of their assessments.
 */
export async function fillAssessments(sql: Sql, applications: number, files: number): Promise<string[]> {
  await sql`
    insert into organisations (name, contact_name, email, phone)
    select 'Organisation ' || n, 'Robin Example', 'events-' || n || '@fill.example', '0161 496 0199'
    from generate_series(1, ${applications}::int) as n`
  await sql`
    insert into applications (reference, organisation_id, status, event_draft, company_check, submitted_at)
    select 'FILL-' || row_number() over (), id, 'approved',
      jsonb_build_object('title', 'Fair of ' || name, 'date', '2027-08-21', 'eventType', 'physical', 'venue', 'Old Harbour', 'address',
        '1 Quay Street', 'city', 'Whitby', 'onlineUrl', '', 'category', 'Music & Concerts', 'url', '', 'capacity', 1200, 'description', '',
        'line_1', '', 'line_2', '', 'county', '', 'postcode', 'YO21 1ZZ', 'country', 'England', 'couponCode', ''),
      '{"state": "not-asked", "checkedAt": "2026-11-20T09:00:00.000Z"}', now() - random() * interval '90 days'
    from organisations where email like '%@fill.example'`
  // Their arrival marks the criteria as received.
  await sql`
    insert into evidence_files (application_id, criterion_id, name, media_type, bytes, sha256, state, scan)
    select a.id, v.criteria -> (n % jsonb_array_length(v.criteria)) ->> 'id', 'document-' || n || '.pdf', 'application/pdf', 200000, '\\x00',
      'ready', 'clean'
    from applications as a cross join generate_series(1, ${files}::int) as n cross join (
      select criteria from criteria_versions order by version desc limit 1
    ) as v
    where a.reference like 'FILL-%'`
  const cases = await sql<{ id: string }[]>`
    select c.id from assessments as c join applications as a on a.id = c.application_id where a.reference like 'FILL-%' order by c.id`
  const ids = cases.map(({ id }) => id)
  // Half of the criteria are judged, with words as assessors write them.
  await sql`
    update assessment_criteria set verdict = 'met', score = 3, reason = repeat('The document names the event and who answers for it. ', 5),
      note = 'Call them.', judged_by_name = 'Ann', judged_at = now(), revision = 4,
      basis = 'call', basis_on = current_date - 10, basis_text = 'The organiser showed the plan on the screen.'
    where hashtext(criterion_id || assessment_id) % 2 = 0`
  await sql`
    insert into assessment_steps (assessment_id, step, by_name, reason, taken_at)
    select id, 'assigned', 'Ann', 'Ann', now() from unnest(${ids}::uuid[]) as id cross join generate_series(1, 10)`
  // A tenth is decided with conditions, of which some are overdue.
  await sql`
    update assessments set status = 'decided', outcome = 'accredit-with-conditions', decided_by = 'assessors', decided_at = now(), has_bases = true
    where id = any(${ids.filter((_, index) => index % 10 === 0)}::uuid[])`
  await sql`
    insert into assessment_conditions (assessment_id, text, due_on)
    select id, 'Send the signed plan.', current_date + n * 5 - 8 from assessments cross join generate_series(1, 3) as n
    where status = 'decided' and id = any(${ids}::uuid[])`
  await sql`vacuum analyze`
  return ids
}
