import { buildAll } from './build/build-all.ts'

// `bun run dev` runs this under `bun --watch`: each change builds the browser's part again and starts the site anew.
await buildAll(['browser'])
await import('./main.ts')
