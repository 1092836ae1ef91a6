import { camel } from '#database/camel.ts'
import type { Sql } from '#database/sql.ts'
import type { Organisation } from '#features/applications/schema.ts'
import { type Failure, failure } from '#wire/failure.ts'
import { findOrganisation } from './queries.ts'

/**
 * Sent again under its key, the organisation is corrected as long as it has no application. @param browser id of the browser
 * (`readBrowserId`). @returns `isAsGiven` is false where there is an application, whose organisation stays; `conflict` where another
 * browser has used the key.
 */
export async function createOrganisation(
  pool: Sql,
  organisation: Organisation,
  submissionKey: string | null,
  browser: string | null,
): Promise<{ id: string; created: boolean; isAsGiven: boolean } | Failure> {
  const [made] = await pool.begin(async (tx) => {
    // Waits for an application of it that is being stored, which the next statement then sees.
    if (submissionKey)
      await tx<{ id: string }[]>`select id from organisations where submission_key = ${submissionKey}::uuid for update`
    const { name, tradingName, contactName, email, phone, website, companyNo } = organisation
    return await tx<{ id: string; created: boolean }[]>`
      insert into organisations as o (name, trading_name, contact_name, email, phone, website, company_no, submission_key,
        sent_from)
      values (
        ${name}::text, nullif(${tradingName}::text, ''), ${contactName}::text, ${email}::text, ${phone}::text,
        nullif(${website}::text, ''), nullif(${companyNo}::text, ''), ${submissionKey}::uuid,
        -- An unknown browser that sends what was shared by a link: a browser that nobody has, so that the key opens nothing again.
        coalesce(${browser}::uuid, (
          select gen_random_uuid() from application_drafts as d join access_links as l on l.draft_id = d.id
          where d.submission_key = ${submissionKey}::uuid and l.used_at is not null
          limit 1
        ))
      )
      on conflict (submission_key) do update
      set
        name = excluded.name, trading_name = excluded.trading_name, contact_name = excluded.contact_name,
        email = excluded.email, phone = excluded.phone, website = excluded.website, company_no = excluded.company_no
      where not exists (select from applications as a where a.organisation_id = o.id)
        and (o.sent_from is null or o.sent_from = ${browser}::uuid)
      returning id, xmax = 0 as created`
  })
  if (made) return { ...made, isAsGiven: true }
  // A statement of its own sees what the transaction that was first has committed.
  const sql = camel(pool)
  const [before] = await sql<{ id: string; sentFrom: string | null }[]>`
    select id, sent_from from organisations where submission_key = ${submissionKey}::uuid`
  const { id, sentFrom } = before!
  if (sentFrom !== null && sentFrom !== browser) return failure('conflict', sentElsewhere)
  const [stored] = await findOrganisation(pool, { id })
  return { id, created: false, isAsGiven: Bun.deepEquals({ ...stored }, { ...organisation, id }) }
}

const sentElsewhere =
  'These answers were sent from another browser. To continue that application here, ask us to email you a link.'
