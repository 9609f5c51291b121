import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { testSecret } from './cluster.ts'
import { eventually } from './eventually.ts'
import { slowOf } from './lane.ts'
import { type SharedPortal, testOnPortal } from './shared-portal.ts'
import { sha256, uploader } from './uploads.ts'

export const noteContent = Buffer.alloc(200_000, '%PDF-1.7 a note\n')
const half = 100_000

/** The portal of this process, and another process of the same site. */
interface Second extends AsyncDisposable {
  url: string
  child: ChildProcess
  dataDir: string
}

const host = fileURLToPath(new URL('../integration/portal-process.ts', import.meta.url))

async function startSecond({ ownerUrl, dataDir, config, mailbox }: SharedPortal): Promise<Second> {
  const env = {
    DATABASE_URL: ownerUrl,
    // With files in a store, processes share only that and the database.
    DATA_DIR: config.storage ? await mkdtemp(join(tmpdir(), 'promissory-second-')) : dataDir,
    ...(config.storage && 'folder' in config.storage && { STORAGE_URL: config.storage.folder }),
    AUTH_SECRET: testSecret,
    APP_URL: config.origin,
    SMTP_URL: mailbox.url,
    TRUST_PROXY: '1',
  }
  const child = spawn(process.execPath, [host, JSON.stringify(env)], { stdio: ['ignore', 'ignore', 'inherit', 'pipe'] })
  const ended = new Promise(resolve => child.once('exit', resolve))
  const url = await new Promise<string>((resolve, reject) => {
    child.stdio[3]?.once('data', text => resolve(String(text).trim()))
    ended.then(() => reject(new Error('the second process ended')))
  })
  return {
    url,
    child,
    dataDir: env.DATA_DIR,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
      if (config.storage) await rm(env.DATA_DIR, { recursive: true, force: true })
    },
  }
}

/** Makes requests like `portal.fetch`, to another process. */
function fetchFrom(url: string, portal: SharedPortal): SharedPortal['fetch'] {
  return (path, { cookie = '', ip: _, ...options } = {}) =>
    fetch(url + path, { ...options, headers: { ...(options.headers as object), cookie, origin: portal.config.origin } })
}

/** @returns the names of the remaining parts of an upload */
export async function bytesLeft({ config, dataDir }: SharedPortal, location: string): Promise<string[]> {
  const store = config.storage && 'folder' in config.storage ? config.storage.folder : dataDir
  const id = location.split('/').at(-1) ?? ''
  return (await readdir(join(store, 'uploads'))).filter(name => name.startsWith(id))
}

export async function announce(person: ReturnType<typeof uploader>): Promise<string> {
  return (await person.announce({ filename: 'Note.pdf', content: noteContent })).headers.get('location') ?? ''
}

/** Starts to send that many bytes of an upload, and leaves the request open. */
function beginToSend(url: string, location: string, cookie: string, origin: string, bytes: number, offset = 0) {
  const headers = {
    cookie,
    origin,
    'Tus-Resumable': '1.0.0',
    'Upload-Offset': String(offset),
    'Content-Type': 'application/offset+octet-stream',
    'Content-Length': noteContent.length - offset,
  }
  const sending: ClientRequest = request(url + location, { method: 'PATCH', headers })
  const answer = new Promise<{ status: number | undefined; offset: unknown }>(resolve => {
    sending.on('error', () => resolve({ status: 0, offset: undefined }))
    sending.on('response', response => {
      response.resume()
      resolve({ status: response.statusCode, offset: response.headers['upload-offset'] })
    })
  })
  sending.write(noteContent.subarray(offset, offset + bytes))
  return { sending, answer }
}

/**
 * Sends the rest of an upload like tus's clients: a request interrupted (204 or 423) or overtaken (409) by another one
 * resumes from the received bytes.
 * @returns the document's id
 */
function goOn(person: ReturnType<typeof uploader>, location: string, from: number): Promise<string> {
  let offset: number | undefined = from
  return eventually('the document', async () => {
    const answer: Response =
      offset === undefined
        ? await person.look(location)
        : await person.send(location, noteContent.subarray(offset), offset)
    expect(answer.status).toBeOneOf([200, 204, 409, 423])
    const arrived = answer.headers.get('upload-offset')
    offset = arrived === null ? undefined : Number(arrived)
    return answer.headers.get('upload-document-id')
  })
}

/** Waits until a process has received this much of an upload. */
function received(dataDir: string, location: string, bytes: number): Promise<unknown> {
  const id = location.split('/').at(-1) ?? ''
  return eventually('the bytes', async () => {
    const [name] = (await readdir(join(dataDir, 'uploads'))).filter(name => name.startsWith(id))
    return name !== undefined && (await stat(join(dataDir, 'uploads', name))).size === bytes
  })
}

