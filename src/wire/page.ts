import type { FunctionComponent } from 'react'
import type { Role } from '#domain/permissions.ts'
import type { FeedFormat } from '#pages.ts'

export type PageMeta = {
  /** Without the authority's name, which the document adds. */
  title: string
  description?: string
  /** Path and query of the canonical address; left out for pages that no search engine should know. */
  canonical?: string
  /** The picture shown when the page is shared, 1200 by 630, with what it says; the authority's own when left out. */
  image?: { src: string; alt: string }
  /** A list that can be subscribed to: its name, and the address for each format. */
  feeds?: { title: string; address: (format: FeedFormat) => string }
  /** Address of the page's calendar file. */
  calendar?: string
  /** schema.org data; several things stand in a list. */
  jsonLd?: Record<string, unknown> | Record<string, unknown>[]
}

/** A page as both ends know it: what it shows, and what it says of itself. `Data` is what its loader answers. */
export type Page<Data> = {
  Component: FunctionComponent<{ data: Data; admin?: AdminPerson | undefined }>
  meta: (data: Data) => PageMeta
  /** Loads the modules that this data is shown with and other data of the page is not. Done before the page is rendered. */
  load?: (data: Data) => Promise<void>
  /** Lists of the data whose cards stand in the document (ui/card-list.tsx): their items are not sent beside them. */
  cards?: readonly (keyof Data & string)[]
}

/** Declares a page; a page module exports it as `page`. */
export function definePage<Data>(page: Page<Data>): Page<Data> {
  return page
}

/** Who looks at a page of the admin: for its frame alone, for what they may do is decided on the server. */
export type AdminPerson = { name: string; roles: readonly Role[] }
