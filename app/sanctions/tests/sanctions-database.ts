import { randomUUID } from 'node:crypto'
import { administrators, everyone, type Gets } from '../../../tests/attacks/doors/actors.ts'
import { mark, type World } from '../../../tests/attacks/doors/world.ts'

const denied = everyone('denied')

/** The tables of the sanctions check, see `tableDoors`. */
export const sanctionsTableDoors = {
  sanctions_lists: {
    owners: "id = '$sanctionslist'",
    read: administrators('rows', 'none'),
    // It isn't in force.
    change: ['current_as_of = now()', administrators('denied', 'none')] as [string, Gets],
    remove: denied,
    add: [
      `(kind, published_on, filename, sha256, size_bytes, entry_count, alias_count, added_by)
      values ('consolidated', '2026-01-02', 'x', repeat('b', 64), 1, 1, 0, app.user_id())`,
      administrators('rows', 'denied'),
    ] as [string, Gets],
  },
  sanctions_entries: {
    owners: "list_id = '$sanctionslist'",
    read: administrators('rows', 'none'),
    change: ["name = 'x'", denied] as [string, Gets],
    remove: denied,
    // To a list that was uploaded before.
    add: ["(list_id, uid, kind, name) values ('$sanctionslist', '2', 'entity', 'x')", denied] as [string, Gets],
  },
  sanctions_checks: {
    owners: "list_id = '$sanctionslist'",
    read: administrators('rows', 'none'),
    change: ['hits = 0', denied] as [string, Gets],
    remove: denied,
    add: ["(list_id, source, user_id, name, hits) values ('$sanctionslist', 'member', '$owner', 'x', 0)", denied] as [
      string,
      Gets,
    ],
  },
  sanctions_hits: {
    owners: "id = '$sanctionshit'",
    read: administrators('rows', 'none'),
    // Two people decide.
    change: ["state = 'cleared', reason = 'x', decided_at = now()", administrators('denied', 'none')] as [string, Gets],
    remove: denied,
    add: [
      `(list_id, source, user_id, name, kind, uid, entry, entry_sha256, matched, score)
      values ('$sanctionslist', 'member', '$owner', 'x', 'sdn', '1', '{}', repeat('c', 64), 'x', 100)`,
      denied,
    ] as [string, Gets],
  },
}

/** Its functions, see `functionDoors`. */
export const sanctionsFunctionDoors: Record<string, { call: string; gets: Gets }> = {
  'app.sanctions_refusal': {
    call: "(select count(app.sanctions_refusal('$owner')) + 1)",
    gets: administrators('ok', 'denied'),
  },
  'app.count_unchecked_names': {
    call: 'app.count_unchecked_names() + 1',
    gets: administrators('ok', 'denied'),
  },
}

/** What the doors of the tables are about. */
export async function sanctionsRows(world: World): Promise<Record<string, string>> {
  const { list, hit } = await newHit(world)
  return { $sanctionslist: list, $sanctionshit: hit }
}

let lists = 0

/** A hit of the owner's name, on a list that isn't in force: nothing else is refused for it. */
export async function newHit({ portal: { owner }, owner: { id } }: World): Promise<{ list: string; hit: string }> {
  const [list, hit] = [randomUUID(), randomUUID()]
  await owner.query(
    `insert into sanctions_lists (id, kind, published_on, filename, sha256, size_bytes, entry_count, alias_count, added_by, superseded_at)
    values ($1, 'sdn', '2026-01-02', 'sdn.xml', lpad($2, 64, 'a'), 1, 1, 0, $3, now())`,
    [list, String(++lists), id],
  )
  const entry = {
    uid: '1',
    kind: 'individual',
    name: 'X',
    aliases: [],
    programs: [],
    births: [],
    places: [],
    remarks: '',
  }
  await owner.query("insert into sanctions_entries (list_id, uid, kind, name) values ($1, '1', 'individual', 'X')", [
    list,
  ])
  await owner.query(
    "insert into sanctions_checks (list_id, source, user_id, name, hits) values ($1, 'member', $2, $3, 1)",
    [list, id, mark],
  )
  await owner.query(
    `insert into sanctions_hits (id, list_id, source, user_id, name, kind, uid, entry, entry_sha256, matched, score)
    values ($1, $2, 'member', $3, $4, 'sdn', $5, $6, repeat('c', 64), 'X', 100)`,
    [hit, list, id, mark, String(lists), entry],
  )
  return { list, hit }
}
