import { camel } from '#database/camel.ts'
import { isDay } from '#domain/calendar-day.ts'
import { pageTags } from '#domain/page-tags.ts'
import { page } from '#page/page.ts'
import { filePaths } from '#pages.ts'
import type { FileSite, ServeFile } from '#requests/file-route.ts'
import { isKnown, readQualities } from '#requests/read-preferences.ts'
import type { Services } from '#requests/services.ts'
import { type DataField, type DataFormat, type DatasetId, dataFormats, datasets } from '../datasets.ts'
import { type FileRow, listDays, listFiles } from './queries.ts'

export const storeKeyOf = ({ day, name }: { day: string; name: string }) => `data/${day}/${name}`

export type DataFile = ReturnType<typeof fileOf>

/** `log`: the checkpoint that the register's files correspond to; null when nothing was signed. */
function fileOf({ logName, logSize, logCheckpoint, isExact, ...file }: FileRow) {
  const log = logName === null ? null : { name: logName, size: logSize!, checkpoint: logCheckpoint!, isExact }
  return { ...file, log }
}

/** https://specs.frictionlessdata.io/data-package/ */
function dataPackage(files: DataFile[], { brand, env }: Pick<Services, 'brand' | 'env'>) {
  const { day, madeAt, log } = files.find(({ name }) => name.startsWith('register')) ?? files[0]!
  return {
    profile: 'data-package',
    name: 'open-data',
    title: `Open data of the ${brand.name}`,
    homepage: env.publicUrl,
    version: day,
    created: madeAt,
    licenses: [{ name: brand.dataLicenceId, title: brand.dataLicence, path: brand.dataLicenceUrl }],
    sources: [{ title: brand.name, path: env.publicUrl }],
    // The specification allows more: what the register's files correspond to.
    publicLog: log && { name: log.name, size: log.size, checkpoint: log.checkpoint, exact: log.isExact },
    resources: files.map(({ name, bytes, rows, sha256 }) => {
      const [id, format] = name.split('.') as [DatasetId, DataFormat]
      const { title, description, key, fields } = datasets[id]
      return {
        name: `${id}-${format}`,
        path: name,
        title,
        description,
        format,
        mediatype: dataFormats[format].mediaType.split(';')[0],
        encoding: 'utf-8',
        bytes,
        rows,
        hash: `sha256:${sha256}`,
        profile: dataFormats[format].profile,
        schema: {
          fields: fields.map(({ name, type, format: written, description, required, choices }) => ({
            name,
            type,
            description,
            ...(written ? { format: written } : {}),
            ...(required || choices
              ? { constraints: { ...(required && { required }), ...(choices && { enum: choices }) } }
              : {}),
          })),
          primaryKey: key,
          missingValues: [''],
        },
      }
    }),
  }
}

/** https://www.w3.org/TR/tabular-metadata/, of one CSV file. */
function csvwTable({ name, day }: DataFile, { brand, env }: Pick<Services, 'brand' | 'env'>) {
  const { title, description, key, fields } = datasets[name.split('.')[0] as DatasetId]
  return {
    '@context': ['http://www.w3.org/ns/csvw', { language: 'en-GB' }],
    url: name,
    'dc:title': title,
    'dc:description': description,
    'dc:license': { '@id': brand.dataLicenceUrl },
    'dc:publisher': { 'schema:name': brand.name, 'schema:url': { '@id': env.publicUrl } },
    'dc:issued': { '@value': day, '@type': 'xsd:date' },
    tableSchema: {
      columns: fields.map(({ name, type, description, required, choices }) => ({
        name,
        titles: name,
        'dc:description': description,
        datatype: choices ? { base: 'string', format: choices.join('|') } : csvwTypes[type],
        ...(required ? { required } : {}),
      })),
      primaryKey: key,
    },
  }
}

const csvwTypes: Record<DataField['type'], string | { base: string; format: string }> = {
  string: 'string',
  boolean: 'boolean',
  date: 'date',
  time: { base: 'time', format: 'HH:mm' },
  datetime: 'datetime',
}
const csvwEnding = '-metadata.json'

export const data = page('data', {
  tags: [pageTags.dataFiles],
  load: async ({ sql }) => {
    const days = (await listDays(sql)).map(({ day }) => day)
    return {
      newest: days[0] ? (await listFiles(sql, { day: days[0] })).map(fileOf) : [],
      days,
    }
  },
})

const pattern = /^\/data\/(\d{4}-\d\d-\d\d|latest)\/([a-z-]+\.(?:csv(?:-metadata\.json)?|ndjson)|datapackage\.json)$/
const forEver = 'public, max-age=31536000, immutable'
const fewMinutes = 'public, max-age=300, s-maxage=300'

/** Files are stored packed, and sent packed when the client takes gzip. */
export function createDataFiles({ reading, openFile, edgeTags }: FileSite): ServeFile {
  return async function serve(asked) {
    const [, day, name] = pattern.exec(asked.url.pathname) ?? []
    if (!day || !name) return null
    const { request } = asked
    return await openFile(asked, 'Not found. Files are kept for 30 days.', async (shared) => {
      const open = { ...shared, vary: 'accept-encoding' }
      const sql = camel(reading.sql)
      if (day === 'latest') {
        const [newest] = await listDays(sql)
        if (!newest) return null
        const location = filePaths.data(newest.day, name)
        const headers = { ...open, 'cache-control': fewMinutes, location, ...edgeTags([pageTags.dataFiles]) }
        return new Response(null, { status: 302, headers })
      }
      const files = isDay(day) ? (await listFiles(sql, { day })).map(fileOf) : []
      const json = (value: object, type: string) => {
        const headers = { ...open, 'content-type': type, 'cache-control': forEver }
        return new Response(JSON.stringify(value, null, 2), { headers })
      }
      if (name === 'datapackage.json' && files.length > 0) return json(dataPackage(files, reading), 'application/json')
      const described = files.find((each) => each.name + csvwEnding === name)
      if (described) return json(csvwTable(described, reading), 'application/csvm+json')
      const file = files.find((each) => each.name === name)
      const packed = file && (await reading.files.read(storeKeyOf(file)))
      if (!packed) return null
      const isPacked = (readQualities(request.headers.get('accept-encoding') ?? '').get('gzip') ?? 0) > 0
      const etag = `"${file.sha256.slice(0, 32)}${isPacked ? '-gzip' : ''}"`
      const headers = {
        ...open,
        'content-type': dataFormats[name.split('.')[1] as DataFormat].mediaType,
        'cache-control': forEver,
        etag,
        'content-disposition': `attachment; filename="${name.replace('.', `-${day}.`)}"`,
        ...(name.endsWith('.csv')
          ? { link: `<${filePaths.data(day, name + csvwEnding)}>; rel="describedby"; type="application/csvm+json"` }
          : {}),
        ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
      }
      if (request.method === 'HEAD' || isKnown(request.headers.get('if-none-match'), etag)) {
        await packed.cancel()
        return new Response(null, { status: request.method === 'HEAD' ? 200 : 304, headers })
      }
      const unpacked = () => packed.pipeThrough(new DecompressionStream('gzip') as never) as ReadableStream
      return new Response(isPacked ? packed : unpacked(), { headers })
    })
  }
}
