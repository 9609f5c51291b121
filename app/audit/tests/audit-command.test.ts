import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { withoutAuditTriggers } from '../../../tests/helpers/audit-triggers.ts'
import { testSecret } from '../../../tests/helpers/cluster.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { incrementViewCount } from '../../documents/server/views.ts'
import { signHead } from '../server/signed-head.ts'

const command = new URL('../../../server/commands/audit.ts', import.meta.url).pathname

async function run(portal: SharedPortal, ...args: string[]) {
  const env = { ...process.env, DATABASE_URL: portal.ownerUrl, DATA_DIR: portal.dataDir, AUTH_SECRET: testSecret }
  const child = spawn(process.execPath, [command, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, output, errors }
}

test('the command verifies the log against a signed head, and names what was changed', async ({ portal, investor }) => {
  const { owner, dataDir } = portal
  await incrementViewCount(investor, (await givenDocument(portal, investor)).id)
  const { rows } = await owner.query(
    "select position, encode(hash, 'hex') as hash, entry_id from audit.chain order by position desc limit 1",
  )
  const { entry_id, ...newest } = rows[0]
  const path = join(dataDir, 'head.json')
  await writeFile(path, JSON.stringify(signHead({ at: new Date().toISOString(), ...newest })))
  expect(await run(portal, 'verify', '--head', path)).toMatchObject({
    code: 0,
    output: expect.stringMatching(
      new RegExp(
        `complete and unchanged: ${newest.position} .* Last hash: ${newest.hash}\nIt agrees with 1 signed head`,
      ),
    ),
  })

  const rename = (action: string) =>
    withoutAuditTriggers(owner, () => owner.query('update audit_log set action = $1 where id = $2', [action, entry_id]))
  await rename('document.uploaded')
  const failed = await run(portal, 'verify')
  expect(failed.code).toBe(1)
  expect(failed.output).toMatch(new RegExp(`^Entry ${entry_id} \\(link ${newest.position}, .*\\) was changed\\.$`, 'm'))
  await rename('document.viewed')
})

test('the command exports the log as JSON lines, and explains itself', async ({ portal, investor }) => {
  await incrementViewCount(investor, (await givenDocument(portal, investor)).id)
  const path = join(portal.dataDir, 'log.jsonl')
  expect(await run(portal, 'export', '--from', '2020-01-01', '--out', path)).toMatchObject({ code: 0, output: '' })
  const lines = (await readFile(path, 'utf8'))
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(lines.map(({ position }) => position)).toEqual(lines.map((_, i) => i + 1))
  expect(lines.at(-1)).toMatchObject({ action: 'audit.exported', actor_role: 'operator' })
  expect(await run(portal, 'export', '--to', '2020-01-01')).toMatchObject({ code: 0, output: '' })
  expect(await run(portal, 'verify', '--out', 'x')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('Usage:'),
  })
})
