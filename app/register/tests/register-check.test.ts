import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import type { Actor } from '../../../server/access/actor.ts'
import { testSecret } from '../../../tests/helpers/cluster.ts'
import { givenNote } from '../../../tests/helpers/notes.ts'
import { type SharedPortal, testOnPortal } from '../../../tests/helpers/shared-portal.ts'
import { todayGroups } from '../../today/office/today-lines.ts'
import { getToday } from '../../today/server/today.ts'
import { compareRegister } from '../server/compare-register.ts'

const test = testOnPortal({}, true)

async function verify(portal: SharedPortal) {
  const command = new URL('../../../server/commands/audit.ts', import.meta.url).pathname
  const env = { ...process.env, DATABASE_URL: portal.ownerUrl, DATA_DIR: portal.dataDir, AUTH_SECRET: testSecret }
  const child = spawn(process.execPath, [command, 'verify'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, output, errors }
}

/** The comparison's result for administrators, under Today and System. */
async function shownTo(portal: SharedPortal, admin: Actor) {
  const [line] = todayGroups(await getToday(admin)).flatMap(({ lines }) => lines)
  const page = await portal.fetch('/profile/admin/system', { cookie: await portal.sessionOf(admin) })
  return {
    today: line?.key === 'register' ? `${line.figure} ${line.what}` : undefined,
    system: /The register, its ledger and the due list disagree[^<]*/
      .exec(await page.text())?.[0]
      .replaceAll('&#x27;', "'"),
  }
}

test('where the register, its ledger and the due list disagree, Today, System and the command say so', async ({
  portal,
  admin,
  colleague,
  investor,
}) => {
  const note = await givenNote(portal, { admin, colleague, investor }, '2026-01-15')
  await compareRegister()
  expect(await shownTo(portal, admin)).toEqual({ today: undefined, system: undefined })
  expect(await verify(portal)).toMatchObject({
    code: 0,
    output: expect.stringContaining('The register, account 2010 and the due list agree: $200,000.00 is owed.'),
  })

  // As only the database's owner could.
  const change = (cents: string) =>
    portal.owner.query(`alter table schedule_lines disable trigger all;
      update schedule_lines set principal_cents = principal_cents ${cents} where note_id = '${note.id}' and principal_cents > 0`)
  await change('- 1000')
  await compareRegister()
  const sentences = [
    'Account 2010 (notes payable) has $200,000.00, the due list with what is still to come $199,990.00',
    `The schedule of the note ${note.number} isn't what the ledger has as owed`,
  ]
  expect(await shownTo(portal, admin)).toEqual({
    today: '2 Differences between the register and its ledger',
    system: `The register, its ledger and the due list disagree. ${sentences.join('. ')}.`,
  })
  const { code, output, errors } = await verify(portal)
  expect([code, output]).toEqual([1, sentences.map(sentence => `${sentence}.\n`).join('')])
  expect(errors).toContain('The register, its ledger and the due list disagree: 2 found.')

  await change('+ 1000')
  await compareRegister()
  expect(await shownTo(portal, admin)).toEqual({ today: undefined, system: undefined })
})
