import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Brand } from '#brand.ts'
import { href, pageAt, pages } from '#pages.ts'
import type { Services } from '#requests/services.ts'
import { readableText } from '#wire/clean-text.ts'
import type { MailBlock, MailDraft } from './mail-draft.ts'
import { MailFrame } from './mail-frame.tsx'

type RenderedMail = { toName: string; toEmail: string; subject: string; text: string; html: string }

/** Without characters that end a header line, change the direction of writing, or that the database refuses. */
export function renderMail(draft: MailDraft, { brand, env }: Pick<Services, 'brand' | 'env'>): RenderedMail {
  const body = [...draft.body, ...wayHome(draft)].map(cleanBlock)
  const subject = cleanLine(draft.subject)
  const addressOf = (href: string) => (href.startsWith('/') ? env.publicUrl + href : href)
  const html = renderToStaticMarkup(createElement(MailFrame, { subject, body, addressOf, brand }))
  return {
    toName: cleanLine(draft.to.name),
    toEmail: storableAddress(draft.to.email),
    subject,
    text: mailText({ body, addressOf }, brand),
    html: `<!doctype html>${html}`,
  }
}

/** What an organiser reads of an application leads to its page, where everything else of it is; a link for another browser does so already. */
function wayHome({ application, body }: MailDraft): MailBlock[] {
  if (!application) return []
  const home = href('myApplication', { appId: application })
  const leadsThere = body.some((block) => block.kind === 'button' && (block.href === home || isAccessLink(block.href)))
  return leadsThere ? [] : [{ kind: 'button', label: 'See your application', href: home }]
}

function isAccessLink(address: string): boolean {
  return pageAt(pages, address)?.page === 'accessLink'
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

/** An address is never changed into another one: what cannot be stored becomes a blank, which makes it invalid. */
function storableAddress(email: string): string {
  return email.trim().replace(/[\p{Cc}\p{Cs}]/gu, ' ')
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

function mailText(
  { body, addressOf }: { body: MailBlock[]; addressOf: (href: string) => string },
  brand: Brand,
): string {
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
