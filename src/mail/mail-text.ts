import type { Brand } from '#brand.ts'
import type { MailBlock } from './mail-draft.ts'

/** The text part of a mail: its blocks and the sender's foot, as plain text with `\n` line ends. */
export function mailText(
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
