import { atom } from 'jotai'
import { keepText, readText } from '#ui/browser-store.ts'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const defaultTheme: Theme = 'light'

export const themeKey = 'theme'

/**
 * Runs in the head, so that the page never shows in the wrong theme. A constant, which the content security policy allows by its hash. It
 * changes `<html>`, which therefore needs `suppressHydrationWarning`.
 */
export const themeScript = `try{var t=localStorage.getItem("${themeKey}");if(t==="dark"||t==="system")document.documentElement.dataset.theme=t}catch(e){}`

const chosenTheme = atom<Theme>(defaultTheme)

// The first render has to be the server's, so the kept choice is read on mounting and not before.
chosenTheme.onMount = (set) => {
  set(keptTheme())
  const follow = (event: StorageEvent) => {
    if (event.key !== themeKey && event.key !== null) return
    set(keptTheme())
    paint(keptTheme())
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

/** Setting it paints the page, and keeps the choice for the next visit and for other open pages. */
export const themeAtom = atom(
  (get) => get(chosenTheme),
  (_, set, theme: Theme) => {
    set(chosenTheme, theme)
    paint(theme)
    keepText('localStorage', themeKey, theme)
  },
)

function keptTheme(): Theme {
  const kept = readText('localStorage', themeKey)
  return themes.find((theme) => theme === kept) ?? defaultTheme
}

function paint(theme: Theme) {
  document.documentElement.dataset.theme = theme
}
