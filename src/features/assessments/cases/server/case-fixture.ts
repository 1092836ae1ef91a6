import { camel } from '#database/camel.ts'
import type { Role } from '#domain/permissions.ts'
import { criteriaFor } from '#features/assessments/criteria/criterion.ts'
import { assessedEvent } from '#features/assessments/evidence/rules.ts'
import { addFile } from '#features/assessments/evidence/server/evidence-fixture.ts'
import { type AddedApplication, addApplication } from '#test/add-application.ts'
import { signInAdmin } from '#test/sign-in.ts'
import type { TestSite } from '#test/site.ts'
import { findCase } from './queries.ts'

export type Person = { id: string; name: string; cookie: string }

let people = 0

/** Somebody of the admin area who is signed in. */
export async function addPerson(site: TestSite, ...roles: Role[]): Promise<Person> {
  const credentials = { email: `person-${++people}@beaa.example`, password: 'a wardrobe full of herring' }
  const name = `Person ${people}`
  const id = await site.services.auth.setPassword({ ...credentials, name, roles })
  return { id, name, cookie: await signInAdmin(site, credentials) }
}

/** Last day of the documents of a judged case that have one. */
export const documentsUntil = '2030-06-30'

export type TestCase = AddedApplication & { assessmentId: string; criteria: { id: string; level: 'must' | 'should' }[] }

/**
 * The assessment of an approved application; every criterion is met with a score of 3, by an accepted document, unless `judged` is false.
 *
 * @param given.declaredBy people who have declared that they have no conflict of interest.
 */
export async function addCase(
  site: TestSite,
  {
    judged = true,
    declaredBy = [],
    ...given
  }: Parameters<typeof addApplication>[1] & { judged?: boolean; declaredBy?: Person[] } = {},
): Promise<TestCase> {
  const application = await addApplication(site.sql, { status: 'approved', ...given })
  const [row] = await site.sql`select id from assessments where application_id = ${application.id}`
  const assessmentId = row!.id as string
  const [found] = await findCase(camel(site.sql), { id: assessmentId })
  const criteria = criteriaFor(found!.criteria, assessedEvent(found!.eventDraft))
  for (const { id, name } of declaredBy)
    await site.sql`
      insert into assessment_steps (assessment_id, step, by_id, by_name, taken_at)
      values (${assessmentId}, 'no-conflict', ${id}, ${name}, now())`
  if (judged)
    for (const { id, expires } of criteria) {
      await addFile(site.sql, application, id, { expires_on: expires ? documentsUntil : null })
      await site.sql`
        update assessment_criteria set state = 'accepted', verdict = 'met', score = 3, reason = 'Seen.', revision = 1
        where assessment_id = ${assessmentId} and criterion_id = ${id}`
    }
  return { ...application, assessmentId, criteria }
}

/** As if somebody had been sent every page of the documents of an application, or the document. */
export async function readDocuments(site: TestSite, { id }: { id: string }, person: Person): Promise<void> {
  await site.sql`
    insert into audit_log (actor_kind, actor_id, actor_name, action, subject_kind, subject_id, after)
    select 'person', ${person.id}, ${person.name}, case when pages is null then 'evidence.downloaded' else 'evidence.previewed' end,
      'evidence', f.id::text, jsonb_build_object('page', p)
    from evidence_files as f cross join lateral generate_series(1, coalesce(f.pages, 1)) as p
    where f.application_id = ${id}`
}

/** Posts one of the forms of an assessment's page, as a browser without a script does. */
export async function postCase(
  site: TestSite,
  { assessmentId }: { assessmentId: string },
  person: Person,
  form: Record<string, string>,
  path = `/admin/assessments/${assessmentId}`,
): Promise<{ status: number; text: string; location: string | null }> {
  const response = await fetch(site.origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: site.origin, cookie: person.cookie },
    body: new URLSearchParams(form),
  })
  return { status: response.status, text: await response.text(), location: response.headers.get('location') }
}

export const declaration = { intent: 'interest', interest: 'none' }
