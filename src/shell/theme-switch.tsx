import { useAtom } from 'jotai'
import { classNames } from '../ui/class-names.ts'
import { Icon, type IconClass } from '../ui/icon.tsx'
import { type Theme, themeAtom, themes } from './theme.ts'

const faces: Record<Theme, { label: string; icon: IconClass }> = {
  light: { label: 'Light', icon: 'i-lucide-sun' },
  dark: { label: 'Dark', icon: 'i-lucide-moon' },
  system: { label: 'System', icon: 'i-lucide-monitor' },
}

/** Light, dark, or as the reader's system has it. Not shown where no script runs, for there it could do nothing. */
export function ThemeSwitch({ className }: { className?: string | undefined }) {
  const [theme, setTheme] = useAtom(themeAtom)
  return (
    <fieldset className={classNames('needs-script', className)}>
      <legend className="visually-hidden">Theme</legend>
      <div className="inline-flex border border-border rounded-full">
        {themes.map((each) => (
          <label
            key={each}
            title={faces[each].label}
            className="relative size-11 inline-flex items-center justify-center rounded-full text-muted hover:text-text has-checked:text-text has-checked:bg-surface-sunken has-focus-visible:outline-3 has-focus-visible:outline-solid has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="theme"
              value={each}
              checked={theme === each}
              onChange={() => setTheme(each)}
              className="absolute inset-0 opacity-0 cursor-pointer"
            />
            <Icon icon={faces[each].icon} />
            <span className="visually-hidden">{faces[each].label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
