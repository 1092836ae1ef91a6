import type { Posted } from '#wire/form.ts'
import type { Services } from './services.ts'
import type { Visitor } from './visitor.ts'

export type PageRequest = {
  params: Record<string, string>
  query: URLSearchParams
  /** Path and query as they were asked for. */
  url: string
  headers: Headers
  visitor: Visitor
  services: Services
}

/** `Tags`: none, for a page is personal unless the table of pages says that it is kept (`KeptAnswer`). */
export type PageAnswer<Data, Tags extends string[] = never> =
  | {
      kind: 'page'
      data: Data
      status?: number
      posted?: Posted
      /**
       * What the page was made of: it is kept and served again until one of these tags is announced (http/page-cache.ts).
       * Pages without tags are personal: `no-store`, `noindex` and without a referrer.
       */
      tags?: Tags
      /** When what it says stops being true without a change of its data, as an ISO time: it is kept until then at most. */
      until?: string | null
      headers?: Record<string, string>
      /** `Set-Cookie` lines. */
      cookies?: string[]
    }
  | { kind: 'redirect'; to: string; status: 301 | 303 | 307 | 308; cookies?: string[] }
  | { kind: 'not-found' }

/** The answer of a page that is made for everybody alike. */
export type KeptAnswer<Data> = PageAnswer<Data, string[]>

/** Answers a page's data from its address. */
export type Loader<Data, Tags extends string[] = never> = (request: PageRequest) => Promise<PageAnswer<Data, Tags>>
export type KeptLoader<Data> = Loader<Data, string[]>

/** A page's own form post. */
export type FormRequest = PageRequest & {
  form: Record<string, string>
  /** Of a page that takes files, by the name of their field. */
  files?: Record<string, PostedFile>
}

/** Takes a page's own form post (the way without JavaScript): a redirect, or the page again with its errors and what was typed. */
export type Action<Data> = (request: FormRequest) => Promise<PageAnswer<Data>>

/** What answers a page: GET by `load`, the post of its own form by `act`. */
export type Handler<Data, Tags extends string[] = never> = {
  load: Loader<Data, Tags>
  act?: Action<Data>
  /** Its form may carry files: up to 512 KB in all. */
  takesFiles?: true
  /**
   * Its post is taken from anywhere and whatever its body holds, for its address is the proof: mail programs post to the address of
   * an unsubscribe link (RFC 8058), as a form with or without parts.
   */
  oneClick?: true
}

/** Declares what answers a page; exported under the page's id, and named in http/handlers.ts. */
export function handler<Data>(handler: Handler<Data>): Handler<Data> {
  return handler
}

/** The same of a page that is kept: its loader names tags. */
export function keptHandler<Data>(handler: Handler<Data, string[]>): Handler<Data, string[]> {
  return handler
}

/** A file that a form has carried. Its name is the sender's, and nothing but words. */
export type PostedFile = { name: string; bytes: Uint8Array }
