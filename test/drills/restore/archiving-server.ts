import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { $ } from 'bun'
import { openSql } from '#database/sql.ts'
import { projectRoot } from '#process/project-root.ts'
import { freePort } from '#test/free-port.ts'
import { until } from '../until.ts'

const image = 'postgres:18'

/**
 * A PostgreSQL 18 in a container, with a folder that it archives its log into, and the commands of docs/backups.md for it.
 *
 * @param folder holds `archive`, `backups` and `secrets`.
 */
export async function archivingServer(folder: string) {
  const name = `restore-drill-${process.pid}`
  const port = await freePort()
  const inFolder = (path: string) => join(folder, path)
  const url = (database = 'accreditation') => `postgres://accreditation:drill@127.0.0.1:${port}/${database}`
  return { name, url, start, recover, untilArchived, ask, checksums, inServer, backupCommand, backup, lose, remove }

  async function start(settings: string[], mounts: string[] = []): Promise<void> {
    await $`mkdir -p ${inFolder('archive/wal')} && chmod 777 ${inFolder('archive/wal')}`
    const environment = [
      '-e',
      'POSTGRES_USER=accreditation',
      '-e',
      'POSTGRES_DB=accreditation',
      '-e',
      'POSTGRES_PASSWORD=drill',
    ]
    await $`docker run --detach --name ${name} ${environment} -p 127.0.0.1:${port}:5432 -v ${inFolder('archive')}:/archive ${mounts} ${image} postgres ${settings}`.quiet()
    await until(
      'PostgreSQL',
      async () =>
        (await $`docker exec ${name} pg_isready -h 127.0.0.1 -U accreditation`.quiet().nothrow()).exitCode === 0,
    )
  }

  /** A server that begins with the base backup and replays the archive up to a moment, as docs/backups.md has it. */
  async function recover(moment: string): Promise<void> {
    const settings = `restore_command = 'cp /archive/wal/%f %p'\nrecovery_target_time = '${moment.replace('T', ' ').replace('Z', '+00')}'\nrecovery_target_action = 'promote'\n`
    writeFileSync(inFolder('archive/recovery.conf'), settings)
    const prepare = `set -e; mkdir -p $PGDATA; tar -xzf /archive/base/base.tar.gz -C $PGDATA
      cat /archive/recovery.conf >> $PGDATA/postgresql.auto.conf; touch $PGDATA/recovery.signal; chown -R postgres /var/lib/postgresql; chmod 700 $PGDATA`
    const volume = `${name}-recovered`
    await $`docker run --rm -v ${volume}:/var/lib/postgresql -v ${inFolder('archive')}:/archive ${image} bash -c ${prepare}`.quiet()
    await start([], ['-v', `${volume}:/var/lib/postgresql`])
    await until(
      'the end of the recovery',
      async () => (await ask<boolean>('select not pg_is_in_recovery() as value')) === true,
    )
  }

  async function untilArchived(): Promise<void> {
    const last = await ask<string>('select pg_walfile_name(pg_switch_wal()) as value')
    await until(
      'the archive',
      async () =>
        await ask<boolean>(`select coalesce(last_archived_wal >= '${last}', false) as value from pg_stat_archiver`),
    )
  }

  async function ask<Value>(query: string): Promise<Value> {
    const sql = openSql(url(), { connections: 1 })
    try {
      return (await sql.unsafe(query))[0]!.value as Value
    } finally {
      await sql.end({ timeout: 1 })
    }
  }

  async function checksums(database: string): Promise<string> {
    return await $`docker exec -i ${name} psql -U accreditation -d ${database} -f - < ${resolve(projectRoot, 'deploy/checksum.sql')}`.text()
  }

  async function inServer(command: string): Promise<string> {
    return await $`docker exec ${name} bash -c ${command}`.text()
  }

  /** deploy/backup.sh in a container of its own, as the compose file runs it. */
  function backupCommand(words: string): string {
    const mounts = `-v ${inFolder('backups')}:/backups -v ${inFolder('secrets')}:/secrets:ro -v ${resolve(projectRoot, 'deploy/backup.sh')}:/backup.sh:ro`
    const confined = '--read-only --cap-drop ALL --security-opt no-new-privileges --tmpfs /tmp'
    const given =
      '-e PGHOST=127.0.0.1 -e PGUSER=accreditation -e PGDATABASE=accreditation -e PGPASSWORD_FILE=/secrets/postgres-password'
    return `docker run --rm --network container:${name} ${confined} ${mounts} ${given} --entrypoint bash ${image} /backup.sh ${words}`
  }

  async function backup(words: string): Promise<string> {
    return await $`bash -c ${backupCommand(words)}`.text()
  }

  /** The accident: container and data are gone. */
  async function lose(): Promise<void> {
    await $`docker rm --force --volumes ${name}`.quiet()
  }

  async function remove(): Promise<void> {
    await $`docker rm --force --volumes ${name}`.quiet().nothrow()
    await $`docker volume rm ${name}-recovered`.quiet().nothrow()
  }
}
