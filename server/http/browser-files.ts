import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from 'hono'
import { getMimeType } from 'hono/utils/mime'
import { sql } from 'kysely'
import pg from 'pg'
import { actAsVisitor } from '../database/act-as.ts'
import { settingsOf } from '../database/settings.ts'
import { PortalError } from '../platform/portal-error.ts'
import { acceptedCoding, codings } from './accepted-coding.ts'
import { fileHeaders, listFiles, suffixes } from './built-files.ts'

/*
 * Scripts and styles of every version that runs, or ran until recently. During an upgrade, a browser may get a page
 * from one version's process and request its files from another's.
 */

/** Days that an older version's files are retained after a newer one has started: its pages may still be open. */
const retentionDays = 7

/**
 * Stores this version's files where other versions find them, before its first page is served. Only a version's first
 * start writes anything.
 * @param ownerUrl connection string of the database's owner
 * @param folder the built browser files
 */
export async function publishBrowserFiles(ownerUrl: string, folder: string): Promise<void> {
  const paths = listFiles(folder).filter(path => path.startsWith('/assets/'))
  const owner = new pg.Client({ ...settingsOf(ownerUrl), application_name: 'promissory start' })
  await owner.connect()
  try {
    const { rows } = await owner.query('select path from app.browser_files where path = any($1)', [paths])
    const known = new Set(rows.map(({ path }) => path))
    await owner.query('begin')
    for (const path of paths.filter(path => !known.has(path))) {
      await owner.query('insert into app.browser_files (path, content) values ($1, $2) on conflict do nothing', [
        path,
        await readFile(join(folder, path)),
      ])
    }
    await owner.query(
      'update app.browser_files set replaced_at = null where path = any($1) and replaced_at is not null',
      [paths],
    )
    await owner.query(
      'update app.browser_files set replaced_at = now() where path <> all($1) and replaced_at is null',
      [paths],
    )
    await owner.query('delete from app.browser_files where replaced_at < now() - make_interval(days => $1)', [
      retentionDays,
    ])
    await owner.query('commit')
  } finally {
    await owner.end()
  }
}

/**
 * Responds with a file of another version.
 * @throws PortalError NOT_FOUND if no version has it
 */
export async function serveBrowserFile(c: Context): Promise<Response> {
  const { path } = c.req
  const accepted = codings.filter(coding => acceptedCoding(c.req.header('Accept-Encoding'), [coding]))
  const choices = [...accepted.map(coding => path + suffixes[coding]), path]
  const found = await actAsVisitor(tx =>
    sql<{ path: string; content: Buffer }>`select path, content from app.browser_files
      where path = any(${choices}) order by array_position(${choices}::text[], path) limit 1`.execute(tx),
  )
  const [file] = found.rows
  if (!file) throw new PortalError('NOT_FOUND')
  const coding = accepted.find(coding => file.path === path + suffixes[coding])
  return c.body(new Uint8Array(file.content), 200, {
    ...fileHeaders(path, true),
    'Content-Type': getMimeType(path) ?? 'application/octet-stream',
    ...(coding && { 'Content-Encoding': coding }),
  })
}
