// These packages, which only tests use, have no types of their own.

declare module 'jsonld' {
  const jsonld: {
    toRDF(
      document: object,
      options: { documentLoader: DocumentLoader; safe: boolean; rdfDirection: string },
    ): Promise<object[]>
  }
  export default jsonld
}

declare module 'rdf-canonize' {
  export function canonize(quads: object[], options: { algorithm: string }): Promise<string>
}

// Another implementation, which the tests verify with.
declare module '@digitalcredentials/vc' {
  export { verifyCredential } from '@digitalbazaar/vc'
}
declare module '@digitalcredentials/data-integrity' {
  export { DataIntegrityProof } from '@digitalbazaar/data-integrity'
}
declare module '@digitalcredentials/eddsa-rdfc-2022-cryptosuite' {
  export { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
}
