import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import pages from '../../app/routes.ts'
import { accessesRecorded } from '../helpers/accesses.ts'
import { eventually } from '../helpers/eventually.ts'
import { testOnPortal } from '../helpers/shared-portal.ts'
import type { ActorName } from './doors/actors.ts'
import { addressDoors } from './doors/addresses.ts'
import { httpDoors } from './doors/real-doors.ts'
import { newWorld, type World } from './doors/world.ts'

/** Every way by which the site sends a file, stored or made, and what each owes before and after its bytes. */

const test = testOnPortal({}, true).extend(
  'world',
  { scope: 'file' },
  async ({ portal }): Promise<World> => newWorld(portal),
)

interface Way {
  /** Who asks, of those who may. */
  as: ActorName
  /** Whether a session whose proof is old is refused. */
  proof: boolean
  /** The entry in the log that is there before the first byte. */
  entry?: string
  /** Whether each byte that was served has a row, and of what. */
  access?: 'document_id' | 'item_id' | 'delivery_id'
  /** Why something isn't owed. */
  because?: string
  /** The answer where a world of its own would be needed for a file: its story is told elsewhere. */
  told?: string
}

const exported = (entry: string): Way => ({ as: 'administrator', proof: true, entry })

const ways: Record<string, Way> = {
  'GET /files/:id': { as: 'administrator', proof: false, entry: 'file.opened', access: 'document_id' },
  'POST /files/zip': { as: 'administrator', proof: false, entry: 'archive.downloaded', access: 'document_id' },
  'GET /files/papers/:id': { as: 'administrator', proof: true, entry: 'papers.opened', access: 'item_id' },
  'GET /files/deliveries/:id/:n': {
    as: 'administrator',
    proof: false,
    entry: 'delivery.file_opened',
    access: 'delivery_id',
    because: 'not a tax document; one is refused in app/tax/tests/tax-documents.test.ts',
  },
  'GET /files/envelopes/:id': { as: 'owner', proof: false, entry: 'file.opened', access: 'document_id' },
  'GET /files/everything': { as: 'owner', proof: true, entry: 'data.exported', access: 'document_id' },
  'GET /calendar/:file': {
    as: 'anonymous',
    proof: false,
    because: 'a program asks every hour; its address is a secret that its owner made with fresh proof and ends',
    told: 'app/calendar/tests/calendar.test.ts',
  },
  'GET /profile/notes/payments.csv': {
    as: 'owner',
    proof: false,
    entry: 'payments.exported',
    because: 'their own payments',
  },
  'GET /profile/accreditation/:id/letter.pdf': {
    as: 'owner',
    proof: false,
    because: 'an empty letter, for whose it is',
  },
  'GET /profile/signing/sample/:id': { as: 'owner', proof: false, because: 'a sample without real numbers' },
  'GET /profile/tax/sample/:id': { as: 'owner', proof: false, because: 'a sample without real numbers' },
  'GET /profile/accreditation.zip': exported('accreditation.binder'),
  'GET /profile/register/:file': exported('register.exported'),
  'GET /profile/tax/notice/:id': exported('tax.notice_opened'),
  'GET /profile/tax/iris/:id': exported('tax.iris_exported'),
  'GET /profile/tin-matching.txt': {
    ...exported('tax.matching_exported'),
    told: 'app/tax/tests/tax-profile.test.ts',
  },
  'GET /profile/people.csv': exported('people.exported'),
  'GET /profile/access.csv': exported('access.exported'),
  'GET /profile/covered-persons.csv': exported('covered_person.exported'),
  'GET /profile/documents.csv': exported('documents.exported'),
  'GET /profile/bulk.csv': exported('papers.exported'),
  'GET /profile/deliveries.csv': exported('delivery.exported'),
  'GET /profile/admin/audit/export': exported('audit.exported'),
  'GET /profile/inbox.csv': exported('inbox.exported'),
}

/** Addresses of the server itself that send no file. */
const otherDoors = [
  'GET /healthz',
  'GET /readyz',
  'POST /unsubscribe',
  'GET /unsubscribe',
  'ALL /uploads',
  'ALL /uploads/:id',
  'GET /events',
  'GET /api/session',
  'POST /api/session',
  'POST /api/sign-out',
]

const sources = ['app', 'server'].flatMap(folder =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name) && !name.includes('/tests/'))
    .map(name => join(folder, name))
    .map(name => ({ name, text: readFileSync(name, 'utf8') })),
)
const modulesWith = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ name }) => name)

/** Of the pages' routes, those whose module sends a file. */
function fileRoutes(routes: readonly (typeof pages)[number][] = pages, above = ''): string[] {
  return routes.flatMap(({ path = '', file, children = [] }) => {
    const address = path ? `${above}/${path}` : above
    const sends = /from '[./\w-]*(?:csv-response|save-csv|sample-response)\.ts'/.test(
      readFileSync(join('app', file), 'utf8'),
    )
    return [...(sends ? [`GET ${address}`] : []), ...fileRoutes(children as typeof pages, address)]
  })
}

test('the list names every way to bytes, and no other', ({ portal }) => {
  const own = httpDoors(portal.config).map(({ method, path }) => `${method} ${path}`)
  const sent = own.filter(door => !otherDoors.includes(door))
  expect([...new Set([...sent, ...fileRoutes()])].toSorted()).toEqual(Object.keys(ways).toSorted())
})

