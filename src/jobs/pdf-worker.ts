import { drawCertificate } from '#features/register/certificate/server/draw-certificate.ts'
import { drawFactSheet } from '#features/site/press/server/draw-fact-sheet.ts'
import type { PdfKind, PdfOutcome, PdfTask } from '#process/drawings.ts'

// The thread that draws documents (process/drawings.ts): one at a time, its bytes transferred, not copied.

declare const self: Worker

const drawings: Record<PdfKind, (...given: never[]) => Promise<Uint8Array>> = {
  certificate: drawCertificate,
  'fact-sheet': drawFactSheet,
}

self.onmessage = async ({ data: { kind, given } }: MessageEvent<PdfTask>) => {
  try {
    const bytes = new Uint8Array(await drawings[kind](...(given as never[])))
    self.postMessage({ bytes } satisfies PdfOutcome, [bytes.buffer])
  } catch (problem) {
    self.postMessage({ problem: String(problem) } satisfies PdfOutcome)
  }
}
