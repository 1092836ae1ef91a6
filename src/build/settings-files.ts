import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultBrand } from '#brand.ts'
import { projectRoot } from '#process/project-root.ts'
import { brandMeanings, brandSetting, type SettingWords, settingGroups } from '#settings.ts'

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')

type OnlyRole = NonNullable<SettingWords['only']>

/** `value`: as a file of settings has it; empty where the default is no text. */
type ListedSetting = SettingWords & { name: string; value: string }

type Group = { title: string; members: ListedSetting[] }

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

const brand: Group = {
  title: "The authority's identity",
  members: Object.entries(brandMeanings).map(([key, means]) => {
    const value = defaultBrand[key as keyof typeof brandMeanings]
    return { name: brandSetting(key), means, value: Array.isArray(value) ? value.join('; ') : value }
  }),
}

const groups: Group[] = [
  ...Object.entries(settingGroups).map(([title, members]) => ({
    title,
    members: Object.entries(members).map(([name, { read: _, otherwise, ...words }]) => ({
      name,
      value: 'unset' in words ? '' : textOf(otherwise),
      ...words,
    })),
  })),
  brand,
]
const all = groups.flatMap(({ members }) => members)

const onlyWords: Record<OnlyRole, string> = {
  web: 'not with `ROLE=worker`',
  worker: 'not with `ROLE=web`',
  migrate: 'for nothing else',
}

function tableOf({ title, members }: Group): string {
  const rows = members.map(({ name, value, means, unset, only }) => {
    const without = unset ?? (value ? `\`${value}\`` : 'none')
    return `| \`${name}\` | ${without} | ${means}${only ? ` (${onlyWords[only]})` : ''} |`
  })
  return [`## ${title}`, '', '| Setting | Without it | Meaning |', '|---|---|---|', ...rows].join('\n')
}

function neededTable(): string {
  const needed = all.filter(({ unset = '' }) => unset.includes('required in production'))
  return tableOf({ title: '', members: needed }).replace('## \n\n', '').replaceAll('](', '](docs/')
}

const plain = (markdown: string) => markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '')

function commented(isMember: (setting: ListedSetting) => boolean, isCluster = false): string {
  const parts = groups.flatMap(({ title, members }) => {
    const lines = members
      .filter(isMember)
      .flatMap(({ name, value, cluster, means }) => [
        `# ${plain(means)}`,
        `# ${name}=${(isCluster && cluster) || value}`,
      ])
    return lines.length > 0 ? [[`## ${title}`, ...lines].join('\n')] : []
  })
  return parts.join('\n\n')
}

/** @param blocks the lines of each place that is marked, in their order; none empties them all. */
function between(text: string, ...blocks: string[][]): string {
  let nth = 0
  return text.replaceAll(
    /^(.*Written by `bun run settings`.*\n)[\s\S]*?^(.*Until here\b.*)$/gm,
    (_, from, to) => `${from}${(blocks[nth++] ?? []).join('\n')}\n${to}`,
  )
}

function namedByHand(text: string, name: RegExp): Set<string> {
  return new Set([...between(text).matchAll(name)].map(([, found]) => found!))
}

function compose(): string {
  const text = read('compose.yaml')
  const byHand = namedByHand(text, /^\s+([A-Z][A-Z0-9_]+): /gm)
  const others = all.filter(({ name, outsideContainers }) => !outsideContainers && !byHand.has(name))
  const of = (who?: OnlyRole) => others.flatMap(({ name, only }) => (only === who ? [`  ${name}: \${${name}:-}`] : []))
  return between(text, of(), of('web'), of('worker'))
}

const site = 'deploy/kubernetes/site'

/** What an authority that uses them adds with a key of its own. */
const addedByHand = new Set(['DATABASE_READ_URL', 'ADMIN_PASSWORD', 'OTEL_EXPORTER_OTLP_HEADERS'])

/** Each secret of a role as a file in its pod. */
function pod(role: OnlyRole): string {
  const names = all.flatMap(({ name, secret, only = role }) =>
    secret && only === role && !addedByHand.has(name) ? [name] : [],
  )
  const keyOf = (name: string) => name.toLowerCase().replaceAll('_', '-')
  return between(
    read(`${site}/${role}.yaml`),
    names.map((name) => `            - { name: ${name}_FILE, value: /secrets/${keyOf(name)} }`),
    names.map((name) => `              - { key: ${keyOf(name)}, path: ${keyOf(name)} }`),
  )
}

const byPod = new Set(
  readdirSync(join(projectRoot, site)).flatMap((file) => [
    ...namedByHand(read(`${site}/${file}`), /\{ name: ([A-Z][A-Z0-9_]+), value/g),
  ]),
)

const example = 'deploy/kubernetes/example'
const byExample = namedByHand(read(`${example}/kustomization.yaml`), /^\s+- ([A-Z][A-Z0-9_]+)=/gm)

const inMap = ({ name, secret, outsideContainers }: ListedSetting) =>
  !secret && !outsideContainers && !byPod.has(name) && !byExample.has(name)

const monitoring = 'deploy/kubernetes/monitoring'
const alerts = read('deploy/monitoring/alerts.yaml')
const indented = (text: string, by: number) => text.trimEnd().replaceAll(/^(?=.)/gm, ' '.repeat(by))

export const settingsFiles: Record<string, string> = {
  'README.md': between(read('README.md'), ['', neededTable(), '']),
  'docs/settings.md': between(read('docs/settings.md'), ['', groups.map(tableOf).join('\n\n'), '']),
  '.env.example': `# Every setting, below what it means, with what holds without it. Copy this file to .env, and take away the sign before what you set.
# Written by \`bun run settings\` from src/settings.ts; docs/settings.md says more.

${commented(() => true)}
`,
  'compose.yaml': compose(),
  [`${site}/kustomization.yaml`]: between(
    read(`${site}/kustomization.yaml`),
    all.flatMap(({ name, cluster }) => (cluster ? [`      - ${name}=${cluster}`] : [])),
  ),
  [`${site}/web.yaml`]: pod('web'),
  [`${site}/worker.yaml`]: pod('worker'),
  [`${example}/settings.env`]: `# The settings of the site that are no secrets, below what they mean. Take away the sign before what you set.
# Written by \`bun run settings\` from src/settings.ts; docs/settings.md says more.

${commented(inMap, true)}
`,
  [`${monitoring}/alerts.yaml`]: `# Written by \`bun run settings\` from deploy/monitoring/alerts.yaml, which says more.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: accreditation
  labels: { app.kubernetes.io/name: accreditation }
spec:
${indented(alerts.slice(alerts.indexOf('groups:')), 2)}
`,
  [`${monitoring}/dashboard.yaml`]: `# Written by \`bun run settings\` from deploy/monitoring/dashboard.json.
apiVersion: v1
kind: ConfigMap
metadata:
  name: accreditation-dashboard
  labels: { app.kubernetes.io/name: accreditation, grafana_dashboard: '1' }
data:
  accreditation.json: |
${indented(read('deploy/monitoring/dashboard.json'), 4)}
`,
}

if (import.meta.main)
  for (const [path, text] of Object.entries(settingsFiles)) await Bun.write(join(projectRoot, path), text)
