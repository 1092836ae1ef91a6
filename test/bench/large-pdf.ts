/** A PDF of exactly so many bytes: one page, beside which random bytes lie, and with eight digits at offset 11 that may be changed. */
export function largePdf(bytes: number): Buffer<ArrayBuffer> {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
  ]
  let text = '%PDF-1.7\n% 00000000\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  offsets.push(text.length)
  const tail = (start: number) =>
    `\nendstream\nendobj\nxref\n0 5\n0000000000 65535 f \n${offsets
      .map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
      .join('')}trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  const head = (length: number) => `${text}4 0 obj\n<< /Length ${String(length).padStart(8, '0')} >>\nstream\n`
  const length = bytes - head(0).length - tail(10_000_000).length
  const whole = Buffer.alloc(bytes)
  whole.write(head(length), 'latin1')
  for (let at = 0; at < length; at += 65_536)
    crypto.getRandomValues(whole.subarray(head(0).length + at, head(0).length + Math.min(at + 65_536, length)))
  whole.write(tail(head(0).length + length + '\nendstream\nendobj\n'.length), head(0).length + length, 'latin1')
  return whole
}
