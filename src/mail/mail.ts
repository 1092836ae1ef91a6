import type { MailBlock, MailDraft } from './mail-draft.ts'

type Value = string | number | null | undefined | false | MailBlock[]

/** Unicode's private use: no text of ours holds these characters. */
const mark = (index: number) => `\ue000${index}\ue001`
const marks = /\ue000(\d+)\ue001/g

/**
 * mail('concern', { to, subject, causedBy: 'visitor' })`
 *   # What happens next
 *
 *   The lines of a paragraph are one, with ${a value} that is always text; blocks stay as they are.
 *
 *   - an item
 *   | Term: ${details}
 *   [Label](${href})`
 * Empty lines divide pieces. A piece, an item or a fact whose value is null, false or empty is left out.
 */
export function mail(kind: string, head: Omit<MailDraft, 'kind' | 'body'>) {
  return (template: TemplateStringsArray, ...values: Value[]): MailDraft => {
    const text = template.reduce((whole, part, index) => whole + mark(index - 1) + part)
    const pieces = text.split(/\n\s*\n/).map((piece) => piece.split('\n').flatMap((line) => line.trim() || []))
    return { kind, ...head, body: pieces.flatMap((lines) => blocksOf(lines, values)) }
  }
}

function blocksOf(lines: string[], values: Value[]): MailBlock[] {
  const [first = ''] = lines
  const whole = /^\ue000(\d+)\ue001$/.exec(lines.join(' '))
  const only = whole && values[Number(whole[1])]
  if (Array.isArray(only)) return only
  const written = (text: string) => fill(text, values)
  if (first.startsWith('# ')) return of(written(first.slice(2)), (text) => ({ kind: 'heading', text }))
  if (first.startsWith('- ')) {
    const items = lines.flatMap((line) => written(line.slice(2)) ?? [])
    return items.length > 0 ? [{ kind: 'list', items }] : []
  }
  if (first.startsWith('| ')) return [{ kind: 'facts', facts: lines.map((line) => factOf(line, written)) }]
  const link = /^\[(.*)\]\((.*)\)$/.exec(first)
  if (link) {
    const [label, href] = [written(link[1]!), written(link[2]!)]
    return label && href ? [{ kind: 'button', label, href }] : []
  }
  return of(written(lines.join(' ')), (text) => ({ kind: 'paragraph', text }))
}

function factOf(line: string, written: (text: string) => string | null) {
  const [, term = '', details = ''] = /^\| ([^:]*): ?(.*)$/.exec(line) ?? []
  return { term: written(term) ?? '', details: written(details) }
}

function fill(text: string, values: Value[]): string | null {
  const filled = text.replace(marks, (_, index) => {
    const value = values[Number(index)]
    return value === null || value === undefined || value === false ? '' : String(value)
  })
  return filled.trim() === '' ? null : filled
}

function of(text: string | null, block: (text: string) => MailBlock): MailBlock[] {
  return text === null ? [] : [block(text)]
}
