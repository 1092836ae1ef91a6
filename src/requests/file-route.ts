import type { PageId } from '#admin-pages.ts'
import type { Failure } from '#wire/failure.ts'
import type { Services } from './services.ts'
import type { SharedFile } from './shared-file.ts'
import type { Visitor } from './visitor.ts'

/** A finished answer to a public address, and what it was made of. */
export type FinishedPage = {
  tags: string[]
  /** The moment (milliseconds since 1970) from which it is made again, though its data has not changed. */
  until?: number
  contentType: string
  /** More headers of this answer, for example a list's `Link`; null leaves out one that every answer carries. */
  headers?: Record<string, string | null>
  body: Uint8Array
  /** The pattern that its answers are counted under. */
  route?: string
  /** Of the request that it is made for: answers from what is kept name it too, for they have no line in the log of their own. */
  reference?: string
}

/** What making a page ends in: one for the cache, or an answer for this request alone. */
export type Made = { page: FinishedPage } | { response: Response }

/** A request as it was routed. */
export type RoutedRequest = {
  request: Request
  url: URL
  reference: string
  visitor: Visitor
  /** The page whose address this is, or that a file's address only adds an ending to; null for any other address. */
  page: PageId | null
  /** The pattern under which it is counted. */
  route: string
}

/** Answers a file; null where there is none at the address, which is then taken for a page's. */
export type ServeFile = (asked: RoutedRequest) => Promise<Response | null>

/** What the site gives to those that answer files (http/file-routes.ts). */
export type FileSite = {
  services: Services
  /** The same for what is only read: its statements may not take long. */
  reading: Services
  /** Of every answer. */
  headers: Record<string, string>
  /** Of answers that belong to one person. */
  personalHeaders: Record<string, string>
  isSameOrigin: (headers: Headers) => boolean
  /** The answer to OPTIONS, and to a method other than those `taken` (GET and HEAD); null for one that is taken. */
  otherMethod: (asked: RoutedRequest, taken?: readonly string[]) => Response | null
  /** The cached answer, or the one that is made now. @param address by which it is kept. */
  answerOrMake: (asked: RoutedRequest, make: () => Promise<Made>, address?: string) => Promise<Response>
  /** The same for a file of text; null where there is no such file. */
  keep: (asked: RoutedRequest, address: string, load: () => Promise<SharedFile | null>) => Promise<Response | null>
  /** An answer that is not kept here; an hour in the browser unless `headers` say otherwise. */
  file: (body: BodyInit | null, contentType: string, headers?: Record<string, string>, status?: number) => Response
  /** The answer where too many files wait to be drawn, which no cache may keep: it is no trouble of ours. */
  busy: () => Response
  /**
   * Answers a read of a file that any site's script may read: 405 to what is no read, 429 to whoever reads too much.
   *
   * @param missing what is said where it is not there.
   * @param make gets the headers that every such file has. @returns the file's answer, or null where it is not there.
   */
  openFile: (
    asked: RoutedRequest,
    missing: string,
    make: (headers: Record<string, string>) => Promise<Response | null>,
  ) => Promise<Response>
  /** Names for a CDN what an answer is made of that is not kept here. */
  edgeTags: (tags: readonly string[]) => Record<string, string>
  /** The answer to a client that has made too many such reads in a minute; null as long as it has not. */
  refuseTooMany: (asked: RoutedRequest) => Promise<Response> | null
  notFound: (request: Request) => Promise<Response>
  /** The page that says why a form was not taken. */
  notTaken: (request: Request, failure: Failure, reference: string, back?: string) => Promise<Response>
}
