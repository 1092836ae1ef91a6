import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultBrand } from '#brand.ts'
import { projectRoot } from '#process/project-root.ts'
import { brandMeanings, brandSetting, settingGroups } from '#settings.ts'

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')

type ListedSetting = {
  name: string
  /** As a file of settings has it; empty where the default is no text. */
  value: string
  means: string
  unset?: string
  secret?: true
  cluster?: string
  outsideContainers?: true
}

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

function tableOf({ title, members }: Group): string {
  const rows = members.map(({ name, value, means, unset }) => {
    const without = unset ?? (value ? `\`${value}\`` : 'none')
    return `| \`${name}\` | ${without} | ${means} |`
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

function between(text: string, lines: string[]): string {
  return text.replace(
    /^(.*Written by `bun run settings`.*\n)[\s\S]*?^(.*Until here\b.*)$/m,
    (_, from, to) => `${from}${lines.join('\n')}\n${to}`,
  )
}

function namedByHand(text: string, name: RegExp): Set<string> {
  return new Set([...between(text, []).matchAll(name)].map(([, found]) => found!))
}

function compose(): string {
  const text = read('compose.yaml')
  const byHand = namedByHand(text, /^\s+([A-Z][A-Z0-9_]+): /gm)
  const names = all.filter(({ name, outsideContainers }) => !outsideContainers && !byHand.has(name))
  return between(
    text,
    names.map(({ name }) => `  ${name}: \${${name}:-}`),
  )
}

const site = 'deploy/kubernetes/site'
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
