/** In pixels. */
export const badgeSizes = {
  small: { label: 'Small', width: 232, height: 64 },
  medium: { label: 'Medium', width: 300, height: 112 },
  large: { label: 'Large', width: 400, height: 184 },
} as const
export type BadgeSize = keyof typeof badgeSizes

/** `auto` follows the page around it, or the reader's own setting where a browser does not pass that on. */
export const themes = { light: 'Light', dark: 'Dark', auto: 'Follow the visitor’s setting' } as const
export type Theme = keyof typeof themes

export type BadgeLook = { size: BadgeSize; theme: Theme }
export const defaultLook: BadgeLook = { size: 'medium', theme: 'light' }

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
