import { createHmac } from 'node:crypto'
import type { CamelSql } from '#database/camel.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import { asJson } from '#database/sql.ts'
import type { Instant } from '#domain/formats.ts'
import { hideSecrets } from '#mail/link-token.ts'
import { command, did, outsideCommand } from '#page/command.ts'
import { schemaOf } from '#page/form-schema.ts'
import { page } from '#page/page.ts'
import { command as call } from '#requests/command.ts'
import type { Services } from '#requests/services.ts'
import { emailSentence } from '#wire/define-form.ts'
import { failure } from '#wire/failure.ts'
import { problemOf } from '#wire/form.ts'
import { eraseForm, findForm } from './form.ts'
import { heldLabels, retentionPeriods } from './rules.ts'
import { type ErasureReport, erasePerson } from './server/erase-person.ts'
import { exportPerson } from './server/queries.ts'

const find = outsideCommand({
  permission: 'privacy',
  form: findForm,
  run: async ({ input: { email } }) => did({ answer: email }),
  leadsTo: (_: string) => null,
})

const erase = command({
  permission: 'privacy',
  form: eraseForm,
  run: async ({ input: { email, reason }, admin, sql, now, services }) => {
    const report = await erasePerson(sql.raw, { email, now })
    const answer = { email, report }
    const { erased, kept } = report
    // Nothing was done that the page should show the next time.
    if (erased.length === 0) return did({ answer })
    const [row] = await sql<{ id: string }[]>`
      insert into erasures (address, erased_at, erased_by, erased_by_name, reason, erased, kept)
      values (${addressDigest(email, services)}::text, ${now}::timestamptz, ${admin.id}::text, ${admin.name}::text,
        ${reason}::text, ${asJson(erased)}::jsonb, ${asJson(kept)}::jsonb)
      returning id`
    const after = { erased: erased.length, kept: kept.length }
    return did({ answer, audit: { subject: { kind: 'erasure', id: row!.id }, action: 'done', after } })
  },
  leadsTo: (_: { email: string; report: ErasureReport }) => null,
})

/** Shows whether an erasure was of a given address; without one it tells nothing. */
function addressDigest(email: string, { env }: Pick<Services, 'env'>): string {
  return createHmac('sha256', env.sessionSecret).update(`erasure ${email}`).digest('base64url')
}

/** @param address a digest, which tells nobody whose erasure it was; null for all. */
const listErasures = (sql: CamelSql, address: string | null) => sql<
  ({ at: Instant; by: string; reason: string } & ErasureReport)[]
>`
  select erased_at as at, erased_by_name as by, reason, erased, kept
  from erasures ${address === null ? sql`` : sql`where address = ${address}::text`}
  order by id desc limit 20`

/** Both are posts whose page follows at once, so that no email address is in an address bar. */
export const adminPrivacy = page('adminPrivacy', {
  commands: { find, erase },
  load: async ({ sql, services, refused, typed, answers }) => {
    const done = answers.erase?.email ?? answers.find
    const isErasing =
      refused !== null && typed.intent === 'erase' && problemOf(refused.fields ?? [], 'email') === undefined
    const known = done ?? (isErasing ? findForm.fields.email.read(typed.email ?? '') : null)
    const [runs, erasures, earlier, [row]] = await Promise.all([
      sql<{ at: Instant; removed: Record<string, number> }[]>`
        select started_at as at, removed from retention_runs order by id desc limit 30`,
      listErasures(sql, null),
      known === null ? [] : listErasures(sql, addressDigest(known, services)),
      known === null ? [] : exportPerson(sql.raw, { email: known }),
    ])
    return {
      email: known ?? '',
      held: row ? Object.entries(heldLabels).map(([key, what]) => ({ what, count: row.held[key]?.length ?? 0 })) : null,
      earlier: earlier.map(({ at, by, reason }) => ({ at, by, reason })),
      report: answers.erase?.report ?? null,
      runs: runs.map(({ at, removed }) => ({
        at,
        total: Object.values(removed).reduce((sum, count) => sum + count, 0),
        removed: retentionPeriods
          .map(({ id, what }) => ({ what, count: removed[id] ?? 0 }))
          .filter(({ count }) => count > 0),
      })),
      erasures: erasures.map(({ erased, kept, ...each }) => ({
        ...each,
        erased: erased.reduce((sum, { count }) => sum + count, 0),
        kept: kept.length,
      })),
    }
  },
})

export const privacyExport = call({
  permission: 'privacy',
  summary: 'Everything that we hold about an email address, as a file',
  description:
    'Takes a posted form with the field `email`, so that no email address gets into a log. JSON by kind, without tokens, keys and links that work.',
  rawBody: { contentType: 'application/x-www-form-urlencoded', holds: schemaOf(findForm) },
  answers: { 200: { file: 'application/json' } },
  headers: ['Content-Disposition'],
  failures: { invalid: 'The field email is not an email address.' },
  run: async ({ raw, admin, services: { sql, now, env } }) => {
    const { problemOf, read } = findForm.fields.email
    const typed = new URLSearchParams(raw).get('email') ?? ''
    if (problemOf(typed)) return failure('invalid', `${emailSentence}.`)
    const email = read(typed)
    const subject = { kind: 'privacy', id: 'export' }
    await recordChange(sql, { actor: byPerson(admin), subject, action: 'exported' })
    const [row] = await exportPerson(sql, { email })
    const held = {
      ...row!.held,
      // Links in the mails would open applications, or the admin area, to anybody who has the file.
      mails: row!.held.mails.map((mail) => ({ ...mail, text: hideSecrets(mail.text) })),
      // Addresses, because the documents may be 200 MB: the person who hands the file out adds them.
      evidence: row!.held.evidence.map((each) => ({
        ...each,
        download: each.download && env.publicUrl + each.download,
      })),
    }
    return {
      file: JSON.stringify({ about: email, madeAt: now().toISOString(), held }, null, 2),
      contentType: 'application/json; charset=utf-8',
      headers: { 'content-disposition': 'attachment; filename="held-data.json"' },
    }
  },
})
