/**
 * `Content-Disposition` for a name that a stranger chose (RFC 6266): plain letters for old programs, and the name itself in UTF-8
 * (RFC 8187).
 */
export function attachmentHeader(name: string, how: 'inline' | 'attachment'): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%;]/g, '_')
    .trim()
  const whole = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `${how}; filename="${plain || 'document'}"; filename*=UTF-8''${whole}`
}
