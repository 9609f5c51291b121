import { coveredPersons as settings } from '../../../content/covered-persons.ts'
import { addDays } from '../../../rules/days.ts'
import * as op from '../../../server/operations.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { nothingToDisclose } from '../../../server/sample/covered-persons.ts'
import { consentToEsign } from '../../../server/sample/lives.ts'
import {
  administrators,
  everyone,
  type Gets,
  ownerAndAdministrators,
  ownerOnly,
} from '../../../tests/attacks/doors/actors.ts'
import { type AddressRow, form, row, signInFirst, toSignIn } from '../../../tests/attacks/doors/address-door.ts'
import { exportedRows } from '../../../tests/attacks/doors/exported-rows.ts'
import { about, type OperationDoor } from '../../../tests/attacks/doors/operation-door.ts'
import { mark, type World } from '../../../tests/attacks/doors/world.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'

const { typedName, version } = nothingToDisclose
const since = '2020-01-01'
const asOwner = ownerOnly('changes', 'NOT_FOUND', { anonymous: 'PROOF_NEEDED', disabled: 'NO_SESSION' })

/** The actor, with the proof of their own session. */
const proved = (world: World, actor: World['owner']) =>
  actor.id === world.owner.id ? { ...actor, sessionId: world.sessionId } : actor

/** The register of covered persons: the office's acts follow from the commands' descriptions. */
export const coveredDoors = {
  getCoveredPersons: about(newCovered, ({ actor }) => op.getCoveredPersons(actor), administrators('sees', 'FORBIDDEN')),
  getCoveredPerson: about(
    newCovered,
    ({ actor }, { person }) => op.getCoveredPerson(actor, person),
    administrators('sees', 'FORBIDDEN'),
  ),
  exportCoveredPersons: about(
    newCovered,
    ({ actor }) => exportedRows(op.exportCoveredPersons(actor)),
    administrators('sees', 'FORBIDDEN', { disabled: 'NO_SESSION' }),
  ),
  getOwnCovered: about(newCovered, ({ actor }) => op.getOwnCovered(actor), ownerOnly('sees', 'ok')),
  answerQuestionnaire: about(
    newCovered,
    ({ actor, world }, { person }) => op.answerQuestionnaire(proved(world, actor), person, nothingToDisclose),
    asOwner,
  ),
  confirmQuestionnaire: about(
    newCovered,
    ({ actor, world }, { person }) => op.confirmQuestionnaire(proved(world, actor), person, { version, typedName }),
    asOwner,
  ),
} satisfies Partial<Record<keyof typeof op, OperationDoor>>

const own = '/profile/covered-person'
const office = '/profile/admin/covered-persons'
const bySigning = ownerOnly('changes', '404', signInFirst)
const reason = mark

/** A form of the office about a covered person. */
const about1 = (
  intent: string,
  user: 'owner' | 'no one',
  fields: (made: Covered, world: World) => object | Promise<object>,
) =>
  form(`POST ${office}/:id covered_person.${intent}`, async world => {
    // What two people do needs a second one, who is none of the actors.
    await world.newPerson({ isAdmin: true })
    const made = await newCovered(world, user === 'owner', intent === 'decide')
    return { at: `${office}/${made.person}`, ...(await fields(made, world)) }
  })

/** Their pages, and what these ask for. */
export const coveredAddresses: AddressRow[] = [
  row(`GET ${own}`, ownerOnly('sees', '200', toSignIn), async world => {
    await newCovered(world)
    return { path: own }
  }),
  form(`POST ${own} covered_person.answer`, bySigning, async world => ({
    person: (await newCovered(world)).person,
    ...nothingToDisclose,
  })),
  form(`POST ${own} covered_person.confirm`, bySigning, async world => ({
    person: (await newCovered(world)).person,
    ...{ version, typedName },
  })),
  row(`GET ${office}`, administrators('sees', '403', toSignIn), async world => {
    await newCovered(world)
    return { path: office }
  }),
  row(`GET ${office}/:id`, administrators('sees', '403', toSignIn), async world => ({
    path: `${office}/${(await newCovered(world)).person}`,
  })),
  row('GET /profile/covered-persons.csv', administrators('sees', '403', toSignIn), async world => {
    await newCovered(world)
    return { path: '/profile/covered-persons.csv' }
  }),
  form(`POST ${office} covered_person.add`, () => ({
    name: `Added ${++entries}`,
    capacity: 'promoter',
    since,
    email: '',
  })),
  about1('end', 'owner', () => ({ endedOn: since, reason })),
  about1('decide', 'owner', ({ questionnaire }) => ({ questionnaire, finding: 'waiver', reason })),
  about1('record', 'no one', async (_, world) => ({ ...nothingToDisclose, ...(await filed(world)) })),
  about1('record_confirmation', 'no one', async (_, world) => ({ version, ...(await filed(world)) })),
]

