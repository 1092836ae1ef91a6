import { expect, test } from 'bun:test'
import { openTestDatabase } from '#test/database.ts'
import { readEnv } from './env.ts'
import { createLog } from './process/log.ts'
import { createServices } from './services.ts'

test('the environment chooses: stand-ins, or the company register and the address finder at their addresses', async () => {
  const database = await openTestDatabase()
  const outside = Bun.serve({
    port: 0,
    fetch: (request) =>
      Response.json(
        new URL(request.url).pathname.startsWith('/search/companies')
          ? { items: [{ title: 'LARKMOOR OUTSIDE', company_number: '00990001' }] }
          : { result: { hits: [{ id: 'paf_1', suggestion: 'From outside' }] } },
      ),
  })
  const base = `http://localhost:${outside.port}`
  const chosen = async (settings: Record<string, string>) => {
    const read = readEnv(settings)
    if ('problems' in read) throw new Error(read.problems.join())
    const services = createServices({
      env: read.env,
      sql: database.sql,
      log: createLog(() => {}),
      now: () => new Date(),
      isTraced: false,
      paymentsApi: async () => base,
    })
    const found = [await services.companies.search('larkmoor c'), await services.addresses.search('bodhran')]
    await Promise.all([services.failedChecks.stop(), services.keyUses.stop()])
    return found
  }
  expect(await chosen({})).toMatchObject([
    { hits: [{ title: 'LARKMOOR CATERING LIMITED' }] },
    [{ address: '7 Bodhran Brae, Glasgow, G3 9ZZ' }],
  ])
  expect(
    await chosen({
      COMPANIES_HOUSE_API_KEY: 'key',
      COMPANIES_HOUSE_API_BASE: base,
      ADDRESS_API_KEY: 'key',
      ADDRESS_API_BASE: base,
    }),
  ).toMatchObject([{ hits: [{ title: 'LARKMOOR OUTSIDE' }] }, [{ id: 'paf_1', address: 'From outside' }]])
  await outside.stop(true)
  await database.close()
})
