import qrcode from 'qrcode-generator'

/** ISO/IEC 18004, error correction M: for each row a text of 0 (light) and 1 (dark). */
export function qrRows(text: string): string[] {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const places = Array.from({ length: code.getModuleCount() }, (_, place) => place)
  return places.map((row) => places.map((column) => (code.isDark(row, column) ? '1' : '0')).join(''))
}

/** With the four modules of quiet ground that readers need. */
export function drawQrCode(doc: PDFKit.PDFDocument, text: string, x: number, y: number, size: number): void {
  const rows = qrRows(text)
  const quiet = 4
  const side = size / (rows.length + quiet * 2)
  doc.rect(x, y, size, size).fill('#ffffff')
  for (const [row, modules] of rows.entries()) {
    for (const { index, 0: run } of modules.matchAll(/1+/g)) {
      doc.rect(x + (index + quiet) * side, y + (row + quiet) * side, side * run.length, side)
    }
  }
  // One fill for all of them: squares filled one by one show hairlines between them.
  doc.fill('#14231b')
}
