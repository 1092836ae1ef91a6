import { buildBrowser } from './browser.ts'
import { buildServer } from './server.ts'

await Promise.all([buildBrowser(), buildServer()])
