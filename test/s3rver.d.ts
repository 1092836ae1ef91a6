declare module '@20minutes/s3rver' {
  /** An S3 server for tests; its package brings no types. */
  export default class S3rver {
    constructor(options: {
      port: number
      address: string
      silent: boolean
      directory: string
      configureBuckets: { name: string }[]
    })
    run(): Promise<{ address: string; port: number }>
    close(): Promise<void>
  }
}

declare module '@20minutes/s3rver/lib/models/account.js' {
  /** Who may sign requests; their keys can be made and taken away while the server runs. */
  export default class AWSAccount {
    constructor(id: string, name: string)
    accessKeys: Map<string, string>
    createKeyPair(accessKeyId: string, secretAccessKey: string): void
    revokeAccessKey(accessKeyId: string): void
  }
}
