import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#process/project-root.ts'
import { openSql, type Sql, type SqlRunner } from './sql.ts'

export async function grantRights(owner: SqlRunner): Promise<void> {
  await owner.unsafe(readFileSync(join(projectRoot, 'sql/rights.sql'), 'utf8'))
}

export async function hasRoles(sql: SqlRunner): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (select from pg_roles where rolname = current_database() || '_site') as found`
  return row?.found === true
}

/** @param url is not connected to: it may be a pooler's. @returns `owner`, without a group, where it names the owner. */
export async function makeAccount(
  owner: Sql,
  { url, ownerUrl, group }: { url: string; ownerUrl: string; group: 'site' | 'queue' },
): Promise<'made' | 'changed' | 'kept' | 'owner'> {
  const { username, password } = new URL(url)
  const name = decodeURIComponent(username)
  const secret = decodeURIComponent(password)
  const [found] = await owner<{ is_owner: boolean; is_there: boolean; is_member: boolean; group: string }[]>`
    with wanted as (select current_database() || ${`_${group}`} as group)
    select ${name} = current_user as is_owner, r.oid is not null as is_there, wanted.group,
      coalesce(pg_has_role(r.oid, wanted.group::regrole, 'usage') and not r.rolsuper, false) as is_member
    from wanted left join pg_roles as r on r.rolname = ${name}`
  const { is_owner, is_there, is_member, group: groupName } = found!
  if (is_owner) return 'owner'
  if (is_there && is_member && (await signsIn(ownerUrl, name, secret))) return 'kept'
  await owner.begin(async (tx) => {
    const [{ statements }] = (await tx`
      select array[
        format(${`${is_there ? 'alter' : 'create'} role %I login${secret ? ' password %L' : ''}`}, ${name}::text, ${scramVerifier(secret)}::text),
        format('grant %I to %I', ${groupName}::text, ${name}::text)
      ] as statements`) as unknown as [{ statements: string[] }]
    for (const statement of statements) await tx.unsafe(statement)
  })
  return is_there ? 'changed' : 'made'
}

export async function findExcessRights(sql: Sql): Promise<string | null> {
  const [row] = await sql<{ name: string; is_super: boolean; is_owner: boolean }[]>`
    select current_user as name, rolsuper as is_super,
      exists (select from pg_class where oid = to_regclass('audit_log') and pg_has_role(current_user, relowner, 'usage')) as is_owner
    from pg_roles where rolname = current_user`
  if (!row?.is_super && !row?.is_owner) return null
  return `The database role "${row.name}" ${row.is_super ? 'is a superuser' : 'owns its tables'}: the site has more rights than it needs, and could switch off the triggers of its own audit log. docs/operating.md, "Roles of the database", says how to give it less.`
}

async function signsIn(ownerUrl: string, name: string, password: string): Promise<boolean> {
  const url = new URL(ownerUrl)
  url.username = encodeURIComponent(name)
  url.password = encodeURIComponent(password)
  const sql = openSql(url.href, { connections: 1 })
  try {
    await sql`select 1`
    return true
  } catch (problem) {
    if ((problem as { code?: string }).code?.startsWith('28')) return false
    throw problem
  } finally {
    await sql.end({ timeout: 0 })
  }
}

/** RFC 5803 (SCRAM-SHA-256): the password itself reaches no log of the server. */
function scramVerifier(password: string): string {
  const iterations = 4096
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, iterations, 32, 'sha256')
  const sign = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(sign('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${sign('Server Key').toString('base64')}`
}
