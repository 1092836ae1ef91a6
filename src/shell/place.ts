import { atom, useAtomValue } from 'jotai'
import { createElement, type ReactNode } from 'react'
import type { BaseLocationHook, BaseSearchHook } from 'wouter'
import { PageTitle } from '#ui/page-heading.tsx'
import { PostedContext } from '#ui/posted-context.ts'
import type { PostedForm } from '#wire/form.ts'
import type { AdminPerson, PageMeta } from '#wire/page.ts'
import { type DataOf, pageModules, type ShownPageId } from './page-modules.ts'

/** In the document, or as the answer to a move. */
export type PageState<Id extends ShownPageId = ShownPageId> = {
  [Each in Id]: {
    page: Each
    url: string
    status: number
    data: DataOf<Each>
    posted?: PostedForm
    admin?: AdminPerson
    /** The document brings these after the rest (wire/deferred.ts). */
    deferred?: string[]
  }
}[Id]

/** The answer to a move that leads somewhere else. */
export type PageRedirect = { redirect: string }

export type Place = {
  state: Pick<PageState, 'page' | 'url' | 'status' | 'admin' | 'deferred'>
  content: ReactNode
  meta: PageMeta
  /** In place of the site's header and footer. */
  admin: (typeof import('./admin-frame.tsx') & { person: AdminPerson }) | null
}

export async function loadPlace<Id extends ShownPageId>(state: PageState<Id>): Promise<Place> {
  const { page: id, data, posted, admin } = state
  const [{ page }, frame] = await Promise.all([
    pageModules[id]().then(async (module) => {
      // The parts that its data need are loaded, too.
      await module.page.load?.(data)
      return module
    }),
    admin ? import('./admin-frame.tsx') : null,
  ])
  const meta = page.meta(data)
  const content = createElement(PageTitle, { value: meta.title }, createElement(page.Component, { data, admin }))
  return {
    state,
    content: createElement(PostedContext, { value: posted ?? null }, content),
    meta,
    admin: admin && frame ? { ...frame, person: admin } : null,
  }
}

export const placeAtom = atom<Place | null>(null)
/** Path and query of a move that takes long enough to be seen. */
export const movingAtom = atom<string | null>(null)

/** Moves are carried by the router's `aroundNav` (app.tsx). */
export const usePlacePath: BaseLocationHook = () => {
  return [usePlace().state.url.replace(/\?.*/s, ''), () => {}]
}

/** Without its question mark. */
export const usePlaceSearch: BaseSearchHook = () => {
  return usePlace().state.url.replace(/^[^?]*\??/, '')
}

export function usePlace(): Place {
  const place = useAtomValue(placeAtom)
  if (!place) throw new Error('There is no place: the app was rendered without a page.')
  return place
}
