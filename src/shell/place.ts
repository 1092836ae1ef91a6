import { atom, useAtomValue } from 'jotai'
import { createElement, type ReactNode } from 'react'
import type { BaseLocationHook, BaseSearchHook } from 'wouter'
import { PostedContext } from '#ui/posted-context.ts'
import type { Posted } from '#wire/form.ts'
import type { AdminPerson, Page, PageMeta } from '#wire/page.ts'
import { type DataOf, pageModules, type ShownPageId } from './page-modules.ts'

/** What the server tells the browser of one page: once in the document, or as the answer to a move. */
export type PageState<Id extends ShownPageId = ShownPageId> = {
  [Each in Id]: {
    page: Each
    /** Path and query that were asked for. */
    url: string
    status: number
    data: DataOf<Each>
    /** What has become of a post to the page. */
    posted?: Posted
    /** On pages that take a permission: who is signed in. */
    admin?: AdminPerson
    /** Names of the data's late values, which the document brings after this (wire/late.ts). */
    late?: string[]
  }
}[Id]

/** The answer to a move that leads somewhere else. */
export type PageRedirect = { redirect: string }

/** Where the person is: what the server told of it, what the page shows and says of itself, and the admin area's frame around it. */
export type Place = {
  state: Pick<PageState, 'page' | 'url' | 'status' | 'admin' | 'late'>
  content: ReactNode
  meta: PageMeta
  /** Of a page of the admin area: its bar and its frame, in place of the site's header and footer. */
  admin: (typeof import('./admin-frame.tsx') & { person: AdminPerson }) | null
}

/** The place that a page's state leads to: with the modules that show it. A page of the admin area comes in its frame. */
export async function loadPlace<Id extends ShownPageId>(state: PageState<Id>): Promise<Place> {
  const { page: id, data, posted, admin } = state
  const [{ page }, frame] = await Promise.all([
    withParts(pageModules[id](), data),
    admin ? import('./admin-frame.tsx') : null,
  ])
  const content = createElement(page.Component, { data, admin })
  return {
    state,
    content: createElement(PostedContext, { value: posted ?? null }, content),
    meta: page.meta(data),
    admin: admin && frame ? { ...frame, person: admin } : null,
  }
}

/** A page's module, once what it shows its data with is loaded too. */
async function withParts<Data>(loading: Promise<{ page: Page<Data> }>, data: Data): Promise<{ page: Page<Data> }> {
  const module = await loading
  await module.page.load?.(data)
  return module
}

export const placeAtom = atom<Place | null>(null)
/** Where a move leads that takes long enough to be seen: path and query. Null otherwise. */
export const movingAtom = atom<string | null>(null)

/** Wouter's location: the path of the place. Moves are carried by the router's `aroundNav` (app.tsx). */
export const usePlacePath: BaseLocationHook = () => {
  const { url } = usePlace().state
  const end = url.indexOf('?')
  return [end === -1 ? url : url.slice(0, end), () => {}]
}

/** Wouter's search: the query of the place, without its question mark. */
export const usePlaceSearch: BaseSearchHook = () => {
  const { url } = usePlace().state
  const end = url.indexOf('?')
  return end === -1 ? '' : url.slice(end + 1)
}

export function usePlace(): Place {
  const place = useAtomValue(placeAtom)
  if (!place) throw new Error('There is no place: the app was rendered without a page.')
  return place
}
