import { defineConfig, presetWind3 } from 'unocss'

/** Every colour is a meaning from src/ui/tokens.css: there is no other palette, so a page cannot leave the design. */
const meanings = [
  'surface',
  'surface-raised',
  'surface-sunken',
  'surface-ink',
  'text',
  'text-muted',
  'border',
  'border-strong',
  'link',
  'action',
  'action-hover',
  'action-text',
  'accredited',
  'accredited-surface',
  'gold',
  'gold-text',
  'gold-surface',
  'danger',
  'danger-hover',
  'danger-text',
  'danger-surface',
  'warning',
  'warning-surface',
  'banner',
  'banner-text',
  'focus',
]

const colors = {
  ...Object.fromEntries(meanings.map((name) => [name, `var(--${name})`])),
  // `text-muted` is said more often than `text-text-muted`.
  muted: 'var(--text-muted)',
  current: 'currentColor',
  transparent: 'transparent',
}

const fontSize: Record<string, [size: string, height: string]> = {
  xs: ['0.8125rem', '1.4'],
  sm: ['0.9375rem', '1.5'],
  base: ['1.0625rem', '1.6'],
  lg: ['1.25rem', '1.5'],
  xl: ['1.5rem', '1.3'],
  '2xl': ['1.875rem', '1.2'],
  '3xl': ['2.375rem', '1.15'],
  '4xl': ['3rem', '1.08'],
  '5xl': ['3.75rem', '1.04'],
}

export default defineConfig({
  // wind3 rather than wind4: plain declarations, no @property preamble, colours used as they are. Without its preflight, which sets helper
  // variables on every element: what would need them is said in base.css.
  presets: [presetWind3({ preflight: false, dark: { dark: '[data-theme="dark"]' } })],
  rules: [
    ['shadow', { 'box-shadow': 'var(--shadow)' }],
    ['colour-fade', { transition: 'color .15s, background-color .15s, border-color .15s' }],
    ['shadow-lg', { 'box-shadow': 'var(--shadow-lg)' }],
  ],
  extendTheme: (theme) => ({
    ...theme,
    colors,
    fontFamily: { sans: 'var(--font-sans)', serif: 'var(--font-serif)', mono: 'var(--font-mono)' },
    fontSize,
    borderRadius: { DEFAULT: '2px', none: '0', lg: '4px', full: '9999px' },
    boxShadow: { DEFAULT: 'var(--shadow)', lg: 'var(--shadow-lg)', none: 'none' },
    breakpoints: { sm: '40rem', md: '48rem', lg: '64rem', xl: '80rem' },
    maxWidth: {
      prose: '58ch',
      sm: '24rem',
      md: '28rem',
      lg: '32rem',
      xl: '36rem',
      form: '40rem',
      '3xl': '48rem',
      page: '76rem',
      none: 'none',
      full: '100%',
    },
  }),
  // What is said often has one class, so that a page says its look once and not in every row of a list.
  shortcuts: {
    'page-width': 'w-full max-w-page mx-auto px-4 sm:px-6 lg:px-8',
    section: 'py-10 sm:py-14 lg:py-18',
    lead: 'mt-4 max-w-prose text-lg text-muted',
    'text-note': 'text-sm text-muted',
    // Small capitals' cousin: a label that classes a thing without shouting.
    eyebrow: 'text-sm font-semibold text-muted tracking-wide',

    cards: 'grid gap-6 sm:grid-cols-2 lg:grid-cols-3',
    card: 'relative p-5 sm:p-6 border border-border rounded bg-surface-raised shadow',
    cover: 'w-full aspect-16/9 object-cover',
    picture: 'w-full aspect-16/9 object-cover bg-surface-sunken',
    badges: 'flex flex-wrap items-center gap-2',
    badge:
      'inline-flex items-center gap-1.5 px-2 py-0.5 border border-border-strong rounded text-xs font-semibold text-muted whitespace-nowrap',

    button:
      'inline-flex items-center justify-center gap-2 min-h-11 px-5 py-2 border rounded text-base leading-tight font-semibold text-center no-underline colour-fade disabled:opacity-55 disabled:cursor-not-allowed aria-busy:cursor-progress',
    'button-action': 'bg-action text-action-text border-action hover:bg-action-hover hover:border-action-hover',
    'button-quiet': 'text-text border-border-strong hover:border-text hover:bg-surface-sunken',
    'button-danger': 'bg-danger text-danger-text border-danger hover:bg-danger-hover hover:border-danger-hover',
    'button-link':
      'inline-flex items-center gap-2 min-h-11 text-link font-semibold underline underline-offset-4 hover:decoration-2 aria-busy:cursor-progress',
    // Without a ground of its own: the menu's, a dialog's cross.
    'button-plain':
      'inline-flex items-center justify-center gap-2 size-11 rounded text-text no-underline hover:bg-surface-sunken',
    'button-menu':
      'inline-flex items-center gap-2 min-h-11 px-4 border border-border-strong rounded font-semibold hover:bg-surface-sunken',
    'button-search':
      'flex-none inline-flex items-center gap-2 min-h-11 px-4 border border-transparent rounded-r bg-action text-action-text font-semibold hover:bg-action-hover',
    chip: 'inline-flex items-center gap-2 min-h-11 px-4 border border-border-strong rounded-full text-sm font-semibold text-text no-underline colour-fade hover:border-text hover:bg-surface-sunken',
    // A link in a row of links, as high as a finger.
    'row-link': 'inline-flex items-center min-h-11',

    notice: 'flex gap-3 items-start p-4 border-l-4 border-border-strong rounded bg-surface-sunken',
    panel: 'border border-border rounded bg-surface-raised',
    'panel-summary': 'flex items-center justify-between gap-3 min-h-11 px-5 py-2 font-semibold hover:bg-surface-sunken',
    pagination: 'flex flex-wrap items-center gap-3 mt-8 pt-6 border-t border-border',
    crumbs: 'flex flex-wrap items-center text-sm',
    descriptions: 'border-t border-border',
    description: 'grid gap-x-6 py-3 print:py-1 border-b border-border sm:grid-cols-[minmax(9rem,1fr)_2fr]',
    label: 'block mb-1 font-semibold',
    'field-hint': 'mb-2 text-sm text-muted',
    'field-error': 'flex gap-2 items-start mb-2 font-semibold text-danger',
    option: 'flex gap-3 items-start py-2.5 min-h-11 cursor-pointer',
    stats: 'grid grid-cols-2 md:grid-flow-col md:auto-cols-fr md:grid-cols-none gap-x-4 sm:gap-x-6 gap-y-8',
    stat: 'flex flex-col-reverse justify-end gap-1 pl-4 sm:pl-5 border-l border-gold',
  },
  // Words of texts and code that happen to name a utility.
  blocklist: [
    'b',
    'blur',
    'container',
    'filter',
    'h1',
    'h2',
    'h3',
    'h4',
    'inline',
    'me',
    'ms',
    'my',
    'm18',
    'outline',
    'ring',
    'static',
    'tab',
    'table',
    'tabular-nums',
    'transition',
    'underline',
    'visible',
    'border-collapse',
    'w-40',
  ],
})
