import { readdirSync, readFileSync } from 'node:fs'
import type { Sql } from '#database/sql.ts'

// What Linux knows of a process, from /proc.

/** CPU time that a process and its threads have used (100 ticks a second); 0 for one that is not there. */
export function cpuMicroseconds(pid: number): number {
  const stat = read(`/proc/${pid}/stat`)
  // The name of the program, in brackets, may hold blanks.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10_000
}

/** Memory of a process that is in RAM, in MB. */
export function residentMegabytes(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024)
}

/** Files and sockets that a process has open. */
export function openHandles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

/** CPU time of each server process of PostgreSQL that works for this database but the one that is asked, in microseconds by process; on this machine. */
export async function databaseCpu(sql: Sql): Promise<Map<number, number>> {
  const rows = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity
    where pid <> pg_backend_pid() and (datname is null or datname = current_database())`
  return new Map(rows.map(({ pid }) => [pid, cpuMicroseconds(pid)]))
}

/** What was used between two readings; a server process that has ended since takes its share with it. */
export function usedBetween(before: Map<number, number>, after: Map<number, number>): number {
  return [...after].reduce((sum, [pid, used]) => sum + used - (before.get(pid) ?? 0), 0)
}

/** What the processors have to do besides, averaged over a minute: 2 is all of two of them. */
export function loadAverage(): number {
  return Number(read('/proc/loadavg').split(' ')[0])
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
