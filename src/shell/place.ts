import { atom, useAtomValue } from 'jotai'
import type { ComponentType, ReactNode } from 'react'
import type { BaseLocationHook, BaseSearchHook } from 'wouter'
import type { MoveState } from '../ui/moves.ts'
import type { DeskPerson, Page, PageState } from '../wire/page.ts'

/** Where the person is: the page shown, the data it was shown with, and the frame of the admin area around a page of that. */
export type Place = {
  state: PageState
  page: Page<unknown>
  Frame?: ComponentType<{ person: DeskPerson; children: ReactNode }>
}

/** `state` is what a move of ours tells of itself (ui/moves.ts). */
export type Go = (to: string, options?: { replace?: boolean; state?: MoveState }) => void

export const placeAtom = atom<Place | null>(null)
/** Where a move leads that takes long enough to be seen: path and query. Null otherwise. */
export const movingAtom = atom<string | null>(null)
/** How to move; the server has no way to. The value is wrapped because an atom calls a plain function. */
export const goAtom = atom<{ go: Go }>({ go: () => {} })

/** Wouter's location: the path of the place, and our way to move. */
export const useAppLocation: BaseLocationHook = () => {
  const { go } = useAtomValue(goAtom)
  const { url } = usePlace().state
  const end = url.indexOf('?')
  return [end === -1 ? url : url.slice(0, end), go]
}

/** Wouter's search: the query of the place, without its question mark. */
export const useAppSearch: BaseSearchHook = () => {
  const { url } = usePlace().state
  const end = url.indexOf('?')
  return end === -1 ? '' : url.slice(end + 1)
}

export function usePlace(): Place {
  const place = useAtomValue(placeAtom)
  if (!place) throw new Error('There is no place: the app was rendered without a page.')
  return place
}
