import { createContext } from 'react'
import type { Posted } from '#wire/form.ts'

/** What the shown page says of a post; null where there was none. */
export const PostedContext = createContext<Posted | null>(null)
