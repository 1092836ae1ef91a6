import { crc32 } from 'node:zlib'

/** What the chunk of a PNG is called that holds a credential (Open Badges 3.0, 5.3.1). */
export const pngKeyword = 'openbadgecredential'
/** The namespace of the element of an SVG that holds one (Open Badges 3.0, 5.3.2). */
const svgNamespace = 'https://purl.imsglobal.org/ob/v3p0'

/** The bytes of a PNG before its first chunk's data: signature, length and name of IHDR; behind its 13 bytes stands a checksum. */
const headerBytes = 8 + 8 + 13 + 4

/** Puts a compact JWS into a PNG, as an iTXt chunk behind the header. */
export function bakePng(png: Uint8Array, jws: string): Uint8Array<ArrayBuffer> {
  // Keyword, then: not compressed, no language, no translated keyword.
  const data = Buffer.from(`iTXt${pngKeyword}\0\0\0\0\0${jws}`, 'latin1')
  const frame = Buffer.alloc(4 + data.length + 4)
  frame.writeUInt32BE(data.length - 4, 0)
  data.copy(frame, 4)
  frame.writeUInt32BE(crc32(data), 4 + data.length)
  return new Uint8Array(Buffer.concat([png.subarray(0, headerBytes), frame, png.subarray(headerBytes)]))
}

/** Puts a compact JWS into an SVG, as its first element. A JWS has no character that XML knows. */
export function bakeSvg(svg: string, jws: string): string {
  return svg.replace(
    /^<svg ([^>]+)>/,
    (_, attributes) => `<svg xmlns:openbadges="${svgNamespace}" ${attributes}><openbadges:credential verify="${jws}"/>`,
  )
}
