import type { CoverTone } from '#ui/covers/cover-svg.ts'
import type { GuillocheLayer } from '#ui/rosette.ts'

type Doc = PDFKit.PDFDocument

const inks: Record<CoverTone, string> = {
  business: '#1c4a6a',
  entertainment: '#732a55',
  sports: '#0f5236',
  culture: '#87481c',
  charity: '#0d5a60',
  neutral: '#55564a',
}
const gold = '#8a6d1f'
const paper = '#fffdf8'

export function drawGuilloche(doc: Doc, layers: GuillocheLayer[], tone: CoverTone): void {
  const [sheetA, sheetB, ...flower] = layers as [GuillocheLayer, GuillocheLayer, ...GuillocheLayer[]]
  const [x, y] = flower[0]!.centre
  const { radius } = flower[0]!
  drawLayer(doc, sheetA, inks[tone], 0.42)
  drawLayer(doc, sheetB, gold, 0.34)
  const ground = doc.radialGradient(x, y, radius * 0.94, x, y, radius * 1.3)
  ground.stop(0, paper, 1).stop(1, paper, 0)
  doc.circle(x, y, radius * 1.3).fill(ground)
  for (const [index, layer] of flower.entries()) {
    drawLayer(doc, layer, index === 1 ? gold : inks[tone], index === 1 ? 0.7 : 0.62)
  }
}

/** The curve is written once as a form of the PDF, and shown for each copy. */
export function drawLayer(doc: Doc, layer: GuillocheLayer, ink: string, opacity: number): void {
  const name = addForm(doc as WritableDoc, layer)
  doc.save().lineWidth(0.5).strokeOpacity(opacity).strokeColor(ink, opacity)
  for (const [turn, right, down] of layer.copies) {
    doc.save()
    if (turn) doc.rotate(turn, { origin: layer.centre })
    else doc.translate(right, down)
    doc.addContent(`/${name} Do`)
    doc.restore()
  }
  doc.restore()
}

type WritableDoc = Doc & {
  ref: (data: Record<string, unknown>) => { end: (content: string) => void }
  page: { xobjects: Record<string, unknown> }
}

/** A form XObject (ISO 32000-1, 8.10) that strokes with whatever pen is set. @returns its name. */
function addForm(doc: WritableDoc, { d }: GuillocheLayer): string {
  const { operators, box } = pathOperators(d)
  const name = `Curve${Object.keys(doc.page.xobjects).length}`
  const form = doc.ref({ Type: 'XObject', Subtype: 'Form', BBox: box, Resources: {} })
  form.end(operators)
  doc.page.xobjects[name] = form
  return name
}

/** @param d one M, relative c, perhaps z. @returns PDF operators, and the box that holds the curve with its pen. */
export function pathOperators(d: string): { operators: string; box: [number, number, number, number] } {
  const numbers = (d.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number)
  let [x, y] = numbers as [number, number]
  const box: [number, number, number, number] = [x, y, x, y]
  let operators = `${text(x)} ${text(y)} m`
  for (let at = 2; at + 5 < numbers.length; at += 6) {
    for (let pair = 0; pair < 6; pair += 2) {
      const [px, py] = [x + numbers[at + pair]!, y + numbers[at + pair + 1]!]
      operators += `${pair === 0 ? '\n' : ' '}${text(px)} ${text(py)}`
      box[0] = Math.min(box[0], px)
      box[1] = Math.min(box[1], py)
      box[2] = Math.max(box[2], px)
      box[3] = Math.max(box[3], py)
    }
    operators += ' c'
    x += numbers[at + 4]!
    y += numbers[at + 5]!
  }
  const [left, top, right, bottom] = box
  return {
    operators: `${operators}${d.endsWith('z') ? '\ns' : '\nS'}`,
    box: [Math.floor(left) - 1, Math.floor(top) - 1, Math.ceil(right) + 1, Math.ceil(bottom) + 1],
  }
}

function text(value: number): string {
  return String(Math.round(value * 10) / 10)
}
