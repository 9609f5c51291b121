import { randomUUID } from 'node:crypto'
import * as op from '../../../server/operations.ts'
import { administrators, everyone, type Gets } from '../../../tests/attacks/doors/actors.ts'
import { type AddressRow, at, form, row, signInFirst, toSignIn } from '../../../tests/attacks/doors/address-door.ts'
import { about, type OperationDoor } from '../../../tests/attacks/doors/operation-door.ts'
import { mark, type World } from '../../../tests/attacks/doors/world.ts'
import { newHolderDocument } from '../../register/tests/register-doors.ts'

const written = { subject: mark, text: 'Dear {holder}' }
type State = 'prepared' | 'released'

const ofRun = <Result>(
  state: State,
  call: (made: { actor: Parameters<typeof op.getLetterRun>[0] }, of: { run: string; letter: string }) => Result,
  gets: string,
) => about((world: World) => newLetterRun(world, state), call, administrators(gets, 'FORBIDDEN'))

/** Yearly letters: what the office does. */
export const letterDoors = {
  getLetterRun: ofRun('prepared', ({ actor }, { run }) => op.getLetterRun(actor, run), 'sees'),
  beginLetters: {
    call: ({ actor }) => op.beginLetters(actor, { year: '1999', ...written }),
    gets: administrators('LETTER_NOBODY', 'FORBIDDEN'),
  },
  // The ledger has nothing of its holder.
  requestLetterRelease: ofRun('prepared', ({ actor }, { run }) => op.requestLetterRelease(actor, run), 'LETTER_STALE'),
} satisfies Partial<Record<keyof typeof op, OperationDoor>>

const letters = '/profile/admin/letters'
const toRun = (intent: string, gets: string, state: State, fields: (letter: string) => object = () => ({})) =>
  form(`POST ${letters}/:id letters.${intent}`, administrators(gets, '403', signInFirst), async world => {
    const { run, letter } = await newLetterRun(world, state)
    return { at: `${letters}/${run}`, ...fields(letter) }
  })

/** Their pages, and what these ask for. */
export const letterAddresses: AddressRow[] = [
  at(`GET ${letters}`, administrators('200', '403', toSignIn)),
  row(`GET ${letters}/:id`, administrators('sees', '403', toSignIn), async world => ({
    path: `${letters}/${(await newLetterRun(world, 'prepared')).run}`,
  })),
  toRun('rewrite', 'changes', 'prepared', () => written),
  toRun('leave_out', 'changes', 'prepared', letter => ({ letter, reason: mark })),
  toRun('take_back', 'changes', 'prepared', letter => ({ letter })),
  toRun('recall', 'changes', 'released', () => ({ reason: mark })),
]

const denied = everyone('denied')

/** Their tables, and the view of the items of all runs, see `tableDoors`. */
export const letterTableDoors = {
  'app.run_items': {
    owners: "run_id = '$letterrun'",
    read: administrators('rows', 'none'),
    change: ["approval = 'x'", denied] as [string, Gets],
    remove: denied,
    add: ["(approval) values ('x')", denied] as [string, Gets],
  },
  letter_runs: {
    owners: "id = '$letterrun'",
    read: administrators('rows', 'none'),
    change: ["state = 'released'", administrators('denied', 'none')] as [string, Gets],
    remove: denied,
    add: ["(id, year, subject, text) values (gen_random_uuid(), 1901, 'x', 'x')", administrators('rows', 'denied')] as [
      string,
      Gets,
    ],
  },
  letters: {
    owners: "id = '$letter'",
    read: administrators('rows', 'none'),
    // Only while it is prepared again.
    change: ["left_out = 'x'", administrators('denied', 'none')] as [string, Gets],
    remove: denied,
    add: [
      `(run_id, holder_id, user_id, file_stamp)
      values ('$letterrun', '$statementholder', '$guest', 1700000000000000)`,
      denied,
    ] as [string, Gets],
  },
}

/** Their functions, see `functionDoors`. */
export const letterFunctionDoors: Record<string, { call: string; gets: Gets }> = {
  'app.hide_letters': { call: "app.hide_letters('$letterrun', 7)", gets: everyone('denied') },
  'app.run_readers': {
    call: "(select count(*) from app.run_readers('$letterrun'))",
    gets: administrators('ok', 'denied'),
  },
}

/** What the doors of the tables are about. */
export async function letterRows(world: World): Promise<Record<string, string>> {
  const { run, letter } = await newLetterRun(world, 'prepared')
  return { $letterrun: run, $letter: letter }
}

let runs = 0

/** A letter to a holder of the owner's, in a run of its own. */
export async function newLetterRun(world: World, state: State): Promise<{ run: string; letter: string }> {
  const { owner } = world.portal
  const { id: document, holder } = await newHolderDocument(world)
  const [run, letter] = [randomUUID(), randomUUID()]
  await owner.query("update documents set category = 'Statements', unreleased = $2 where id = $1", [
    document,
    state === 'prepared',
  ])
  // Each of a year of its own, long after.
  await owner.query(
    "insert into letter_runs (id, year, subject, text, begun_at) values ($1, $2, $3, 'x', now() - interval '1 minute')",
    [run, 2101 + (runs++ % 99), mark],
  )
  await owner.query(
    `insert into letters (id, run_id, holder_id, user_id, file_stamp, name, principal_cents, interest_cents, ledger_seq, sha256,
      document_id, prepared_at)
    values ($1, $2, $3, $4, 1700000000000000, $5, 0, 0, 0, repeat('a', 64), $6, now())`,
    [letter, run, holder, world.owner.id, mark, document],
  )
  await owner.query("update letter_runs set state = 'prepared' where id = $1", [run])
  if (state === 'released') {
    const [asker, decider] = [await world.newPerson({ isAdmin: true }), await world.newPerson({ isAdmin: true })]
    const { rows } = await owner.query(
      `insert into approvals (kind, subject_id, content, summary, asked_by)
      values ('letters.release', $1, $4, $2, $3) returning id`,
      [run, mark, asker.id, { title: mark, ...written, letters: 1, leftOut: 0, principal: '0', interest: '0' }],
    )
    await owner.query(
      "update letter_runs set state = 'released', released_at = now(), released_by = $2, approval_id = $3 where id = $1",
      [run, decider.id, rows[0].id],
    )
  }
  return { run, letter }
}
