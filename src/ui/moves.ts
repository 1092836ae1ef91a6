import { atom } from 'jotai'

/** A form that is posted to its page's own address without leaving the page: what it holds, and how to hear what came of it. */
export type SentForm = {
  form: URLSearchParams
  /** Told once: true when the page is shown as the server answered it, false when nothing was taken and nothing has changed. */
  ended: (isTaken: boolean) => void
}

/**
 * What a move tells of itself (browser/navigate.ts): `from-start` leads to another page of the same list, `refresh` shows the same page
 * as it stands now, by which nothing that is typed in it is lost.
 */
export type MoveState = 'from-start' | 'refresh' | SentForm

/** Leads to an address of the site; `state` is what the move tells of itself. */
export type Move = (to: string, options?: { replace?: boolean; state?: MoveState }) => void

/** How a page that holds unsaved work asks before it is left: whether it may be. Null on all others. */
export const mayLeaveAtom = atom<{ ask: () => boolean } | null>(null)
