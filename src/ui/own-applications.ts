import { atom } from 'jotai'
import { keepText, readText } from './browser-store.ts'

const storageKey = 'my-applications'

/** Whether this browser has any, as far as the pages that know it have said. False until the page is hydrated. */
export const hasApplicationsAtom = atom(false)
hasApplicationsAtom.onMount = (set) => {
  const read = () => set(readText('localStorage', storageKey) === 'yes')
  read()
  window.addEventListener('storage', read)
  return () => window.removeEventListener('storage', read)
}

export function rememberApplications(has: boolean): void {
  keepText('localStorage', storageKey, has ? 'yes' : null)
  // Only other pages hear of it by themselves.
  window.dispatchEvent(new Event('storage'))
}
