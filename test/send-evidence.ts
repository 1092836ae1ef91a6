import { fileLimits, pieceCount } from '#features/assessments/files/rules.ts'
import type { EvidenceFile, UploadState } from '#features/assessments/files/schema.ts'

/** `authority`: the certificate, in PEM, of whoever vouches for the site's own. */
type Sender = { origin: string; cookie: string; applicationId: string; authority?: string }

/** Sends a document in pieces, as the applicant's browser does. @returns the file, which waits for its check. */
export async function sendEvidence(
  { origin, cookie, applicationId, authority }: Sender,
  name: string,
  content: Uint8Array<ArrayBuffer>,
): Promise<EvidenceFile> {
  const call = async <Answer>(method: string, path: string, body?: BodyInit): Promise<Answer> => {
    const response = await fetch(`${origin}/api/evidence/uploads${path}`, {
      method,
      headers: { cookie, origin, ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}) },
      ...(body === undefined ? {} : { body }),
      ...(authority ? { tls: { ca: authority } } : {}),
    })
    if (!response.ok)
      throw new Error(`${method} ${path} was answered with ${response.status}: ${await response.text()}`)
    return (await response.json()) as Answer
  }
  const about = { applicationId, criterionId: 'risk-assessment', name, bytes: content.length }
  const { id } = await call<UploadState>('POST', '', JSON.stringify(about))
  for (let piece = 0; piece < pieceCount(content.length); piece++) {
    const from = piece * fileLimits.pieceBytes
    await call('PUT', `/${id}/pieces/${piece}`, content.subarray(from, from + fileLimits.pieceBytes))
  }
  return await call<EvidenceFile>('POST', `/${id}/finish`)
}
