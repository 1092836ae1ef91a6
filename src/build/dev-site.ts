// One process of the site for `bun run dev`. It loads no source before it is told to start, so that what it shows is never outdated.

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
if (process.argv[2] === 'again') console.info = () => {}
await import('#main.ts')

export {}
