import { expect } from 'vitest'
import { addDays } from '../../../rules/days.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { holdersFrom } from '../../../server/sample/holders.ts'
import { givenSignedNote } from '../../../tests/helpers/notes.ts'
import { testOnPortal } from '../../../tests/helpers/shared-portal.ts'
import { fundNoteCommand } from '../note.commands.ts'

const test = testOnPortal({}, true)

const ago = (days: number) => addDays(fundDay(), -days)

test('the funds’ form asks why the money came before the verification only once it is refused for that', async ({
  portal,
  people,
}) => {
  const { admin } = people
  const note = await givenSignedNote(portal, people, { signedOn: ago(1) })
  await portal.owner.query('update accreditations set valid_from = $2 where holder_id = $1', [note.holderId, ago(5)])
  const page = `/profile/admin/register/notes/${note.id}`
  const cookie = await portal.sessionOf(admin)
  const why = 'Why the money came before the verification'
  const before = await portal.fetch(page, { cookie })
  const shown = await before.text()
  expect(shown).toContain('Record the funds')
  expect(shown).not.toContain(why)
  const post = async (day: string) => {
    const funds = { day, confirmedDay: day, amount: '200,000', originator: 'Iris Vestor', reference: 'WIRE' }
    const body = new URLSearchParams({ intent: fundNoteCommand.name, ...funds })
    const answer = await portal.fetch(page, { method: 'POST', cookie, body, headers: { origin: portal.url } })
    return { status: answer.status, text: await answer.text() }
  }
  const refused = await post(ago(10))
  expect(refused.status).toBe(400)
  expect(refused.text).toContain(why)
  expect(refused.text).toMatch(/name="late"/)
  expect((await post(ago(0))).text).not.toContain(why)
})

test('a new note says where it doesn’t list everyone', async ({ portal, people, domain }) => {
  const cookie = await portal.sessionOf(people.admin)
  await portal.owner.query(holdersFrom({ legal_name: "$1 || ' ' || n" }, 'generate_series(1, 13) n'), [
    `Many ${domain}`,
  ])
  const textOf = async (query: string) => {
    const answer = await portal.fetch(`/profile/admin/register/notes/new${query}`, { cookie })
    return (await answer.text()).replaceAll('<!-- -->', '')
  }
  expect(await textOf('')).toContain('The 12 newest holders are listed. Search for the others above.')
  const match = 'More than 12 holders match. Enter more of the name, number or e-mail.'
  expect(await textOf(`?q=${encodeURIComponent(`Many ${domain}`)}`)).toContain(match)
  const one = await textOf(`?q=${encodeURIComponent(`Many ${domain} 13`)}`)
  expect(one).toContain(`Many ${domain} 13`)
  expect(one).not.toContain(match)
})
