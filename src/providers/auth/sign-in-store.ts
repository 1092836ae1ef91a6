import { createAdapterFactory } from 'better-auth/adapters'
import type { Sql } from '#database/sql.ts'

type Condition = { field: string; operator: string | undefined; value: unknown; connector: string | undefined }

/** Tables and columns come from the library's settings, never from a request; values are always parameters. Times are ISO strings, as in our pool. */
export function signInStore(sql: Sql) {
  const where = (conditions: Condition[] = []) =>
    conditions.reduce((before, condition) => sql`${before} and ${compare(condition)}`, sql`where true`)

  const compare = ({ field, operator, value, connector }: Condition) => {
    if (connector !== 'AND') throw new Error('The sign-in store joins conditions with "and" only.')
    const column = sql(field)
    const given = value as never
    if (value === null && operator === 'eq') return sql`${column} is null`
    if (operator === 'eq') return sql`${column} = ${given}`
    if (operator === 'in') return sql`${column} = any(${given})`
    if (operator === 'lt') return sql`${column} < ${given}`
    if (operator === 'gt') return sql`${column} > ${given}`
    throw new Error(`The sign-in store knows no operator "${operator}".`)
  }

  return createAdapterFactory({
    config: { adapterId: 'postgres', supportsDates: false },
    adapter: ({ getFieldName, getDefaultModelName, schema }) => {
      const columns = (model: string) => {
        const fields = Object.keys(schema[getDefaultModelName(model)]!.fields)
        return sql(['id', ...fields.map((field) => getFieldName({ model, field }))])
      }
      return {
        async create({ model, data }) {
          const [row] = await sql`insert into ${sql(model)} ${sql(data as never)} returning ${columns(model)}`
          return row as never
        },
        async findOne({ model, where: conditions }) {
          const [row] = await sql`select ${columns(model)} from ${sql(model)} ${where(conditions)} limit 1`
          return (row ?? null) as never
        },
        async findMany({ model, where: conditions, limit, offset = 0, sortBy }) {
          const order = sortBy
            ? sql`order by ${sql(getFieldName({ model, field: sortBy.field }))} ${sortBy.direction === 'desc' ? sql`desc` : sql``}`
            : sql``
          return (await sql`
          select ${columns(model)} from ${sql(model)} ${where(conditions)} ${order} limit ${limit} offset ${offset}`) as never
        },
        async count({ model, where: conditions }) {
          const [row] = await sql<{ rows: number }[]>`
          select count(*)::int as rows from ${sql(model)} ${where(conditions)}`
          return row!.rows
        },
        async update({ model, where: conditions, update }) {
          const [row] =
            await sql`update ${sql(model)} set ${sql(update as never)} ${where(conditions)} returning ${columns(model)}`
          return (row ?? null) as never
        },
        async updateMany({ model, where: conditions, update }) {
          return (await sql`update ${sql(model)} set ${sql(update as never)} ${where(conditions)}`).count
        },
        async delete({ model, where: conditions }) {
          await sql`delete from ${sql(model)} ${where(conditions)}`
        },
        async deleteMany({ model, where: conditions }) {
          return (await sql`delete from ${sql(model)} ${where(conditions)}`).count
        },
      }
    },
  })
}
