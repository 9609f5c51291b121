import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { vaultRowsOf } from '../../../server/database/vault-rows.ts'
import { openStore } from '../../../server/storage/open-store.ts'
import { openVault } from '../../../server/storage/open-vault.ts'
import { documentsPlace } from '../../../server/storage/storage.ts'
import { isKey } from '../../../server/storage/storage-port.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { keyIdOf, runVault, storedPath, uploadFixture } from '../../../tests/helpers/vault.ts'

const vaultKey = randomBytes(32)
const setting = vaultKey.toString('base64')

test('plain files are encrypted beside the site, but none that was changed', async ({ portal, investor }) => {
  const rows = vaultRowsOf(portal.owner)
  expect(await runVault(portal, '', 'seal')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('VAULT_KEY is not set'),
  })
  expect(await runVault(portal, setting, 'status')).toMatchObject({
    code: 0,
    output: expect.stringContaining('No file is encrypted yet.'),
  })
  const kept = await uploadFixture(portal, investor, 'statement.pdf')
  expect((await readFile(kept.path)).equals(kept.content)).toBe(true)
  const changed = await givenDocument(portal, investor)
  await writeFile(await storedPath(portal, changed.id), 'something else')
  const failed = await runVault(portal, setting, 'seal')
  expect(failed.output).toContain('1 file was encrypted.')
  expect(failed.output).toContain('was left as it is: its bytes are not those of its document.')
  expect(failed.code).toBe(1)
  expect(await keyIdOf(kept.path)).toBeDefined()

  const base = await openStore(documentsPlace(portal.config), isKey)
  const store = await openVault([vaultKey], base, rows)
  const key = kept.path.slice(join(portal.dataDir, 'files/').length)
  expect(await store.head(key)).toEqual({ size: kept.content.length })
  // While one is plain, plain files are accepted.
  expect((await rows.state()).isAllSealed).toBe(false)
  await writeFile(await storedPath(portal, changed.id), changed.content)
  expect((await runVault(portal, setting, 'seal')).code).toBe(0)
  expect((await rows.state()).isAllSealed).toBe(true)
  // From now on nothing starts without the key.
  for (const keys of [undefined, [randomBytes(32)]]) {
    await expect(openVault(keys, base, rows)).rejects.toThrow('Stored files are encrypted')
  }
})
