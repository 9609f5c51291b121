import { randomUUID } from 'node:crypto'
import * as op from '../../../server/operations.ts'
import {
  administrators,
  everyone,
  type Gets,
  ownerAndAdministrators,
  ownerOnly,
} from '../../../tests/attacks/doors/actors.ts'
import { about, type OperationDoor } from '../../../tests/attacks/doors/operation-door.ts'
import { mark, type World } from '../../../tests/attacks/doors/world.ts'
import { newHolderDocument } from '../../register/tests/register-doors.ts'

/** Statements: the office prepares them, two people release them, and members see what is released. */
export const statementDoors = {
  getStatementRuns: about(
    world => newRun(world, 'prepared'),
    ({ actor }) => op.getStatementRuns(actor),
    administrators('ok', 'FORBIDDEN', { exAdministrator: 'ok' }),
  ),
  getStatementRun: about(
    world => newRun(world, 'prepared'),
    ({ actor }, { run }) => op.getStatementRun(actor, run),
    administrators('sees', 'FORBIDDEN'),
  ),
  getOwnStatements: about(
    world => newRun(world, 'released'),
    ({ actor }) => op.getOwnStatements(actor),
    ownerOnly('sees', 'ok'),
  ),
  getHolderStatements: about(
    newHolderDocument,
    ({ actor }, { holder }) => op.getHolderStatements(actor, holder),
    administrators('ok', 'FORBIDDEN'),
  ),
  requestRun: {
    call: ({ actor }) => op.requestRun(actor, { run: 'statement annual' }),
    gets: administrators('STATEMENT_NOBODY', 'FORBIDDEN', { exAdministrator: 'FORBIDDEN' }),
  },
  requestRunFor: about(
    world => newRun(world, 'released'),
    ({ actor }, { run }) => op.requestRunFor(actor, run, { holder: 'H-0' }),
    administrators('HOLDER_GONE', 'FORBIDDEN', { exAdministrator: 'FORBIDDEN' }),
  ),
} satisfies Partial<Record<keyof typeof op, OperationDoor>>

const denied = everyone('denied')

/** The tables of statements, see `tableDoors`. */
export const statementTableDoors = {
  statement_runs: {
    owners: "id = '$run'",
    read: administrators('rows', 'none'),
    change: ["state = 'released'", administrators('denied', 'none')] as [string, Gets],
    remove: denied,
    add: [
      "(kind, rhythm, period_start, period_end) values ('statement', 'monthly', '2001-01-01', '2001-01-31')",
      administrators('rows', 'denied'),
    ] as [string, Gets],
  },
  statements: {
    owners: "id = '$releasedstatement'",
    read: ownerAndAdministrators('rows', 'none'),
    change: ['released_at = now()', everyone('none')] as [string, Gets],
    remove: denied,
    add: [
      `(run_id, kind, holder_id, period_start, period_end, user_id, file_stamp)
      values ('$run', 'statement', '$statementholder', '2001-01-01', '2001-01-31', '$guest', 1700000000000000)`,
      denied,
    ] as [string, Gets],
  },
}

/** What the doors of the tables are about. */
export async function statementRows(world: World): Promise<Record<string, string>> {
  const prepared = await newRun(world, 'prepared')
  const released = await newRun(world, 'released')
  return { $run: prepared.run, $releasedstatement: released.statement, $statementholder: released.holder }
}

let runs = 0

/** A statement of a holder of the owner's, in a run of its own. */
export async function newRun(
  world: World,
  state: 'prepared' | 'released',
): Promise<{ run: string; statement: string; holder: string }> {
  const { owner } = world.portal
  const { id: document, holder } = await newHolderDocument(world)
  const [run, statement] = [randomUUID(), randomUUID()]
  // Each of a year of its own, long ago.
  const end = `${1000 + ++runs}-12-31`
  await owner.query("update documents set category = 'Statements', unreleased = $2 where id = $1", [
    document,
    state === 'prepared',
  ])
  await owner.query(
    "insert into statement_runs (id, kind, rhythm, period_start, period_end, begun_at) values ($1, 'statement', 'annual', $2, $2, now() - interval '1 minute')",
    [run, end],
  )
  await owner.query(
    `insert into statements (id, run_id, kind, holder_id, period_start, period_end, user_id, file_stamp,
      opening_principal_cents, opening_interest_cents, activity_principal_cents, activity_interest_cents,
      closing_principal_cents, closing_interest_cents, accrued_cents, ledger_seq, sha256, document_id, csv_document_id,
      prepared_at)
    values ($1, $2, 'statement', $3, $4, $4, $5, 1700000000000000, 0, 0, 0, 0, 0, 0, 0, 0, repeat('a', 64), $6, $6, now())`,
    [statement, run, holder, end, world.owner.id, document],
  )
  await owner.query("update statement_runs set state = 'prepared' where id = $1", [run])
  if (state === 'released') {
    const approval = await newReleaseApproval(world, run)
    await owner.query('update statements set released_at = now() where id = $1', [statement])
    await owner.query(
      "update statement_runs set state = 'released', released_at = now(), released_by = $2, approval_id = $3 where id = $1",
      [run, approval.decidedBy, approval.id],
    )
  }
  return { run, statement, holder }
}

async function newReleaseApproval(world: World, run: string): Promise<{ id: string; decidedBy: string }> {
  const requester = await world.newPerson({ isAdmin: true })
  const decider = await world.newPerson({ isAdmin: true })
  const content = { title: mark, statements: 1, start: '2001-01-01', end: '2001-12-31', principal: '0', interest: '0' }
  const { rows } = await world.portal.owner.query(
    `insert into approvals (kind, subject_id, content, summary, asked_by)
    values ('statements.release', $1, $2, $3, $4) returning id`,
    [run, content, mark, requester.id],
  )
  return { id: rows[0].id, decidedBy: decider.id }
}
