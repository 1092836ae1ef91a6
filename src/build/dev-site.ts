// A process of the site for `bun run dev` (dev.ts). It loads no source of ours before it is told to start: what was loaded before a change
// would be shown as it was before.

/** They take half of the time of a start, and do not change. */
const packages = [
  'elysia',
  'arktype',
  'better-auth',
  'react-dom/server',
  'jotai',
  'wouter',
  'postgres',
  'graphile-worker',
]

process.on('disconnect', () => process.exit())
const start = new Promise((resolve) => process.on('message', resolve))
process.send?.('listening')
await Promise.all(packages.map((name) => import(name)))
await start
// Its address has been said; what is logged does not go by way of the console.
if (process.argv[2] === 'again') console.info = () => {}
await import('#main.ts')

export {}
