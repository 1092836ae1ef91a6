/** In pixels. */
export const badgeSizes = {
  small: { label: 'Small', width: 232, height: 64 },
  medium: { label: 'Medium', width: 300, height: 112 },
  large: { label: 'Large', width: 400, height: 184 },
} as const
export type BadgeSize = keyof typeof badgeSizes

/** `auto` follows the reader's own setting. */
export const themes = { auto: 'Follow the visitor’s setting', light: 'Light', dark: 'Dark' } as const
export type Theme = keyof typeof themes

export type BadgeLook = { size: BadgeSize; theme: Theme }
export const defaultLook: BadgeLook = { size: 'medium', theme: 'auto' }

export function readLook(query: URLSearchParams): BadgeLook {
  return { size: nameIn(badgeSizes, query.get('size')) ?? defaultLook.size, theme: readTheme(query) }
}

export function readTheme(query: URLSearchParams): Theme {
  return nameIn(themes, query.get('theme')) ?? defaultLook.theme
}

export function lookQuery({ size, theme }: BadgeLook): { size?: BadgeSize; theme?: Theme } {
  return { ...(size === defaultLook.size ? {} : { size }), ...(theme === defaultLook.theme ? {} : { theme }) }
}

function nameIn<Names extends object>(names: Names, typed: string | null): keyof Names | undefined {
  return (Object.keys(names) as (keyof Names)[]).find((name) => name === typed)
}
