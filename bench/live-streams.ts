import { readFile } from 'node:fs/promises'
import { Agent, type ClientRequest, request } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import { settingsOf } from '../server/database/settings.ts'
import { derivedSecret, openSeal } from '../server/platform/seal.ts'
import { filesFrom } from '../server/sample/documents.ts'
import { peopleFrom } from '../server/sample/people.ts'
import type { TestServer } from '../tests/helpers/server.ts'
import { newSession } from '../tests/helpers/sessions.ts'

/** An open page that listens for changes, and its reader's data for making changes. */
export interface LivePage {
  userId: string
  /** A document of theirs. */
  documentId: string
  cookie: string
  isAdministrator: boolean
  /** Called with the text of every event. */
  onEvent: (text: string) => void
  close(): void
}

/**
 * Opens as many streams of live updates: each with its own reader, session, document and network address. One in a
 * hundred is an administrator's and listens to everyone's documents.
 * @param server with TRUST_PROXY=1, as test servers have: limits apply to each reader's address
 * @returns the pages, once every stream has caught up
 */
export async function openStreams(server: TestServer, count: number): Promise<LivePage[]> {
  openSeal((await readFile(join(server.dataDir, 'auth-secret'), 'utf8')).trim())
  const secret = derivedSecret('sessions')
  const owner = new pg.Client(settingsOf(server.ownerUrl))
  await owner.connect()
  try {
    const readers: (Reader & { cookie: string })[] = []
    await owner.query('begin')
    for (const reader of await createReaders(owner, count)) {
      readers.push({ ...reader, cookie: (await newSession(owner, secret, reader.userId)).cookie })
    }
    await owner.query('commit')
    await owner.query('analyze documents; analyze auth.sessions')
    const pages: LivePage[] = []
    const waiting = readers.entries()
    // Sixteen at once, so that the benchmark doesn't measure itself.
    const openSome = async () => {
      for (const [index, reader] of waiting) pages.push(await openStream(server.url, reader, index))
    }
    await Promise.all(Array.from({ length: 16 }, openSome))
    return pages
  } finally {
    await owner.end()
  }
}

type Reader = Pick<LivePage, 'userId' | 'documentId' | 'isAdministrator'>

async function createReaders(owner: pg.Client, count: number): Promise<Reader[]> {
  const reader = { email: "'reader-' || gen_random_uuid() || '@example.com'", is_admin: 'n % 100 = 1' }
  const { rows } = await owner.query<Reader>(
    `${peopleFrom(reader, 'generate_series(1, $1) n', { n: 'n' })},
    added as (${filesFrom({ user_id: 'id', filename: "'Statement.pdf'", file_size: '90000' }, 'people')} returning id, user_id)
    select user_id as "userId", added.id as "documentId", is_admin as "isAdministrator"
    from added join people on people.id = added.user_id`,
    [count],
  )
  return rows
}

/** Opens one page's stream over its own connection. Resolves when the server tells it to catch up. */
function openStream(url: string, reader: Reader & { cookie: string }, index: number): Promise<LivePage> {
  const { cookie, userId, isAdministrator } = reader
  const headers = { cookie, 'x-forwarded-for': `10.77.${index >> 8}.${index & 255}`, accept: 'text/event-stream' }
  return new Promise((resolve, reject) => {
    const address = `${url}/events?user=${isAdministrator ? 'all' : userId}`
    const requested: ClientRequest = request(address, { agent: new Agent({ keepAlive: false }), headers }, answer => {
      if (answer.statusCode !== 200) return reject(new Error(`${address} returned ${answer.statusCode}`))
      const page: LivePage = { ...reader, onEvent: () => {}, close: () => requested.destroy() }
      answer.setEncoding('utf8').on('error', () => {})
      answer.once('data', () => {
        answer.on('data', text => page.onEvent(text))
        resolve(page)
      })
    })
    requested.on('error', reject)
    requested.end()
  })
}
