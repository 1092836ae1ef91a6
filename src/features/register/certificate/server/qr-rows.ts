import qrcode from 'qrcode-generator'

/** ISO/IEC 18004, error correction M: for each row a text of 0 (light) and 1 (dark). */
export function qrRows(text: string): string[] {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const places = Array.from({ length: code.getModuleCount() }, (_, place) => place)
  return places.map((row) => places.map((column) => (code.isDark(row, column) ? '1' : '0')).join(''))
}