async function filed({ portal, people }: World): Promise<{ document: string; signedOn: string; typedName: string }> {
  const { id: document } = await givenDocument(portal, people.administrator)
  await portal.owner.query("update documents set file_type = 'pdf' where id = $1", [document])
  return { document, signedOn: fundDay(), typedName }
}

const denied = everyone('denied')
const rowsOf = (
  owners: string,
  change: [string, Gets],
  add: [string, Gets],
  read = ownerAndAdministrators('rows', 'none'),
) => ({
  ...{ owners, read, change, add },
  remove: denied,
})

/** Their tables, see `tableDoors`. */
export const coveredTableDoors = {
  covered_persons: rowsOf(
    "id = '$covered'",
    ["ended_on = app.fund_day(), end_reason = 'x'", administrators('rows', 'none')],
    [
      "(id, name, capacity, since, added_by) values (gen_random_uuid(), 'x', 'promoter', app.fund_day(), '$owner')",
      denied,
    ],
  ),
  covered_questionnaires: rowsOf(
    "id = '$questionnaire'",
    ["finding = 'waiver', finding_reason = 'x'", administrators('denied', 'none')],
    [
      `(person_id, version, text, signed_on, typed_name, due_on, recorded_by)
      values ('$covered', 'x', 'x', app.fund_day(), 'x', app.fund_day() + 1, '$owner')`,
      denied,
    ],
  ),
  covered_reminders: rowsOf(
    "person_id = '$covered'",
    ["kind = 'soon'", denied],
    ["(person_id, due_on, kind) values ('$covered', app.fund_day(), 'soon')", denied],
    administrators('rows', 'none'),
  ),
}

/** Their functions, see `functionDoors`. */
export const coveredFunctionDoors: Record<string, { call: string; gets: Gets }> = {
  'app.is_covered_as': { call: "app.is_covered_as('$covered')", gets: ownerOnly('ok', 'nothing') },
  'app.covered_standing': {
    call: "exists (select from app.covered_standing() s where s.person_id = '$covered')",
    gets: ownerAndAdministrators('ok', 'nothing'),
  },
  'app.covered_problems': {
    call: '(select count(*) >= 0 from app.covered_problems())',
    gets: administrators('ok', 'denied'),
  },
  'app.register_allows_sale': { call: 'app.register_allows_sale() is not null', gets: everyone('ok') },
}

/** What the doors of the tables are about. */
export async function coveredRows(world: World): Promise<Record<string, string>> {
  const { person, questionnaire } = await newCovered(world, true, true)
  await world.portal.owner.query(
    "insert into covered_reminders (person_id, due_on, kind) values ($1, app.fund_day(), 'due')",
    [person],
  )
  return { $covered: person, $questionnaire: questionnaire }
}

let entries = 0
type Covered = { person: string; questionnaire: string }

/** A covered person who has signed a questionnaire: the owner, or someone outside. */
async function newCovered(world: World, isOwner = true, isPositive = false): Promise<Covered> {
  const { owner } = world.portal
  await consentToEsign(owner, world.owner)
  const by = world.people.administrator.id
  const { rows } = await owner.query(
    `insert into covered_persons (name, capacity, user_id, since, added_by) values ($1, 'promoter', $2, $3, $4) returning id`,
    [`${mark} ${++entries}`, isOwner ? world.owner.id : null, since, by],
  )
  const person = rows[0].id
  const today = fundDay()
  const signed = await owner.query(
    `insert into covered_questionnaires (person_id, version, text, events, details, signed_on, typed_name, due_on, recorded_by)
    values ($1, $2, $3, $4, $5, $6, $3, $7, $8) returning id`,
    [person, settings.version, mark, isPositive ? ['v'] : [], isPositive ? mark : null, today, addDays(today, 300), by],
  )
  return { person, questionnaire: signed.rows[0].id }
}
