import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Brand } from '#brand.ts'
import { addJob } from '#database/add-job.ts'
import { takeRateLimit } from '#database/rate-limit.ts'
import type { SqlRunner, Transaction } from '#database/sql.ts'
import { mailboxKey } from '#domain/mail-address.ts'
import { href, pageAt, pages } from '#pages.ts'
import type { Services } from '#requests/services.ts'
import { readableText } from '#wire/clean-text.ts'
import { isAddressConfirmed } from './confirm-address.ts'
import type { MailBlock, MailDraft } from './mail-draft.ts'
import { MailFrame } from './mail-frame.tsx'

/** A day, for one mailbox of `visitor` mails; once confirmed of each kind. Our own mailboxes get all, so that a flood loses no concern. */
export const maxMails = { unconfirmed: 10, confirmed: 30 }

/** Leaves after the transaction's commit; one to an unusable address fails later. @returns false where its `once` key exists or `maxMails` is reached. */
export async function queueMail(
  transaction: Transaction,
  draft: MailDraft,
  services: Pick<Services, 'brand' | 'env'>,
): Promise<boolean> {
  const { email, complianceEmail, pressEmail } = services.brand
  const isOurs = [email, complianceEmail, pressEmail].includes(draft.to.email)
  if (draft.causedBy === 'visitor' && !isOurs && !(await acceptsMore(transaction, draft))) return false
  const { toName, toEmail, subject, text, html } = renderMail(draft, services)
  const { application = null, author } = draft
  const unsubscribe = draft.unsubscribe ? services.env.publicUrl + draft.unsubscribe : null
  // Another transaction with the same key is waited for.
  const [mail] = await transaction<{ id: string }[]>`
    insert into mails (kind, once_key, to_name, to_email, subject, text_body, html_body, unsubscribe_url, application_id,
      author_name, in_reply_to)
    values (${draft.kind}::text, ${draft.once ?? null}::text, ${toName}::text, ${toEmail}::text, ${subject}::text,
      ${text}::text, ${html}::text, ${unsubscribe}::text, ${application}::uuid, ${author?.name ?? null}::text,
      ${author?.inReplyTo ?? null}::text)
    on conflict (once_key) do nothing
    returning id`
  if (!mail) return false
  for (const [index, attachment] of (draft.attachments ?? []).entries()) {
    const { name, contentType } = attachment
    const stored = 'fileKey' in attachment
    const { method, content } = stored ? { method: null, content: new Uint8Array() } : attachment
    await transaction<Record<string, never>[]>`
      insert into mail_attachments (mail_id, position, name, content_type, method, content, file_key)
      values (${mail.id}::uuid, ${index + 1}::int, ${name}::text, ${contentType}::text, ${method}::text, ${content}::bytea,
        ${stored ? attachment.fileKey : null}::text)`
  }
  await queueSending(transaction, mail.id)
  return true
}

async function acceptsMore(transaction: Transaction, { kind, to: { email } }: MailDraft): Promise<boolean> {
  const seconds = 24 * 60 * 60
  // Of each kind, so that a flood of one does not stop mails of the others.
  const limit = (await isAddressConfirmed(transaction, email))
    ? { name: `mail-confirmed-${kind}`, points: maxMails.confirmed, seconds }
    : { name: 'mail-unconfirmed', points: maxMails.unconfirmed, seconds }
  return (await takeRateLimit(transaction, limit, Bun.hash(mailboxKey(email)).toString(36))) === null
}

export async function queueSending(sql: SqlRunner, mailId: string, runAt?: string): Promise<void> {
  await addJob(sql, 'send-mail', { mailId }, { key: `send-mail:${mailId}`, ...(runAt && { runAt }) })
}

/** Without characters that end a header line, change the direction of writing, or that the database refuses. */
export function renderMail(draft: MailDraft, { brand, env }: Pick<Services, 'brand' | 'env'>) {
  const body = [...draft.body, ...wayHome(draft)].map(cleanBlock)
  const subject = cleanLine(draft.subject)
  const addressOf = (href: string) => (href.startsWith('/') ? env.publicUrl + href : href)
  const html = renderToStaticMarkup(createElement(MailFrame, { subject, body, addressOf, brand }))
  return {
    toName: cleanLine(draft.to.name),
    // Never changed into another one: what cannot be stored becomes a blank, which makes it invalid.
    toEmail: draft.to.email.trim().replace(/[\p{Cc}\p{Cs}]/gu, ' '),
    subject,
    text: mailText(body, addressOf, brand),
    html: `<!doctype html>${html}`,
  }
}

/** What an organiser reads of an application leads to its page, where everything else of it is; a link for another browser does so already. */
function wayHome({ application, body }: MailDraft): MailBlock[] {
  if (!application) return []
  const home = href('myApplication', { appId: application })
  const isAccessLink = (address: string) => pageAt(pages, address)?.page === 'accessLink'
  const leadsThere = body.some((block) => block.kind === 'button' && (block.href === home || isAccessLink(block.href)))
  return leadsThere ? [] : [{ kind: 'button', label: 'See your application', href: home }]
}

function cleanBlock(block: MailBlock): MailBlock {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return { ...block, text: cleanText(block.text) }
    case 'list':
      return { ...block, items: block.items.map(cleanText) }
    case 'linked':
      return { ...block, items: block.items.map((item) => ({ ...item, text: cleanText(item.text) })) }
    case 'facts':
      return {
        ...block,
        facts: block.facts.map(({ term, details }) => ({ term, details: details && cleanText(details) })),
      }
    case 'button':
      return block
  }
}

function cleanLine(text: string): string {
  return [...cleanText(text).replace(/\s+/g, ' ').trim()].slice(0, 200).join('')
}

/** Line breaks and tabs stay, other control characters go. */
function cleanText(text: string): string {
  return readableText(text.toWellFormed())
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
}

function mailText(body: MailBlock[], addressOf: (href: string) => string, brand: Brand): string {
  const foot = ['-- ', brand.name, brand.address.join(', '), `${brand.phone} | ${brand.email}`, brand.registration]
  return `${[...body.map((block) => blockText(block, addressOf)), foot.join('\n')].filter(Boolean).join('\n\n')}\n`
}

function blockText(block: MailBlock, addressOf: (href: string) => string): string {
  switch (block.kind) {
    case 'paragraph':
      return block.text
    case 'heading':
      return `${block.text}\n${'-'.repeat(Math.min(block.text.length, 70))}`
    case 'list':
      return block.items.map((item) => `- ${item}`).join('\n')
    case 'linked':
      return block.items
        .map(({ text, links }) =>
          [`- ${text.trimEnd()}`, ...links.map(({ label, href }) => `  ${label}: ${addressOf(href)}`)].join('\n'),
        )
        .join('\n')
    case 'facts':
      return block.facts
        .filter(({ details }) => details)
        .map(({ term, details }) => `${term}: ${details!.replaceAll('\n', '\n  ')}`)
        .join('\n')
    case 'button':
      return `${block.label}:\n${addressOf(block.href)}`
  }
}
