import qrcode from 'qrcode-generator'

/** The modules of a QR code (ISO/IEC 18004, error correction M), a text of 0 (light) and 1 (dark) for each row. */
export function qrRows(text: string): string[] {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const places = Array.from({ length: code.getModuleCount() }, (_, place) => place)
  return places.map((row) => places.map((column) => (code.isDark(row, column) ? '1' : '0')).join(''))
}
