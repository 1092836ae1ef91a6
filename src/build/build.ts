import { buildAll } from './build-all.ts'

await buildAll(process.argv[2] === 'browser' ? ['browser'] : ['browser', 'server'])
