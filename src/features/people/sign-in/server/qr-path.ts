import qrcode from 'qrcode-generator'

/** A QR code (ISO/IEC 18004, error correction M) as the path of its dark squares, with the quiet ground that readers need. */
export type QrPath = { path: string /** Side of the whole, in squares. */; side: number }

/** Draws a text as a QR code for SVG: a path of unit squares on a ground of `side` by `side`. */
export function qrPath(text: string): QrPath {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const modules = code.getModuleCount()
  const quiet = 4
  let path = ''
  for (let row = 0; row < modules; row++) {
    for (let column = 0; column < modules; column++) {
      if (code.isDark(row, column)) path += `M${column + quiet} ${row + quiet}h1v1h-1z`
    }
  }
  return { path, side: modules + quiet * 2 }
}
