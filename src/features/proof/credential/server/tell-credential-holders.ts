import { apiPath } from '#api.ts'
import { mail } from '#mail/mail.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { filePaths, href } from '#pages.ts'
import type { Services } from '#requests/services.ts'

const largestBatch = 100

/** Emails holders whose credentials a correction had called revoked, before corrections were told from revocations. */
export async function tellCredentialHolders(
  _: Record<string, never>,
  services: Pick<Services, 'sql' | 'brand' | 'env'>,
  stopping?: AbortSignal,
): Promise<void> {
  for (;;) {
    stopping?.throwIfAborted()
    const taken = await services.sql.begin(async (tx) => {
      const entries = await tx<{ entryId: string }[]>`
        delete from entries_to_tell_of_corrections
        where entry_id in (
          select entry_id from entries_to_tell_of_corrections order by entry_id limit ${largestBatch}::int for update skip locked
        )
        returning entry_id as "entryId"`
      // Erased contacts are left out.
      const holders = await tx<Holder[]>`
        select e.id as "entryId", e.number, e.slug, e.title, o.contact_name as name, lower(o.email) as email
        from register_entries as e
        join entry_credentials as c on c.entry_id = e.id
        join applications as a on a.id = e.application_id
        join organisations as o on o.id = a.organisation_id
        where e.id = any(${entries.map(({ entryId }) => entryId)}::uuid[]) and o.email not like '%@erased.invalid'
        order by e.number`
      for (const holder of holders) await queueMail(tx, correctedMail(holder), services)
      return entries.length
    })
    if (taken < largestBatch) return
  }
}

type Holder = { entryId: string; number: string; slug: string; title: string; name: string; email: string }

function correctedMail({ entryId, number, slug, title, name, email }: Holder) {
  const files = [
    { label: 'Certificate', href: apiPath('getCertificate', { file: `${number}.pdf` }) },
    { label: 'Picture with the credential', href: filePaths.credential(number, 'png') },
    { label: 'Credential file', href: filePaths.credential(number, 'json') },
  ]
  return mail('credential-corrected', {
    causedBy: 'system',
    once: `credential-corrected:${entryId}`,
    to: { name, email },
    subject: `${number} was corrected, not revoked: there is a new credential`,
  })`
    Hello ${name},

    What the register says of your event was corrected. Since then, other programs called the certificate, picture or credential file that you had downloaded before revoked. That was our mistake. Nothing was revoked, and your event is accredited.

    | Event: ${title}
    | Certificate number: ${number}

    We have put this right: files that you downloaded before the correction are no longer called revoked. They still say what the register said then. If you have put one on a website, in a wallet or given it to somebody, replace it with a new one.

    ${[{ kind: 'linked', items: [{ text: 'The new files:', links: files }] }]}

    [See the entry](${href('event', { slug })})`
}
