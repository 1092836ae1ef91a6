import { join } from 'node:path'
import pdfiumFile from '@hyzyla/pdfium/pdfium.wasm' with { type: 'file' }
import encoderFile from '@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm' with { type: 'file' }
import { parseMail } from '#features/applications/review/emails/server/parse-mail.ts'
import { fileLimits } from '#features/assessments/files/rules.ts'
import type { ReadDocument } from '#features/assessments/files/server/check-file.ts'
import { pixelLimits } from '#features/assessments/files/server/kinds/clean-jpeg.ts'
import { recognise } from '#features/assessments/files/server/kinds/recognise.ts'
import type { Conversion } from '#process/convert.ts'

const pageSide = 1600
const quality = 82
/** A larger photo is halved, at which every page of a document can still be read. */
const largePixels = 25_000_000

type Pixels = { data: Uint8ClampedArray; width: number; height: number }

const conversions: {
  [Kind in Conversion['kind']]: (content: Buffer, task: Extract<Conversion, { kind: Kind }>) => Promise<Uint8Array>
} = {
  read: async (content) => {
    const { answer, parts } = await read(content)
    return Buffer.concat([Buffer.from(`${JSON.stringify(answer)}\n`), ...parts])
  },
  'read-mail': async (content) => {
    const { mail, contents } = await parseMail(content)
    return Buffer.concat([Buffer.from(`${JSON.stringify(mail)}\n`), ...contents])
  },
  'draw-page': async (content, { page }) => {
    const drawn = (await openPdf(content)).getPage(page)
    const { originalWidth, originalHeight } = drawn.getOriginalSize()
    const scale = pageSide / Math.max(originalWidth, originalHeight)
    const [width, height] = [originalWidth, originalHeight].map((side) => Math.max(1, Math.round(side * scale)))
    const pixels = await drawn.render({ width: width!, height: height!, render: 'bitmap', renderFormFields: true })
    return await jpegOf({ ...pixels, data: new Uint8ClampedArray(pixels.data) })
  },
}

async function read(content: Buffer): Promise<{ answer: ReadDocument; parts: Uint8Array[] }> {
  const found = await recognise(content)
  if ('refused' in found) return { answer: found, parts: [] }
  if (found.kind === 'heic') {
    const made = await decodeHeic(content).then(jpegOf, () => null)
    if (!made) return { answer: { refused: 'unopened' }, parts: [] }
    return { answer: { kind: 'jpg', pages: 1, isAsSent: false }, parts: [made] }
  }
  const { kind, parts } = found
  if (kind === 'jpg' || kind === 'png') return { answer: { kind, pages: 1, isAsSent: false }, parts }
  const pages = kind === 'pdf' ? await countPages(content) : null
  return { answer: typeof pages === 'string' ? { refused: pages } : { kind, pages, isAsSent: true }, parts: [] }
}

/** The document's own page count cannot be trusted. */
async function countPages(content: Buffer): Promise<number | 'password' | 'unread'> {
  try {
    const document = await openPdf(content)
    const isThere = (count: number) => count === 0 || document.getPage(count - 1).getOriginalSize().originalWidth > 0
    let [there, max] = [0, Math.min(document.getPageCount(), fileLimits.shownPages)]
    if (isThere(max)) return max || 'unread'
    while (there < max - 1) {
      const middle = (there + max) >> 1
      if (isThere(middle)) there = middle
      else max = middle
    }
    return there || 'unread'
  } catch (problem) {
    return /password|security/i.test(String(problem)) ? 'password' : 'unread'
  }
}

async function decodeHeic(content: Buffer): Promise<Pixels> {
  const { default: libheif } = await import('libheif-js/wasm-bundle.js')
  const [image] = new libheif.HeifDecoder().decode(content)
  if (!image) throw new Error('There is no picture in it.')
  const [width, height] = [image.get_width(), image.get_height()]
  if (width * height > pixelLimits.all) throw new Error('The picture is larger than its header says.')
  const pixels = { data: new Uint8ClampedArray(width * height * 4), width, height }
  await new Promise<void>((resolve, reject) =>
    image.display(pixels, (shown: Pixels | null) => (shown ? resolve() : reject(new Error('It cannot be decoded.')))),
  )
  return width * height > largePixels ? halved(pixels) : pixels
}

/** Each pixel the mean of four, in the same memory: the encoder needs ten times what a picture takes. */
function halved({ data, width, height }: Pixels): Pixels {
  const [halfWidth, halfHeight] = [width >> 1, height >> 1]
  for (let y = 0, to = 0; y < halfHeight; y++) {
    for (let from = y * 2 * width * 4, end = from + halfWidth * 8; from < end; from += 8) {
      for (let channel = 0; channel < 4; channel++, to++) {
        const at = from + channel
        const below = at + width * 4
        data[to] = (data[at]! + data[at + 4]! + data[below]! + data[below + 4]! + 2) >> 2
      }
    }
  }
  return { data: data.subarray(0, halfWidth * halfHeight * 4), width: halfWidth, height: halfHeight }
}

async function openPdf(content: Buffer) {
  const { PDFiumLibrary } = await import('@hyzyla/pdfium')
  const library = await PDFiumLibrary.init({ wasmBinary: await Bun.file(beside(pdfiumFile)).arrayBuffer() })
  return await library.loadDocument(content)
}

async function jpegOf(pixels: Pixels): Promise<Uint8Array> {
  const { default: encode, init } = await import('@jsquash/jpeg/encode.js')
  await init(await WebAssembly.compile(await Bun.file(beside(encoderFile)).arrayBuffer()))
  return new Uint8Array(await encode(pixels as ImageData, { quality }))
}

/** In the bundle a file is named from the program's own folder. */
function beside(file: string): string {
  return file.startsWith('/') ? file : join(import.meta.dir, file)
}

console.log = console.error

try {
  const task = JSON.parse(process.argv[2] ?? '') as Conversion
  const content = Buffer.from(await Bun.stdin.arrayBuffer())
  const made = await conversions[task.kind](content, task as never)
  await Bun.write(Bun.stdout, made)
} catch {
  process.exit(1)
}
