import type pg from 'pg'
import type { TableShape } from '../backup/database-shape.ts'

/*
 * Compares two databases without sending their rows: each table's rows are dealt into buckets by a hash of their key, and
 * both servers hash their buckets. What differs is copied bucket by bucket.
 */

/** Rows of a bucket, about: few enough that one changed row takes along few others. */
const rowsPerBucket = 50
const [fewestBuckets, mostBuckets] = [64, 65_536]

/** A table, and how its rows are dealt into buckets. */
export interface DealtTable extends TableShape {
  /** The columns, as SQL lists them. */
  list: string
  /** An SQL expression: the number of a row's bucket. */
  bucket: string
}

/** @param client tells how many rows the table has, about, and what its key is */
export async function dealTable(client: pg.Client, table: TableShape): Promise<DealtTable> {
  const { rows } = await client.query<{ key: string[]; size: number }>(
    `select array(select a.attname::text from pg_index i join pg_attribute a on a.attrelid = i.indrelid
        and a.attnum = any (i.indkey) where i.indrelid = $1::regclass and i.indisprimary order by a.attnum) as key,
      (select coalesce(sum(greatest(c.reltuples, 0)), 0)::float8 from pg_class c where c.oid = $1::regclass
        or c.oid in (select inhrelid from pg_inherits where inhparent = $1::regclass)) as size`,
    [table.name],
  )
  const { key = [], size = 0 } = rows[0] ?? {}
  const list = table.columns.map(({ name }) => client.escapeIdentifier(name)).join()
  const keyList = key.map(name => client.escapeIdentifier(name)).join() || list
  const buckets = Math.round(Math.min(mostBuckets, Math.max(fewestBuckets, size / rowsPerBucket)))
  // MD5 only deals; what compares is SHA-256.
  return { ...table, list, bucket: `(('x' || left(md5(row(${keyList})::text), 6))::bit(24)::integer % ${buckets})` }
}

export interface Comparison {
  /** Numbers of the buckets that aren't the same. */
  different: number[]
  /** Of the first database. */
  rows: number
}

/** Compares a table of two databases; both connections must write values alike (`plainFormats`). */
export async function compareTable(one: pg.Client, other: pg.Client, table: DealtTable): Promise<Comparison> {
  const statement = `select bucket, count(*)::integer as rows,
      encode(sha256(string_agg(hash, ''::bytea order by hash)), 'hex') as hash
    from (select ${table.bucket} as bucket, sha256(convert_to(row(${table.list})::text, 'UTF8')) as hash
      from ${table.name}) dealt group by bucket`
  const [here, there] = await Promise.all(
    [one, other].map(client => client.query<{ bucket: number; rows: number; hash: string }>(statement)),
  )
  const left = new Map(there?.rows.map(({ bucket, hash }) => [bucket, hash]))
  const different: number[] = []
  let rows = 0
  for (const { bucket, hash, rows: count } of here?.rows ?? []) {
    rows += count
    if (left.get(bucket) !== hash) different.push(bucket)
    left.delete(bucket)
  }
  return { different: [...different, ...left.keys()], rows }
}
