import type { PageId } from '#admin-pages.ts'
import type { FeedFormat } from '#pages.ts'
import type { Failure } from '#wire/failure.ts'
import type { Services } from './services.ts'
import type { Visitor } from './visitor.ts'

export type FinishedPage = {
  tags: string[]
  /** Milliseconds since 1970, from when it is made again though its data has not changed. */
  until?: number
  contentType: string
  /** Null leaves out one that every answer carries. */
  headers?: Record<string, string | null>
  body: Uint8Array
  route?: string
  /** Of the request that it is made for: answers from what is kept have no line in the log of their own. */
  reference?: string
}

/** For the cache, or for this request alone. */
export type Made = { page: FinishedPage } | { response: Response }

export type RoutedRequest = {
  request: Request
  url: URL
  reference: string
  visitor: Visitor
  /** Whose address this is, or that of a file with an ending. */
  page: PageId | null
  /** The pattern under which it is counted. */
  route: string
}

/** Null where there is no file: the address is then a page's. */
export type ServeFile = (asked: RoutedRequest) => Promise<Response | null>

export type FileSite = {
  services: Services
  /** With a limit on how long statements take. */
  reading: Services
  headers: Record<string, string>
  personalHeaders: Record<string, string>
  isSameOrigin: (headers: Headers) => boolean
  /** To OPTIONS, and to a method that is not `taken` (GET and HEAD). */
  otherMethod: (asked: RoutedRequest, taken?: readonly string[]) => Response | null
  /** The cached answer, or one made now. @param address by which it is kept. */
  answerOrMake: (asked: RoutedRequest, make: () => Promise<Made>, address?: string) => Promise<Response>
  /** The same for text; null where there is no such file. */
  keep: (asked: RoutedRequest, address: string, load: () => Promise<SharedFile | null>) => Promise<Response | null>
  /** Not kept here; an hour in the browser unless `headers` say otherwise. */
  file: (body: BodyInit | null, contentType: string, headers?: Record<string, string>, status?: number) => Response
  /** Where too many files wait to be drawn. */
  busy: () => Response
  /**
   * For scripts of any site: refuses other methods and readers of too much. @param missing the words of the 404. @param make null where it is not
   * there.
   */
  openFile: (
    asked: RoutedRequest,
    missing: string,
    make: (headers: Record<string, string>) => Promise<Response | null>,
  ) => Promise<Response>
  /** Names for a CDN what an answer is made of that is not kept here. */
  edgeTags: (tags: readonly string[]) => Record<string, string>
  refuseTooMany: (asked: RoutedRequest) => Promise<Response> | null
  notFound: (request: Request) => Promise<Response>
  notTaken: (request: Request, failure: Failure, reference: string, back?: string) => Promise<Response>
}

export type SharedFile = { contentType: string; text: string; tags: string[]; headers?: Record<string, string> }

export const feedContentTypes: Record<FeedFormat, string> = {
  ics: 'text/calendar; charset=utf-8',
  rss: 'application/rss+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
}
