import { buildBrowser } from './build/browser.ts'

// `bun run dev` runs this under `bun --watch`: each change builds the browser's part again and starts the site anew.
await buildBrowser()
await import('./main.ts')
