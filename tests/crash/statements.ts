import { approval } from './register.ts'
import { submitUntilAnswered } from './submit.ts'
import { pause, readRows, readValue, unique, type World } from './world.ts'

interface Run {
  id: string
  state: 'preparing' | 'prepared'
  problem: string | null
}

const page = '/profile/admin/statements'

/**
 * Goes on with the run of statements that is open, or begins another one: of a rhythm with several holders, else the
 * correction of a statement that is released. Then one administrator asks for its release, and the other one approves.
 */
export async function releaseStatements(world: World, signal: AbortSignal): Promise<void> {
  const { ledger, random, administrator } = world
  const [open] = await openRuns(world)
  if (!open) return begin(world, signal)
  const path = `${page}/${open.id}`
  if (open.problem) ledger.problem(`the run ${open.id} has a problem: ${open.problem}`)
  // The queue prepares it.
  if (open.state === 'preparing') return pause()
  if (random.chance(0.2)) {
    const prepared = await readRows<{ id: string }>(
      world,
      'select unnest(array[document_id, csv_document_id]) as id from statements where run_id = $1',
      open.id,
    )
    ledger.discarded.push(...prepared.map(({ id }) => id))
    await submitUntilAnswered(world, signal, {
      api: administrator,
      path,
      fields: { intent: 'statements.prepare_again' },
    })
    return
  }
  const release = { api: administrator, path, fields: { intent: 'statements.release' } }
  const waiting = await readRows<{ id: string }>(
    world,
    "select id from approvals where kind = 'statements.release' and subject_id = $1 and decision is null",
    open.id,
  )
  if (waiting.length === 0 && !(await submitUntilAnswered(world, signal, release, 'APPROVAL_OPEN'))) return
  const id = await readValue(
    world,
    "select id from approvals where kind = 'statements.release' and subject_id = $1 and decision is null",
    open.id,
  )
  const run = ledger.written.find(({ text }) => text === open.id) ?? ledger.write('run', open.id)
  run.acknowledged = true
  const { form, again } = approval(world, id)
  if (await submitUntilAnswered(world, signal, form, again as 'APPROVAL_GONE')) run.state = 'released'
}

export function openRuns(world: World): Promise<Run[]> {
  return readRows<Run>(
    world,
    "select id, state, problem from statement_runs where state <> 'released' order by created_at limit 1",
  )
}

async function begin(world: World, signal: AbortSignal): Promise<void> {
  const api = world.administrator
  const [due] = await readRows<{ rhythm: string }>(
    world,
    `select h.statement_rhythm as rhythm from holders h join notes n on n.holder_id = h.id
    where n.state = 'current' and h.statement_rhythm not in (select rhythm from statement_runs)
    group by 1 having count(*) > 1 limit 1`,
  )
  if (due) {
    const fields = { intent: 'statements.prepare', run: `statement ${due.rhythm}` }
    await submitUntilAnswered(world, signal, { api, path: page, fields }, 'STATEMENT_RUN_EXISTS')
    return
  }
  const [wrong] = await readRows<{ id: string; run_id: string }>(
    world,
    `select s.id, s.run_id from statements s where released_at is not null
      and not exists (select from statement_runs r where r.corrects = s.id) order by random() limit 1`,
  )
  if (!wrong) return pause()
  const fields = { intent: 'statements.correct', statement: wrong.id, reason: unique('reason') }
  await submitUntilAnswered(world, signal, { api, path: `${page}/${wrong.run_id}`, fields }, 'STATEMENT_CORRECTED')
}
