import { readEnv } from '#env.ts'
import type { Checked } from './doctor/check.ts'
import { examine } from './doctor/examine.ts'

// `bun run doctor [--json]` checks what the site needs. It changes nothing and sends no mail. Ends with 1 where something is wrong; warnings do not
// change that.
const isJson = process.argv.includes('--json')
const read = readEnv(process.env)
const checks = 'problems' in read ? read.problems.map(problemOfSetting) : await examine(read.env)
const isWell = checks.every(({ result }) => result === 'ok' || result === 'warning')
console.info(isJson ? JSON.stringify({ isWell, checks }, null, 2) : inWords(checks))
process.exit(isWell ? 0 : 1)

function problemOfSetting(problem: string): Checked {
  return { name: 'settings', result: 'wrong', says: `${problem}.`, toDo: 'docs/settings.md lists every setting.' }
}

function inWords(found: Checked[]): string {
  const width = Math.max(...found.map(({ name }) => name.length))
  const lines = found.map((check) => {
    const toDo = 'toDo' in check && check.result !== 'skipped' ? ` ${check.toDo}` : ''
    return `${check.result.padEnd(7)}  ${check.name.padEnd(width)}  ${check.says}${toDo}`
  })
  const count = (result: Checked['result']) => found.filter((check) => check.result === result).length
  const end = isWell ? 'Nothing is wrong' : `${count('wrong')} wrong`
  return [...lines, '', `${end}, ${count('warning')} to look at.`].join('\n')
}
