import type { PageId } from '#admin-pages.ts'
import type { FeedFormat } from '#pages.ts'
import type { Failure } from '#wire/failure.ts'
import type { Services } from './services.ts'
import type { Visitor } from './visitor.ts'

export type FinishedPage = {
  tags: string[]
  until?: number
  contentType: string
  /** Null leaves out a header of every answer. */
  headers?: Record<string, string | null>
  body: Uint8Array
  route?: string
  /** Later answers from the cache have no log line of their own. */
  reference?: string
}

export type PageOrResponse = { page: FinishedPage } | { response: Response }

export type RoutedRequest = {
  request: Request
  url: URL
  reference: string
  visitor: Visitor
  /** The page at this address, or whose file this is. */
  page: PageId | null
  route: string
}

export type ServeFile = (asked: RoutedRequest) => Promise<Response | null>

export type FileSite = {
  services: Services
  reading: Services
  headers: Record<string, string>
  personalHeaders: Record<string, string>
  isSameOrigin: (headers: Headers) => boolean
  /** For OPTIONS and methods that are not `taken` (GET and HEAD). */
  otherMethod: (asked: RoutedRequest, taken?: readonly string[]) => Response | null
  answerOrMake: (asked: RoutedRequest, make: () => Promise<PageOrResponse>, address?: string) => Promise<Response>
  keep: (asked: RoutedRequest, address: string, load: () => Promise<SharedFile | null>) => Promise<Response | null>
  /** Not cached here; an hour in the browser unless `headers` differ. */
  file: (body: BodyInit | null, contentType: string, headers?: Record<string, string>, status?: number) => Response
  busy: () => Response
  /** For scripts of any site. @param missing the words of the 404. @param make null where it does not exist. */
  openFile: (
    asked: RoutedRequest,
    missing: string,
    make: (headers: Record<string, string>) => Promise<Response | null>,
  ) => Promise<Response>
  /** What an answer that is not cached here is made of, for a CDN. */
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