test('stored bytes are read, and files answered, in these modules alone', () => {
  expect(modulesWith(/storage\(\)\.read\(/).toSorted()).toEqual([
    // Jobs, which send no one anything.
    'app/bulk-delivery/server/stored-bytes.ts',
    'app/deliveries/server/staged-texts.ts',
    // Archives, each of whose files goes through recordedInArchive.
    'app/downloads/server/serve-bytes.ts',
    'app/downloads/server/serve-zip.ts',
    'app/file-checks/server/check-file.ts',
    // A job, too.
    'app/runs/server/send-copies.ts',
  ])
  const readers = modulesWith(/\bopenStoredFile\(/)
  expect(readers.toSorted()).toEqual([
    'app/accreditation/server/binder.ts',
    // Looks for numbers in evidence, and sends no one anything.
    'app/accreditation/server/search-evidence.ts',
    'app/downloads/server/serve-zip.ts',
    'app/people/server/data-export.ts',
    // Reads what is sealed, and sends no one anything.
    'app/signing/server/original.ts',
  ])
  for (const name of readers.filter(each => !/search-evidence|signing\/server\/original/.test(each))) {
    expect(readFileSync(name, 'utf8'), name).toMatch(/recordedInArchive\(/)
  }
  const reads = modulesWith(/import \{[^}]*\bbytesOf\b[^}]*\} from '.*stored-bytes/)
  for (const name of reads) expect(name).toMatch(/^app\/bulk-delivery\/server\/(match|release|read)-/)
  // What a route answers with is made here, after what it owes.
  expect(modulesWith(/\bownDownload\(/).toSorted()).toEqual([
    'app/downloads/server/serve-bytes.ts',
    'server/http/send-download.ts',
  ])
  expect(modulesWith(/as Download\b|as MadeFile|as unknown as MadeFile/).toSorted()).toEqual([
    'app/shell/csv-response.ts',
    'server/http/made-file.ts',
    'server/http/send-download.ts',
  ])
  const answers = modulesWith(/new Response\((?!null)/).filter(name =>
    /^app\/(shell|[\w-]+\/(office|investor))\//.test(name),
  )
  expect(answers).toEqual(['app/shell/csv-response.ts'])
  expect(modulesWith(/Content-Disposition['"]?[:,]/).toSorted()).toEqual([
    'app/downloads/server/serve-bytes.ts',
    'app/shell/csv-response.ts',
    'app/signing/investor/sample-response.ts',
    // The calendar.
    'server/portal-routes.ts',
  ])
})

test('each made file declares its proof and its entry as the list does', () => {
  const declared = sources.flatMap(({ text }) =>
    [...text.matchAll(/madeFile\(\s*\{ proof: ([^,]+), entry: ('[\w.]+')/g)].map(([, proof, entry]) => ({
      entry: entry?.slice(1, -1),
      proof: proof === "'fresh'",
    })),
  )
  for (const { entry, proof } of declared) {
    const named = Object.values(ways).some(way => way.entry === entry && way.proof === proof)
    expect(named || entry === 'journal.downloaded', entry).toBe(true)
  }
  expect(declared.length).toBeGreaterThan(5)
})

test('each way asks for the proof that it owes, writes its entry, and records what it served', async ({
  portal,
  world,
}) => {
  const found: Record<string, unknown> = {}
  const expected: typeof found = {}
  for (const [door, way] of Object.entries(ways)) {
    if (way.told) continue
    const address = addressDoors.find(each => each.door === door)
    if (!address) throw new Error(`no door is named ${door}`)
    const { id } = world.people[way.as as keyof World['people']]
    const { path, body } = await address.send(world)
    const ask = async () => {
      const answer = await portal.fetch(path, {
        cookie: world.cookies[way.as],
        method: door.split(' ')[0],
        ...(body && { body: new URLSearchParams(body) }),
      })
      await answer.arrayBuffer()
      return answer
    }
    const entries = async () => {
      const { rows } = await portal.owner.query(
        'select array_agg(action order by id) as actions, max(id) as last from audit_log where actor_id = $1 and id > $2',
        [id, before.last],
      )
      return rows[0].actions ?? []
    }
    await portal.owner.query('delete from auth.limits')
    const { rows } = await portal.owner.query('select coalesce(max(id), 0) as last from audit_log')
    const before = { last: rows[0].last }
    await portal.owner.query("update auth.sessions set created_at = now() - interval '11 minutes' where user_id = $1", [
      id,
    ])
    const stale = await ask()
    const isRefused = stale.status === 403 || (stale.headers.get('location') ?? '').startsWith('/profile/proof?next=')
    const early = await entries()
    await portal.owner.query('update auth.sessions set created_at = now() where user_id = $1', [id])
    const answer = await ask()
    await accessesRecorded()
    const rowsOf = async () => {
      const { rows } = await portal.owner.query(
        `select distinct case when document_id is not null then 'document_id' when item_id is not null then 'item_id'
          when delivery_id is not null then 'delivery_id' end as of
        from file_accesses where user_id = $1 and ip is not null and session_id is not null and sent > 0 and begun_at > $2`,
        [id, started],
      )
      return rows.map(row => row.of)
    }
    const started = new Date(Date.now() - 60_000)
    const accesses = way.access
      ? await eventually(
          'the record of what was served',
          async () => (await rowsOf()).includes(way.access) && way.access,
        )
      : undefined
    found[door] = {
      proof: isRefused,
      early: way.proof ? early.filter((action: string) => action === way.entry) : [],
      status: answer.status,
      entry: way.entry && (await entries()).includes(way.entry) ? way.entry : undefined,
      access: accesses,
    }
    expected[door] = { proof: way.proof, early: [], status: 200, entry: way.entry, access: way.access }
  }
  expect(found).toEqual(expected)
})