/**
 * Defines the stories of uploads over several processes.
 * @param env environment variables of all of them
 * @returns `test` on a portal where `here` makes the investor's requests, and `there` makes them to another process
 */
export function testProcesses(env: Record<string, string>) {
  const test = testOnPortal(env)
    .extend('other', { scope: 'file' }, async ({ portal }, { onCleanup }): Promise<Second> => {
      const other = await startSecond(portal)
      onCleanup(() => other[Symbol.asyncDispose]())
      return other
    })
    .extend('cookie', ({ portal, investor }) => portal.sessionOf(investor))
    .extend('here', ({ portal, cookie }) => uploader(portal, cookie))
    .extend('there', ({ portal, other, cookie }) => uploader({ fetch: fetchFrom(other.url, portal) }, cookie))

  test('an upload goes on in another process, and both know its document', async ({ portal, here, there }) => {
    const location = await announce(here)
    expect((await here.send(location, noteContent.subarray(0, half))).status).toBe(204)
    expect((await there.look(location)).headers.get('upload-offset')).toBe(String(half))
    expect((await here.send(location, noteContent.subarray(half, half + 10_000), half)).status).toBe(204)
    const last = await there.send(location, noteContent.subarray(half + 10_000), half + 10_000)
    const id = last.headers.get('upload-document-id')
    expect([last.status, id]).toEqual([204, expect.stringMatching(/^[0-9a-f-]{36}$/)])
    expect((await here.look(location)).headers.get('upload-document-id')).toBe(id)
    const { rows } = await portal.owner.query('select sha256 from documents where id = $1', [id])
    expect(rows).toEqual([{ sha256: sha256(noteContent) }])
    expect(await bytesLeft(portal, location)).toEqual([])
  })

  test('a request lets go of its upload for one in another process', async ({ portal, cookie, other, here }) => {
    const location = await announce(here)
    const { answer } = beginToSend(portal.url, location, cookie, portal.config.origin, half)
    await received(portal.dataDir, location, half)
    const found = await fetchFrom(other.url, portal)(location, {
      method: 'HEAD',
      cookie,
      headers: { 'Tus-Resumable': '1.0.0' },
    })
    expect([found.status, found.headers.get('upload-offset')]).toEqual([200, String(half)])
    expect(await answer).toEqual({ status: 204, offset: String(half) })
  })

  test('a request that loses its lock with the database connection stops, and is continued', async ({
    portal,
    cookie,
    here,
  }) => {
    const location = await announce(here)
    const { answer } = beginToSend(portal.url, location, cookie, portal.config.origin, half)
    await received(portal.dataDir, location, half)
    await portal.owner.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'promissory locks' and datname = current_database()",
    )
    expect(await answer).toEqual({ status: 204, offset: String(half) })
    expect((await here.send(location, noteContent.subarray(half), half)).status).toBe(204)
  })

  test('simultaneous requests to two processes make one document', async ({ portal, here, there, investor }) => {
    const location = await announce(here)
    await here.send(location, noteContent.subarray(0, half))
    const ids = await Promise.all([goOn(here, location, half), goOn(there, location, half)])
    const { rows } = await portal.owner.query('select id, sha256 from documents where user_id = $1', [investor.id])
    expect(rows).toEqual([{ id: ids[0], sha256: sha256(noteContent) }])
    expect(ids[1]).toBe(ids[0])
  })

  // Results for files in the data folder also hold for those in a store.
  const slowInStore = env.STORAGE_URL ? slowOf(test) : test
  slowInStore(
    'a process that starts leaves alone what others receive; one that is killed gives its uploads back',
    async ({ portal, cookie, here }) => {
      const location = await announce(here)
      const { sending, answer } = beginToSend(portal.url, location, cookie, portal.config.origin, half)
      await received(portal.dataDir, location, half)
      await using third = await startSecond(portal)
      sending.end(noteContent.subarray(half))
      expect(await answer).toMatchObject({ status: 204, offset: String(noteContent.length) })

      const killed = await announce(here)
      await here.send(killed, noteContent.subarray(0, 1000))
      const { answer: none } = beginToSend(third.url, killed, cookie, portal.config.origin, half, 1000)
      await received(third.dataDir, killed, 1000 + half)
      third.child.kill('SIGKILL')
      expect(await none).toEqual({ status: 0, offset: undefined })
      // The lock's holder is gone, so nothing waits for it.
      const found = await here.look(killed)
      const offset = Number(found.headers.get('upload-offset'))
      expect(offset).toBe(portal.config.storage ? 1000 : 1000 + half)
      const last = await here.send(killed, noteContent.subarray(offset), offset)
      const { rows } = await portal.owner.query('select sha256 from documents where id = $1', [
        last.headers.get('upload-document-id'),
      ])
      expect(rows).toEqual([{ sha256: sha256(noteContent) }])
    },
  )
  return test
}
