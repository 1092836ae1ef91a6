import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { lastRelease } from '#database/last-release.ts'
import { projectRoot } from '#process/project-root.ts'
import { checkOutLastRelease, removeLastRelease } from './check-out-last-release.ts'
import { checkStored, type Row, reportStored, untilSettled } from './installation/check-stored.ts'
import { type Outage, RequestCounter, reasonsOf, reportPhases } from './installation/count-requests.ts'
import { startInstallation } from './installation/start-installation.ts'

// `bun run drill:installation [quick]`: the whole installation on one machine: three web processes behind HAProxy over TLS, two workers,
// PgBouncer, a primary and a synchronous streaming replica that public pages are read from, a payment provider and a mail server. While
// people read, search, apply, pay, send documents and work at the desk, each part is killed, replaced or failed over in turn. Prints what
// failed, how long, and whether everything that was acknowledged is there once; ends with 1 where something does not hold.
// `quick` leaves out the last release. Needs haproxy, openssl, git, and pgbouncer or its image.

/** After the last worker was started anew, jobs of one that was killed are taken again within this time, in milliseconds. */
const settleMs = 420_000
/** While the last applicants pay, and the queue comes to rest. */
const toTheEnd = 'to the end'
const isQuick = process.argv.includes('quick')
const folder = mkdtempSync('/var/tmp/installation-drill-')
chmodSync(folder, 0o755)
const release = join(folder, 'last-release')
const wrong: string[] = []

const began = performance.now()
const counter = new RequestCounter()
const ends: (() => Promise<void>)[] = []
try {
  if (!isQuick) await checkOutLastRelease(release)
  const installation = await startInstallation(folder, counter, ends)
  const { balancer, pgbouncer, web, workers } = installation
  const verified = await installation.verifyLog()
  if (!verified.holds) wrong.push(`verify-log before: ${verified.says}`)
  const load = installation.drive()
  await during('before anything happens', () => Bun.sleep(6000))
  await during('web processes killed in turn', async () => {
    for (const each of web) await each.kill(1000)
  })
  await during('workers killed in turn', async () => {
    for (const each of workers) await each.kill(1000)
  })
  await during('balancer reloaded, 3 times', async () => {
    for (let round = 0; round < 3; round++) {
      balancer.reload()
      await Bun.sleep(1500)
    }
  })
  if (!isQuick) {
    await during(`release ${lastRelease.version} rolls out`, async () => {
      for (const each of [...web, ...workers]) await each.replace(release)
    })
    await during('today’s release rolls out', async () => {
      for (const each of [...web, ...workers]) await each.replace(projectRoot)
    })
  }
  await during('database fails over', installation.failOver)
  await during('database fails back', installation.failOver)
  await during('balancer killed', async () => {
    await balancer.kill()
    balancer.start()
  })
  await during('PgBouncer killed', async () => {
    await pgbouncer.kill()
    await pgbouncer.start()
  })
  await during('primary killed', installation.promoteAfterCrash)
  await during('after all of it', () => Bun.sleep(5000))
  const stopped = load.stop()
  counter.begin(toTheEnd)
  wrong.push(...(await stopped))
  if (!(await untilSettled(installation.sql(), settleMs))) wrong.push('the queue does not come to an end')
  const unready = await installation.unready()
  if (unready.length > 0) {
    wrong.push(`${unready.length} processes are not ready in the end`)
    console.table(await pgbouncer.command('SHOW POOLS'))
  }
  const rows = await checkStored(installation.sql(), load.ledger, installation.outside)
  const after = await installation.verifyLog()
  if (!after.holds) wrong.push(`verify-log after: ${after.says}`)
  counter.close()
  report(rows)
  console.info(`\nverify-log: ${after.says}`)
} catch (problem) {
  wrong.push(problem instanceof Error ? (problem.stack ?? problem.message) : String(problem))
  counter.close()
  report()
} finally {
  for (const end of ends.reverse()) await end()
  if (!isQuick) await removeLastRelease(release)
  if (wrong.length === 0) rmSync(folder, { recursive: true, force: true })
  else console.info(`What the processes said is kept in ${folder}.`)
}
console.info(`\n${((performance.now() - began) / 60_000).toFixed(1)} minutes.`)
for (const each of wrong) console.error(`WRONG: ${each}`)
process.exit(wrong.length > 0 ? 1 : 0)

/** Does something under load, and lets the installation come to rest after it. */
async function during(name: string, work: () => Promise<unknown>): Promise<void> {
  counter.begin(name)
  await work()
  await Bun.sleep(2500)
  console.info(`${name}: ${((performance.now() - counter.phases.at(-1)!.beganAt) / 1000).toFixed(1)} s`)
}

/** All go through the balancer; kept pages need no database. */
function outageOf(name: string): Outage {
  if (name === 'balancer killed') return 'all'
  if (['PgBouncer killed', 'primary killed'].includes(name)) return 'made'
  return name.includes('killed') ? 'once' : 'none'
}

function report(stored: Row[] = []): void {
  const [requests, found] = [reportPhases(counter.phases, outageOf), reportStored(stored)]
  console.info(['', ...requests.lines, ...reasonsOf(counter.phases), '', ...found.lines].join('\n'))
  wrong.push(...requests.wrong, ...found.wrong)
}
