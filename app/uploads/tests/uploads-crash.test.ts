import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { testSecret } from '../../../tests/helpers/cluster.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { rounds } from '../../../tests/helpers/lane.ts'
import { testPortal } from '../../../tests/helpers/portal.ts'
import { sha256, storedState } from '../../../tests/helpers/uploads.ts'
import { cleanUpUploads, recoverUploads } from '../server/clean-up-uploads.ts'

test('a process killed at any moment loses nothing it acknowledged, and leaves no row without a file or file without a row', async () => {
  // This test needs its own portal, since it compares everything stored. PostgreSQL keeps running: only the site is
  // killed.
  await using portal = await testPortal()
  const host = fileURLToPath(new URL('./upload-process.ts', import.meta.url))
  const env = { DATABASE_URL: portal.ownerUrl, DATA_DIR: portal.dataDir, AUTH_SECRET: testSecret }
  const start = JSON.stringify({ env, actor: portal.investor })
  const acknowledged: string[] = []

  for (let round = 0; round < rounds(1, 6); round++) {
    const uploading = spawn(process.execPath, [host, start], { stdio: ['ignore', 'ignore', 'inherit', 'pipe'] })
    const ended = new Promise(resolve => uploading.once('close', resolve))
    let reported = ''
    uploading.stdio[3]?.on('data', text => {
      // It is killed a few milliseconds after it starts to work, at a different step in each round.
      if (reported === '') setTimeout(() => uploading.kill('SIGKILL'), 3 + ((round * 13) % 40))
      reported += text
    })
    await ended
    const lines = reported.split('\n').slice(0, -1)
    expect(lines.length).toBeGreaterThan(0)
    acknowledged.push(...lines)

    // The database may not have noticed yet that the process is dead, and would hold its locks until then.
    const { documents, uploads, partial } = await eventually('files and rows that agree', async () => {
      await recoverUploads()
      const state = await storedState(portal)
      const paths = state.documents.map(({ file_path }) => join(portal.dataDir, 'files', file_path))
      expect([...state.stored].sort()).toEqual([...paths].sort())
      return state
    })
    expect(documents.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged))
    // The reverse is harmless: a row exists a moment before its file, and is removed when it expires.
    const unfinished = uploads.filter(({ document_id }) => !document_id)
    const expected = unfinished.map(({ id }) => join(portal.dataDir, 'uploads', id))
    expect(expected).toEqual(expect.arrayContaining(partial))
  }

  await portal.owner.query(`update uploads set expires_at = now() - interval '1 second'`)
  await cleanUpUploads()
  const { documents, uploads, partial } = await storedState(portal)
  expect([uploads, partial]).toEqual([[], []])
  for (const { file_path, file_size, sha256: recorded } of documents) {
    const content = await readFile(join(portal.dataDir, 'files', file_path))
    expect([content.length, sha256(content)]).toEqual([file_size, recorded])
  }
})
