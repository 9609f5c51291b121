import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { fillFund } from '../../bench/fill-fund.ts'
import { settingsOf } from '../../server/database/settings.ts'
import type { TestServer } from '../helpers/server.ts'

interface Filled {
  id: string
  file_path: string
}

/** Documents to a person. */
const each = 100

/**
 * Fills a running site with documents of ten years, each with its file: small ones, because it is their number that takes
 * time.
 * @returns the bytes of all files
 */
export async function fillPortal({ ownerUrl, dataDir }: TestServer, documents: number): Promise<number> {
  const owner = new pg.Client(settingsOf(ownerUrl))
  await owner.connect()
  try {
    return await fill(owner, dataDir, documents)
  } finally {
    await owner.end()
  }
}

async function fill(owner: pg.Client, dataDir: string, documents: number): Promise<number> {
  await fillFund(owner, { people: Math.ceil(documents / each), documents })
  // Nothing of the log that it adds is in the chain.
  await owner.query(`alter table audit_log disable trigger user;
    delete from audit_log a where not exists (select from audit.chain c where c.entry_id = a.id);
    alter table audit_log enable always trigger stamp; alter table audit_log enable always trigger chain;
    alter table audit_log enable always trigger refuse_change; alter table audit_log enable always trigger refuse_truncate`)
  // Those that people have uploaded already have their files.
  const { rows } = await owner.query<Filled>("select id, file_path from documents where file_path like '%/16%'")
  let bytes = 0
  const lines: string[] = []
  const folders = new Set<string>()
  const write = async (from: number, step: number) => {
    for (let n = from; n < rows.length; n += step) {
      const { id, file_path } = rows[n] as Filled
      const content = Buffer.from(`%PDF-1.4 ${id}\n`.repeat(1 + ((n * 7919) % 200)))
      const path = join(dataDir, 'files', file_path)
      if (!folders.has(dirname(path))) await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      folders.add(dirname(path))
      await writeFile(path, content, { mode: 0o600 })
      bytes += content.length
      lines.push(`${id}\t${content.length}\t${createHash('sha256').update(content).digest('hex')}\n`)
    }
  }
  await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(from => write(from, 8)))
  await owner.query(`begin; set local session_replication_role = replica;
    create temporary table written (id uuid, size int, sha256 text) on commit drop`)
  await pipeline(lines, owner.query(copyFrom('copy written from stdin')))
  await owner.query(`update documents d set file_size = w.size, sha256 = w.sha256 from written w where w.id = d.id;
    select app.correct_document_figures(); commit`)
  await owner.query('vacuum analyze')
  return bytes
}
