import { atom } from 'jotai'
import type { SignUpState } from './rules.ts'

/** What both forms of the page show; null until the person does something, as long as what the server has answered holds. */
export const signUpAtom = atom<SignUpState | null>(null)
