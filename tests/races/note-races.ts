import { setTimeout as pause } from 'node:timers/promises'
import { verifyLedger } from '../../app/ledger/server/verify-ledger.ts'
import { fundDay } from '../../server/platform/fund-day.ts'
import { PortalError } from '../../server/platform/portal-error.ts'
import { type Cast, type Scene, scenes } from './note-scenes.ts'

interface Options {
  repetitions: number
  /** Where to go on in the list of all pairs, from 0. */
  from?: number
  /** Receives a line about each pair, and each problem. */
  say: (line: string) => void
}

/**
 * By how many milliseconds the first is ahead of the second, or behind it, in the rounds of a pair: at once, then further
 * apart on either side.
 */
const leads = [0, 2, -2, 0, 5, -5, 0, 1, -1, 4, -4, 0, 3, -3, 6, -6]

/**
 * Lets two people act on the same note at the same moment, `repetitions` times for each pair of actions. What they are
 * told and what is stored must be as if one had come after the other, which is tried first; the ledger must balance after
 * every one, and its chain hold after all of a scene.
 * @returns a sentence for each result that is neither
 */
export async function raceNotes(cast: Cast, { repetitions, from = 0, say }: Options): Promise<string[]> {
  const problems: string[] = []
  let last = '0'
  let place = 0
  for (const [name, scene] of Object.entries(scenes)) {
    const actions = Object.keys(scene.actions)
    const pairs = actions.flatMap((first, i) => actions.slice(i + 1).map(second => [first, second] as const))
    for (const [first, second] of pairs) {
      if (place++ < from) continue
      // A proof of who someone is lasts ten minutes, all races take an hour.
      await cast.portal.owner.query('update auth.sessions set created_at = now()')
      const inTurn = async () => [await act(cast, scene, [first, second]), await act(cast, scene, [second, first])]
      let day = fundDay()
      let orders = await inTurn()
      const found = { first: 0, second: 0, either: 0 }
      const wrong: string[] = []
      for (let i = 0; i < repetitions; i++) {
        const lead = leads[i % leads.length] ?? 0
        let outcome = await act(cast, scene, [first, second], lead)
        // Notes are made for today: at midnight everything falls due a day later.
        while (day !== fundDay()) {
          day = fundDay()
          orders = await inTurn()
          outcome = await act(cast, scene, [first, second], lead)
        }
        const fits = orders.map(order => order === outcome)
        if (fits[0] && fits[1]) found.either++
        else if (fits[0]) found.first++
        else if (fits[1]) found.second++
        else wrong.push(`${outcome}, not ${orders.join(' nor ')}`)
        const books = await balance(cast, last)
        last = books.last
        wrong.push(...books.wrong)
      }
      const counts = `first: ${found.first}, second: ${found.second}, as if either: ${found.either}`
      say(`${wrong.length ? 'BROKEN' : 'ok    '} ${name}: ${first} + ${second}: ${counts}`)
      for (const problem of wrong) say(`       ${problem}`)
      problems.push(...wrong.map(problem => `${first} + ${second}: ${problem}`))
    }
    // It reads the whole ledger, which each round makes longer.
    const { findings } = await verifyLedger(cast.portal.owner)
    for (const finding of findings) say(`BROKEN ${name}: ${finding}`)
    problems.push(...findings)
  }
  return problems
}

/**
 * Makes a note and lets two actions happen to it.
 * @param lead milliseconds by which the first is ahead of the second, or behind it; one after the other without it
 * @returns what each was told, in the order of their names, and what is stored, as text
 */
async function act(cast: Cast, scene: Scene, names: readonly [string, string], lead?: number): Promise<string> {
  const ids = await scene.begin(cast)
  const answers: Record<string, string> = {}
  const run = async (name: string, after = 0) => {
    if (after > 0) await pause(after)
    answers[name] = await answerOf(() => scene.actions[name]?.(cast, ids))
  }
  if (lead === undefined) for (const name of names) await run(name)
  else await Promise.all([run(names[0], -lead), run(names[1], lead)])
  const told = Object.keys(answers)
    .toSorted()
    .map(name => `${name}: ${answers[name]}`)
  return JSON.stringify([...told, await stored(cast, ids)])
}

async function answerOf(work: () => unknown): Promise<string> {
  try {
    await work()
    return 'done'
  } catch (error) {
    if (!(error instanceof PortalError)) return String(error)
    return error.code
  }
}

/** @returns a reference without the note's number, as SQL */
const plainReference = (column: string) => `regexp_replace(${column}, ' LK-.*', '')`

/** What is stored of a note and its successor, and of a note that was imported, without ids and times. */
async function stored({ portal: { owner } }: Cast, { noteId, number }: Record<string, string>): Promise<unknown> {
  const { rows } = await owner.query(
    `with recursive line as (select id, 1 as place from notes where id = $1 or number = $2
        union all select n.id, place + 1 from notes n join line l on n.predecessor_id = l.id)
    select array(select concat_ws(' ', n.state, n.version, n.closed_on, n.next_due_on) from notes n join line using (id)
        order by place, 1) as notes,
      (select count(*) from holders where legal_name = $2) as holders,
      array(select concat_ws(' ', l.account, sum(l.debit_cents - l.credit_cents)) from ledger_lines l
        join line on line.id = l.note_id group by place, l.account order by place, l.account) as balances,
      array(select concat_ws(' ', e.kind, e.line_n, ${plainReference('e.reference')}) from ledger_entries e join line on line.id = e.note_id
        order by 1) as entries,
      array(select concat_ws(' ', a.kind, a.decision, ${plainReference(`a.content ->> 'reference'`)}) from approvals a
        where a.subject_id = $1 or a.content ->> 'noteId' = $1::text
        or a.subject_id in (select id from import_batches where content like '%' || $2 || '%') order by 1) as approvals,
      array(select concat_ws(' ', e.choice, e.superseded_at is not null) from elections e where e.note_id = $1 order by 1)
        as elections`,
    [noteId, number ?? null],
  )
  return rows[0]
}

/**
 * @param after the number of the last entry that was looked at before
 * @returns the number of the ledger's last entry, and a sentence where the debits of those since are not their credits, or
 *   one has no link in the chain
 */
async function balance({ portal: { owner } }: Cast, after: string): Promise<{ last: string; wrong: string[] }> {
  const { rows } = await owner.query(
    `select coalesce(max(e.seq), $1)::text as last, count(*) filter (where c.entry_id is null) as unchained,
      coalesce(sum(l.difference), 0)::text as difference
    from ledger_entries e left join ledger_chain c on c.entry_id = e.id
      left join lateral (select sum(debit_cents - credit_cents) as difference from ledger_lines where entry_id = e.id) l on true
    where e.seq > $1::bigint`,
    [after],
  )
  const [{ last, difference, unchained }] = rows
  const isRight = difference === '0' && Number(unchained) === 0
  return { last, wrong: isRight ? [] : [`off by ${difference} cents, ${unchained} unchained`] }
}
