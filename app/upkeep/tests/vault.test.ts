import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { Actor } from '../../../server/access/actor.ts'
import { vaultRowsOf } from '../../../server/database/vault-rows.ts'
import { sealedSize } from '../../../server/vault/sealed-chunks.ts'
import { emptyDatabase } from '../../../tests/helpers/empty-database.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'
import { type SharedPortal, testOnPortal } from '../../../tests/helpers/shared-portal.ts'
import { unzip } from '../../../tests/helpers/unzip.ts'
import { keyIdOf, runCommand, runVault, uploadFixture } from '../../../tests/helpers/vault.ts'
import { sweepFiles } from '../server/sweep.ts'

const vaultKey = randomBytes(32).toString('base64')
const test = testOnPortal({ VAULT_KEY: vaultKey })
const slow = slowOf(test)

async function download(portal: SharedPortal, person: Actor, id: string, headers: Record<string, string> = {}) {
  const response = await portal.fetch(`/files/${id}`, { cookie: await portal.sessionOf(person), headers })
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
}

async function archiveOf(portal: SharedPortal, person: Actor, ids: string[]) {
  const body = new URLSearchParams(ids.map(id => ['ids', id]))
  const cookie = await portal.sessionOf(person)
  return unzip(Buffer.from(await (await portal.fetch('/files/zip', { method: 'POST', cookie, body })).arrayBuffer()))
}

test('with VAULT_KEY a file is encrypted on disk, and people get it as it was, whole, in parts and in archives', async ({
  portal,
  investor,
}) => {
  const { id, content, path } = await uploadFixture(portal, investor, 'statement.pdf')
  const onDisk = await readFile(path)
  expect(onDisk.length).toBe(sealedSize(content.length))
  expect(onDisk.includes('%PDF')).toBe(false)
  expect((await download(portal, investor, id)).bytes.equals(content)).toBe(true)
  const part = await download(portal, investor, id, { range: 'bytes=10-99' })
  expect(part).toEqual({ status: 206, bytes: content.subarray(10, 100) })
  const [file] = await archiveOf(portal, investor, [id])
  expect(file?.content.equals(content)).toBe(true)
})

test('a file that was changed on disk is not served', async ({ portal, investor }) => {
  const { id, path } = await uploadFixture(portal, investor, 'statement.pdf')
  const sealed = await readFile(path)
  sealed.writeUInt8(sealed.readUInt8(100) ^ 1, 100)
  await writeFile(path, sealed)
  expect((await download(portal, investor, id)).status).toBe(500)
  await writeFile(path, '%PDF a plain file in its place')
  expect((await download(portal, investor, id)).status).toBe(500)
  const whole = await uploadFixture(portal, investor, 'statement.pdf')
  const files = await archiveOf(portal, investor, [id, whole.id])
  expect(files.map(({ content }) => content.equals(whole.content))).toEqual([true, false])
  expect(files[1]?.content.toString()).toContain('statement.pdf')
  expect((await sweepFiles()).missing).toContainEqual({ document_id: id, stored_size: null })
})

slow(
  'a backup of encrypted files needs none of their keys: it is restored elsewhere with other keys, or with none',
  async ({ portal, investor }) => {
    const { id, content, path } = await uploadFixture(portal, investor, 'statement.pdf')
    const folder = await mkdtemp(join(tmpdir(), 'promissory-vault-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const place = join(folder, 'place')
    const site = { DATABASE_URL: portal.ownerUrl, DATA_DIR: portal.dataDir, VAULT_KEY: vaultKey }
    expect(await runCommand('backup', site, place)).toMatchObject({ code: 0, errors: '' })
    const restore = async (name: string, key?: string) => {
      await using target = await emptyDatabase(portal)
      const dataDir = join(folder, name)
      const settings = { DATABASE_URL: target.url, DATA_DIR: dataDir, VAULT_KEY: key ?? '' }
      expect(await runCommand('restore', settings, place)).toMatchObject({ code: 0, errors: '' })
      const { rows } = await target.owner.query('select file_path from documents where id = $1', [id])
      return join(dataDir, 'files', rows[0].file_path)
    }
    const sealed = await restore('other-keys', randomBytes(32).toString('base64'))
    const keyId = await keyIdOf(sealed)
    expect([undefined, await keyIdOf(path)]).not.toContain(keyId)
    expect((await stat(sealed)).size).toBe(sealedSize(content.length))
    expect(await readFile(await restore('no-keys'))).toEqual(content)
  },
)

test('keys are rotated while the site runs, and its files encrypted again', async ({ portal, investor }) => {
  const before = await uploadFixture(portal, investor, 'statement.pdf')
  const first = await keyIdOf(before.path)
  const next = randomBytes(32).toString('base64')
  expect(await runVault(portal, next, 'rotate')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('VAULT_KEY'),
  })
  const rotated = await runVault(portal, `${next} ${vaultKey}`, 'rotate')
  expect(rotated).toMatchObject({ code: 0, output: expect.stringContaining('The others can be removed from it.') })
  expect((await download(portal, investor, before.id)).bytes.equals(before.content)).toBe(true)
  // The previous key is not needed anymore.
  const status = await runVault(portal, next, 'status')
  expect(status.output).toMatch(
    /newest key: 0\n.*older keys: [1-9]\d*\n.*not encrypted: \d+\nKeys: 2, wrapped with VAULT_KEY\n/,
  )
  // As if the rotation were an hour ago, when no process uses the older key anymore.
  await portal.owner.query("update app.vault_keys set created_at = created_at - interval '2 hours'")
  await runVault(portal, next, 'seal', '--again')
  const second = await keyIdOf(before.path)
  expect(second).not.toBe(first)
  const { keys } = await vaultRowsOf(portal.owner).state()
  expect(keys[0]?.id.toString('hex')).toBe(second)
})
