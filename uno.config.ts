import { defineConfig, presetIcons, presetWind3 } from 'unocss'

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

export default defineConfig({
  presets: [
    // wind3 rather than wind4: plain declarations, no @property preamble, colours used as they are. Its preflight would set
    // helper variables on every element, so only those of the utilities in use are kept.
    presetWind3({ preflight: 'on-demand', dark: { dark: '[data-theme="dark"]' } }),
    // Masks in the stylesheet: the browser downloads no icon script and no icon font.
    presetIcons({
      scale: 1.15,
      extraProperties: { display: 'inline-block', 'vertical-align': '-0.15em', 'flex-shrink': '0' },
    }),
  ],
  extendTheme: (theme) => ({
    ...theme,
    colors,
    fontFamily: { sans: 'var(--font-sans)', serif: 'var(--font-serif)', mono: 'var(--font-mono)' },
    fontSize: {
      xs: ['0.8125rem', '1.4'],
      sm: ['0.9375rem', '1.5'],
      base: ['1.0625rem', '1.6'],
      lg: ['1.25rem', '1.5'],
      xl: ['1.5rem', '1.3'],
      '2xl': ['1.875rem', '1.2'],
      '3xl': ['2.375rem', '1.15'],
      '4xl': ['3rem', '1.08'],
      '5xl': ['3.75rem', '1.04'],
    },
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
  shortcuts: {
    // Small capitals' cousin: a label that classes a thing without shouting.
    eyebrow: 'text-sm font-semibold text-muted tracking-wide',
  },
})
