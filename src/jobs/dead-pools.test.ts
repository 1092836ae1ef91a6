import { expect, test } from 'bun:test'
import { addJob } from '#database/add-job.ts'
import { databaseOfFile } from '#test/of-file.ts'
import { releaseDeadPools, setPoolsSeen } from './run-jobs.ts'

const database = await databaseOfFile()

test('jobs of a process that was killed are taken again by one of the others; those of the living stay theirs', async () => {
  const { sql } = database
  for (const pool of ['dead', 'alive']) {
    await addJob(sql, 'delete-expired-drafts', {}, { key: pool })
    await sql`update graphile_worker._private_jobs set locked_by = ${pool}, locked_at = now() where key = ${pool}`
  }
  await setPoolsSeen(sql, { pools: ['dead', 'alive'] })
  expect(await releaseDeadPools(sql)).toBe(0)
  await sql`update job_pools set seen_at = now() - interval '6 minutes'`
  await setPoolsSeen(sql, { pools: ['alive'] })
  const found = await Promise.all([releaseDeadPools(sql), releaseDeadPools(sql)])
  expect(found.toSorted()).toEqual([0, 1])
  const jobs = await sql<{ key: string; locked_by: string | null }[]>`
    select key, locked_by from graphile_worker._private_jobs order by key`
  expect([...jobs]).toEqual([
    { key: 'alive', locked_by: 'alive' },
    { key: 'dead', locked_by: null },
  ])
})
