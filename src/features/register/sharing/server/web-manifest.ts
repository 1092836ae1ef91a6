import type { Brand } from '#brand.ts'
import { themeColour } from '#ui/crest-svg.ts'

/** What a phone needs to keep the site among its apps (https://www.w3.org/TR/appmanifest/). */
export function webManifest(brand: Brand): string {
  return JSON.stringify({
    id: '/',
    name: brand.name,
    short_name: brand.shortName,
    description: 'The public register of accredited events in the United Kingdom.',
    lang: 'en-GB',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    theme_color: themeColour,
    background_color: '#f8f5ed',
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  })
}
