import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import type { Actor } from '../../server/access/actor.ts'
import { parseHeader } from '../../server/vault/sealed-chunks.ts'
import { testSecret } from './cluster.ts'
import type { SharedPortal } from './shared-portal.ts'
import { fixture, uploader } from './uploads.ts'

/**
 * Runs `npm run vault` beside the site.
 * @param keys its VAULT_KEY
 */
export function runVault(portal: SharedPortal, keys: string, ...args: string[]) {
  return runCommand('vault', { DATABASE_URL: portal.ownerUrl, DATA_DIR: portal.dataDir, VAULT_KEY: keys }, ...args)
}

/** Runs one of the operator's commands, with settings beside the site's secret. */
export async function runCommand(
  name: 'vault' | 'backup' | 'restore',
  settings: Record<string, string>,
  ...args: string[]
) {
  const command = new URL(`../../server/commands/${name}.ts`, import.meta.url).pathname
  const env = { ...process.env, AUTH_SECRET: testSecret, ...settings }
  const child = spawn(process.execPath, [command, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, output, errors }
}

/** Uploads a fixture like a person. Returns its document and its path on disk. */
export async function uploadFixture(portal: SharedPortal, person: Actor, filename: string) {
  const content = await fixture(filename)
  const response = await uploader(portal, await portal.sessionOf(person)).upload({ filename, content })
  const id = response.headers.get('upload-document-id') ?? expect.fail(`not uploaded: ${response.status}`)
  return { id, content, path: await storedPath(portal, id) }
}

export async function storedPath(portal: SharedPortal, id: string): Promise<string> {
  const { rows } = await portal.owner.query('select file_path from documents where id = $1', [id])
  return join(portal.dataDir, 'files', rows[0].file_path)
}

/** @returns the id of a file's key; undefined for a plain file */
export async function keyIdOf(path: string): Promise<string | undefined> {
  return parseHeader(await readFile(path))?.keyId.toString('hex')
}
