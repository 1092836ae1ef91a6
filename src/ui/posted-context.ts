import { createContext, useContext } from 'react'
import type { FormState, Posted } from '#wire/form.ts'

/** What the shown page says of a post; null where there was none. */
export const PostedContext = createContext<Posted | null>(null)

/** What a form that is written by hand shows after a post of its command was not taken. */
export function usePosted(command: string): FormState {
  const posted = useContext(PostedContext)
  if (posted?.command !== command) return { typed: {}, problems: [], notice: null }
  return { typed: posted.typed, problems: posted.problems, notice: posted.outcome?.title ?? null }
}
