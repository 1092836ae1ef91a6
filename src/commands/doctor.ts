import { readEnv } from '#env.ts'
import type { CheckResult } from './doctor/check.ts'
import { examine } from './doctor/examine.ts'
import { type Point, tick } from './doctor/live.ts'

// `bun run doctor [--live] [--json]` checks what the site needs. It changes nothing and sends no mail. Ends with 1 where something is wrong; warnings do
// not change that. With --live it ticks the points of docs/going-live.md, and ends with 1 while one is open.
const isLive = process.argv.includes('--live')
const isJson = process.argv.includes('--json')
const read = readEnv(process.env)
const toDo = 'docs/settings.md lists every setting.'
const checks: CheckResult[] =
  'problems' in read
    ? read.problems.map((problem) => ({ name: 'settings', result: 'wrong', says: `${problem}.`, toDo }))
    : await examine(read.env, isLive)
const points = isLive ? tick(checks) : []
const isWell = isLive
  ? points.every(({ isDone }) => isDone)
  : checks.every(({ result }) => result === 'ok' || result === 'warning')
if (isJson) console.info(JSON.stringify({ isWell, checks, ...(isLive ? { points } : {}) }, null, 2))
else console.info(isLive ? asList(points) : inWords(checks))
process.exit(isWell ? 0 : 1)

function asList(points: Point[]): string {
  const lines = points.flatMap(({ title, isDone, open }) => [
    `[${isDone ? 'x' : ' '}] ${title}`,
    ...open.map((check) => `      ${check.says}${'toDo' in check ? ` ${check.toDo}` : ''}`),
  ])
  const left = points.filter(({ isDone }) => !isDone).length
  return [
    ...lines,
    '',
    left === 0 ? 'All is done.' : `To do: ${left} of ${points.length}. See docs/going-live.md.`,
  ].join('\n')
}

function inWords(found: CheckResult[]): string {
  const width = Math.max(...found.map(({ name }) => name.length))
  const lines = found.map((check) => {
    const toDo = 'toDo' in check && check.result !== 'skipped' ? ` ${check.toDo}` : ''
    return `${check.result.padEnd(7)}  ${check.name.padEnd(width)}  ${check.says}${toDo}`
  })
  const count = (result: CheckResult['result']) => found.filter((check) => check.result === result).length
  const end = isWell ? 'Nothing is wrong' : `${count('wrong')} wrong`
  return [...lines, '', `${end}, ${count('warning')} to look at.`].join('\n')
}
