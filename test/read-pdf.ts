import { getDocument, OPS, type PDFPageProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

type Content = { type: string; id: string }
type Node = { role: string; children: (Node | Content)[]; alt?: string; bbox?: number[] }
type Mark = { type: string; tag?: string; id?: string | null }

export type ReadPdf = {
  title: string
  language: string | null
  /** ISO 8601 in UTC, as the document says it. */
  createdOn: string
  /** The words in the order in which a screen reader comes to them, with the role of each; a text in place of others in theirs. */
  said: { role: string; text: string }[]
  links: string[]
  attachments: { name: string; text: string }[]
  /** What keeps a screen reader from following it, in words; empty for a document that is tagged throughout. */
  problems: string[]
}

/**
 * Reads a finished PDF with a library that had no part in making it (pdf.js), and checks what PDF/UA-1 (ISO 14289-1) asks for and a
 * program can tell: language, title, that all that is drawn belongs to the structure or is marked as ornament, the order of it, alternatives,
 * headings and links.
 */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS })
  const document = await task.promise
  const { info, metadata } = (await document.getMetadata()) as {
    info: Record<string, string>
    metadata: { get: (name: string) => string | null } | null
  }
  const problems: string[] = []
  const need = (isSo: boolean, problem: string) => {
    if (!isSo) problems.push(problem)
  }
  need(info.Language === 'en-GB', 'no language')
  need(Boolean(info.Title) && metadata?.get('dc:title') === info.Title, 'no title, or another one in the metadata')
  need((await document.getViewerPreferences())?.get('DisplayDocTitle') === true, 'the title is not shown')
  need(((await document.getMarkInfo()) as Map<string, boolean> | null)?.get('Marked') === true, 'not marked as tagged')
  need(metadata?.get('pdfuaid:part') === '1', 'does not say that it is PDF/UA-1')

  const said: ReadPdf['said'] = []
  const links: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const read = await readPage(await document.getPage(number))
    said.push(...read.said)
    links.push(...read.links)
    problems.push(...read.problems)
  }
  const headings = said.flatMap(({ role }) => (/^H\d$/.test(role) ? [Number(role[1])] : []))
  need(headings[0] === 1, 'the first heading is not of the first level')
  need(
    headings.every((level, place) => level <= (headings[place - 1] ?? 0) + 1),
    'headings leave out a level',
  )
  const attachments: ReadPdf['attachments'] = []
  for (const [id, { filename }] of (await document.getAttachments()) ?? []) {
    const content = (await document.getAttachmentContent(id)) as Uint8Array
    attachments.push({ name: filename, text: new TextDecoder().decode(content) })
  }
  await task.destroy()
  return {
    title: info.Title ?? '',
    language: info.Language ?? null,
    createdOn: metadata?.get('xmp:createdate') ?? '',
    said,
    links,
    attachments,
    problems,
  }
}

async function readPage(page: PDFPageProxy) {
  const problems: string[] = []
  const { texts, outside } = await textsByMark(page)
  if (outside) problems.push(`a text is outside of the structure: ${outside}`)
  if (await drawsOutside(page)) problems.push('something is drawn outside of the structure')
  const annotations = new Map((await page.getAnnotations()).map((one) => [`pdfjs_internal_id_${one.id}`, one]))
  const said: ReadPdf['said'] = []
  const links: string[] = []
  const order: string[] = []
  walk((await page.getStructTree()) as unknown as Node)
  if (order.join() !== [...texts.keys()].join()) {
    problems.push('the structure does not hold all that is drawn, once and in its order')
  }
  if (annotations.size > 0) problems.push('an annotation is outside of the structure')
  return { said, links, problems }

  function walk({ role, children, alt, bbox }: Node): void {
    const contents = children.filter((child): child is Content => 'type' in child)
    const ids = contents.filter(({ type }) => type === 'content').map(({ id }) => id)
    order.push(...ids)
    const printed = ids.map((id) => texts.get(id) ?? '').join('')
    if (ids.length > 0) said.push({ role, text: alt ?? printed })
    if (ids.length > 0 && !alt && !printed.trim()) problems.push(`${role} says nothing`)
    if (role === 'Figure' && !(alt && bbox)) problems.push('a figure without alternative or place')
    for (const { id } of contents.filter(({ type }) => type === 'annotation')) {
      const annotation = annotations.get(id)
      annotations.delete(id)
      if (role !== 'Link' || !annotation?.url || !annotation.contentsObj.str) problems.push('a link that says nothing')
      else links.push(annotation.url)
    }
    for (const child of children) if ('role' in child) walk(child)
  }
}

/** What is printed under each mark of the page, in the order of the page; ornament is left out. */
async function textsByMark(page: PDFPageProxy) {
  const texts = new Map<string, string>()
  const open: Mark[] = []
  let outside = ''
  const { items } = await page.getTextContent({ includeMarkedContent: true })
  for (const item of items as (Mark | { str: string })[]) {
    if ('str' in item) {
      const mark = open.at(-1)
      if (mark?.id) texts.set(mark.id, `${texts.get(mark.id) ?? ''}${item.str}`)
      else if (mark?.tag !== 'Artifact' && item.str.trim()) outside ||= item.str
    } else if (item.type === 'endMarkedContent') {
      open.pop()
    } else {
      open.push(item)
      if (item.id) texts.set(item.id, '')
    }
  }
  return { texts, outside }
}

/** Operators that leave something on the page. */
const drawing = new Set([
  ...[OPS.fill, OPS.eoFill, OPS.stroke, OPS.fillStroke, OPS.eoFillStroke, OPS.closeStroke, OPS.closeFillStroke],
  ...[OPS.constructPath, OPS.shadingFill, OPS.showText, OPS.showSpacedText, OPS.paintFormXObjectBegin],
  ...[OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject],
])

async function drawsOutside(page: PDFPageProxy): Promise<boolean> {
  const { fnArray } = await page.getOperatorList()
  let depth = 0
  return fnArray.some((operator) => {
    if (operator === OPS.beginMarkedContent || operator === OPS.beginMarkedContentProps) depth++
    else if (operator === OPS.endMarkedContent) depth--
    return depth === 0 && drawing.has(operator)
  })
}
