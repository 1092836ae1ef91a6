import { expect, test } from 'bun:test'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Glob, YAML } from 'bun'

// The alert rules (`deploy/monitoring/alerts.yaml`) and the dashboard: each alert has its runbook, and Prometheus' own tool, where it is
// installed, runs them on made-up figures (`alerts.promtool.yaml`). That their metrics are there is a test of `src/http/observing.test.ts`.

const root = join(import.meta.dir, '../..')
type Rule = { alert?: string; labels?: { severity: string }; annotations?: { runbook: string } }
const rules = YAML.parse(await Bun.file(join(root, 'deploy/monitoring/alerts.yaml')).text()) as {
  groups: { rules: Rule[] }[]
}
const alerts = rules.groups.flatMap((group) => group.rules).filter(({ alert }) => alert)
const promtool = Bun.which('promtool')

test('each alert says whom it wakes and has a runbook, and each runbook an alert', () => {
  for (const { labels } of alerts) expect(['page', 'ticket']).toContain(labels!.severity)
  const named = [...new Set(alerts.map(({ annotations }) => annotations!.runbook))]
  const written = [...new Glob('docs/runbooks/*.md').scanSync(root)].filter((path) => !path.endsWith('README.md'))
  expect(named.toSorted()).toEqual(written.toSorted())
})

test('each alert is tried with made-up figures', async () => {
  const tried = await Bun.file(join(import.meta.dir, 'alerts.promtool.yaml')).text()
  expect(
    alerts.map(({ alert }) => alert!).filter((name) => !new RegExp(`alertname: ${name}\\n\\s+exp_alerts`).test(tried)),
  ).toEqual([])
})

test.skipIf(!promtool)('what Prometheus is to ask is written as it reads it', () => {
  const { exitCode, stderr } = Bun.spawnSync([promtool!, 'check', 'config', 'prometheus.yaml'], {
    cwd: join(root, 'deploy/monitoring'),
  })
  if (exitCode !== 0) throw new Error(String(stderr))
})

test.skipIf(!promtool)(
  'alerts fire when they should, and then only',
  () => {
    const { exitCode, stdout, stderr } = Bun.spawnSync([promtool!, 'test', 'rules', 'alerts.promtool.yaml'], {
      cwd: import.meta.dir,
    })
    if (exitCode !== 0) throw new Error(`${stdout}${stderr}`)
  },
  240_000,
)

test.skipIf(!promtool)('every query of the dashboard is one', async () => {
  const dashboard = (await Bun.file(join(root, 'deploy/monitoring/dashboard.json')).json()) as {
    panels: { targets: { expr: string }[] }[]
  }
  const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  const file = join(mkdtempSync(join(tmpdir(), 'dashboard-')), 'queries.json')
  const asRules = queries.map((expr, nth) => ({ record: `query${nth}`, expr }))
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: asRules }] }))
  const { exitCode, stderr } = Bun.spawnSync([promtool!, 'check', 'rules', file])
  if (exitCode !== 0) throw new Error(String(stderr))
  expect(queries.length).toBeGreaterThan(15)
})
