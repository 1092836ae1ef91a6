import { createContext, useContext } from 'react'
import { emptyForm, type FormState, type PostedForm } from '#wire/form.ts'

/** Null where there was no post. */
export const PostedContext = createContext<PostedForm | null>(null)

/** For a form with a layout of its own; empty unless its command was posted and refused. */
export function usePosted(command: string): FormState {
  const posted = useContext(PostedContext)
  if (posted?.command !== command) return emptyForm
  const { typed, problems, outcome } = posted
  return { typed, problems, notice: outcome?.title ?? null }
}
