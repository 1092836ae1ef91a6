import type { FunctionComponent } from 'react'
import type { Role } from '#domain/permissions.ts'
import type { FeedFormat } from '#pages.ts'

export type PageMeta = {
  /** Without the authority's name, which the document adds. */
  title: string
  description?: string
  /** Left out for pages that no search engine should index. */
  canonical?: string
  /** 1200 by 630, for sharing; by default the authority's. */
  image?: { src: string; alt: string }
  feeds?: { title: string; address: (format: FeedFormat) => string }
  calendar?: string
  jsonLd?: Record<string, unknown> | Record<string, unknown>[]
}

export type Page<Data> = {
  Component: FunctionComponent<{ data: Data; admin?: AdminPerson | undefined }>
  meta: (data: Data) => PageMeta
  /** Modules that only this data needs, loaded before the page is rendered. */
  load?: (data: Data) => Promise<void>
  /** Lists whose cards are in the document (ui/card-list.tsx), so their items are not sent beside them. */
  cards?: readonly (keyof Data & string)[]
}

/** @param meta a title alone is of a page that no search engine should index. */
export function definePage<Data>(
  Component: Page<Data>['Component'],
  meta: PageMeta | string | ((data: Data) => PageMeta | string),
  more: Pick<Page<Data>, 'load' | 'cards'> = {},
): Page<Data> {
  const asMeta = (given: PageMeta | string) => (typeof given === 'string' ? { title: given } : given)
  return { ...more, Component, meta: (data) => asMeta(typeof meta === 'function' ? meta(data) : meta) }
}

export type AdminPerson = { name: string; roles: readonly Role[] }
