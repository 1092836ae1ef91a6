import { type } from 'arktype'
import { byPerson, recordChange } from '#database/record-change.ts'
import { hideSecrets } from '#mail/hide-secrets.ts'
import { command } from '#requests/command.ts'
import { failure } from '#wire/failure.ts'
import { emailAddress } from '../schema.ts'
import { exportPerson } from './queries.ts'

export const privacyExport = command({
  permission: 'privacy',
  summary: 'Everything that we hold about an email address, as a file',
  description:
    'Takes a posted form with the field `email`, so that no email address gets into a log. JSON by kind, without tokens, keys and links that work.',
  rawBody: { contentType: 'application/x-www-form-urlencoded', holds: type({ email: emailAddress }) },
  answers: { 200: { file: 'application/json' } },
  headers: ['Content-Disposition'],
  failures: { invalid: 'The field email is not an email address.' },
  run: async ({ raw, admin, services: { sql, now, env } }) => {
    const email = emailAddress(new URLSearchParams(raw).get('email') ?? '')
    if (email instanceof type.errors) return failure('invalid', 'Enter a valid email address.')
    const held = await sql.begin(async (transaction) => {
      await recordChange(transaction, {
        actor: byPerson(admin),
        subject: { kind: 'privacy', id: 'export' },
        action: 'exported',
      })
      const [row] = await exportPerson(transaction, { email })
      // The mails hold links that would open the person's applications, or the admin area, to whoever has the file.
      const mails = row!.held.mails.map((mail) => ({ ...mail, text: hideSecrets(mail.text) }))
      // As addresses, for they may hold 200 MB: whoever hands the file out adds the documents to it.
      const evidence = row!.held.evidence.map((file) => ({
        ...file,
        download: file.download && env.publicUrl + file.download,
      }))
      return { ...row!.held, mails, evidence }
    })
    const file = JSON.stringify({ about: email, madeAt: now().toISOString(), held }, null, 2)
    return {
      file,
      contentType: 'application/json; charset=utf-8',
      headers: { 'content-disposition': 'attachment; filename="held-data.json"' },
    }
  },
})
