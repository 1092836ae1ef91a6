import qrcode from 'qrcode-generator'

/** A QR code (ISO/IEC 18004, error correction M) as vector squares with the four modules of quiet ground that readers need. */
export function drawQrCode(doc: PDFKit.PDFDocument, text: string, x: number, y: number, size: number): void {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const modules = code.getModuleCount()
  const quiet = 4
  const side = size / (modules + quiet * 2)
  doc.rect(x, y, size, size).fill('#ffffff')
  for (let row = 0; row < modules; row++) {
    for (let column = 0; column < modules; column++) {
      if (code.isDark(row, column)) doc.rect(x + (column + quiet) * side, y + (row + quiet) * side, side, side)
    }
  }
  // One fill for all of them: squares filled one by one show hairlines between them.
  doc.fill('#14231b')
}
