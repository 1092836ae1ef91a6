import { useAtom } from 'jotai'
import type { IconClass } from '#ui/icon.tsx'
import { type Theme, themeAtom, themes } from './theme.ts'

const faces: Record<Theme, { label: string; icon: IconClass }> = {
  light: { label: 'Light', icon: 'i-sun' },
  dark: { label: 'Dark', icon: 'i-moon' },
  system: { label: 'System', icon: 'i-monitor' },
}

/** Not shown where no script runs, as it could do nothing there. A page's second one has a `name` of its own. */
export function ThemeSwitch({ name = 'theme' }: { name?: string }) {
  const [theme, setTheme] = useAtom(themeAtom)
  return (
    <fieldset className="theme-switch needs-script">
      <legend className="visually-hidden">Theme</legend>
      <div className="inline-flex border border-border rounded-full">
        {themes.map((each) => (
          <label key={each} title={faces[each].label} className={faces[each].icon}>
            <input
              type="radio"
              name={name}
              value={each}
              aria-label={faces[each].label}
              checked={theme === each}
              onChange={() => setTheme(each)}
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
