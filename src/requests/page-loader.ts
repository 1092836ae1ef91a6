import type { PostedForm } from '#wire/form.ts'
import type { Services } from './services.ts'
import type { Visitor } from './visitor.ts'

export type PageRequest = {
  params: Record<string, string>
  query: URLSearchParams
  url: string
  headers: Headers
  visitor: Visitor
  services: Services
}

/** Without `Tags` a page is personal. */
export type PageAnswer<Data, Tags extends string[] = never> =
  | {
      kind: 'page'
      data: Data
      status?: number
      posted?: PostedForm
      /** It is kept until one of them is announced. Without tags it is personal: `no-store`, `noindex` and without a referrer. */
      tags?: Tags
      /** It is kept until then at most. */
      until?: string | null
      headers?: Record<string, string>
      cookies?: string[]
    }
  | { kind: 'redirect'; to: string; status: 301 | 303 | 307 | 308; cookies?: string[] }
  | { kind: 'not-found' }

export type KeptAnswer<Data> = PageAnswer<Data, string[]>

export type FormRequest = PageRequest & {
  form: Record<string, string>
  files?: Record<string, PostedFile>
}

export type Action<Data> = (request: FormRequest) => Promise<PageAnswer<Data>>

/** GET by `load`, the post of its own form by `act`. */
export type Handler<Data, Tags extends string[] = never> = {
  load: (request: PageRequest) => Promise<PageAnswer<Data, Tags>>
  act?: Action<Data>
  /** What `act` does, by the `intent` of its forms. */
  commands?: readonly string[]
  takesFiles?: true
  /** Its address is the proof, so its post is taken from anywhere: mail programs post to the address of an unsubscribe link (RFC 8058). */
  oneClick?: true
}

/** The name is the sender's, and nothing but words. */
export type PostedFile = { name: string; bytes: Uint8Array }
