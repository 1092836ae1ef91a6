import { atom } from 'jotai'

/** Posted to its page's own address without leaving the page. */
export type SentForm = {
  form: URLSearchParams
  /** Called once: false when nothing was taken and nothing has changed. */
  ended: (isTaken: boolean) => void
}

/** `from-start` leads to another page of the same list; `refresh` shows the same page again and keeps what is typed in it. */
export type MoveState = 'from-start' | 'refresh' | SentForm

export type Move = (to: string, options?: { replace?: boolean; state?: MoveState }) => void

/** How a page that holds unsaved work asks before it is left; null on all others. */
export const mayLeaveAtom = atom<{ ask: () => boolean } | null>(null)
