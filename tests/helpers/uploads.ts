import { createHash } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type SharedPortal, test } from './shared-portal.ts'

const fixtures = new URL('../fixtures/files/', import.meta.url)

/** @returns the content of a file in `tests/fixtures/files` */
export function fixture(name: string): Promise<Buffer> {
  return readFile(new URL(name, fixtures))
}

export interface Sent {
  filename: string
  content: Buffer | string
  /** Additional metadata: userId, fundName, category. */
  metadata?: Record<string, string>
  /** Value of Upload-Length in bytes, if it should differ from the content. */
  announced?: number
}

/** Makes the single requests of a tus client, with the cookie of a person's browser. */
export function uploader(portal: Pick<SharedPortal, 'fetch'>, cookie: string) {
  const request = (path: string, method: string, headers: Record<string, string> = {}, body?: BodyInit) =>
    portal.fetch(path, { method, cookie, body, headers: { 'Tus-Resumable': '1.0.0', ...headers } })

  return {
    /** Creates an upload. The response's Location is its URL. */
    announce({ filename, content, metadata = {}, announced }: Sent): Promise<Response> {
      const values = Object.entries({ filename, ...metadata })
      return request('/uploads', 'POST', {
        'Upload-Length': String(announced ?? Buffer.byteLength(content)),
        'Upload-Metadata': values.map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`).join(','),
      })
    },
    send(location: string, content: Buffer | string, offset = 0): Promise<Response> {
      const headers = { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' }
      return request(location, 'PATCH', headers, typeof content === 'string' ? content : new Uint8Array(content))
    },
    look: (location: string) => request(location, 'HEAD'),
    cancel: (location: string) => request(location, 'DELETE'),
    /** Creates an upload and sends the content. Returns the last response: that of the creation if it failed. */
    async upload(sent: Sent): Promise<Response> {
      const announced = await this.announce(sent)
      if (announced.status !== 201) return announced
      return await this.send(announced.headers.get('location') ?? '', Buffer.from(sent.content))
    },
  }
}

/** All data of a portal about uploads and documents: all rows, and the paths of all files on disk. */
export async function storedState(portal: SharedPortal) {
  const list = async (folder: string) => {
    const entries = await readdir(join(portal.dataDir, folder), { recursive: true, withFileTypes: true })
    return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  }
  const rows = async (table: string) => (await portal.owner.query(`select * from ${table} order by created_at`)).rows
  return {
    documents: await rows('documents'),
    uploads: await rows('uploads'),
    stored: await list('files'),
    partial: await list('uploads'),
  }
}

export const emptyState = { documents: [], uploads: [], stored: [], partial: [] }

export function sha256(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Resembles a Windows program: its header, and bytes that no text contains. */
export const program = Buffer.concat([
  Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0', 'latin1'),
  Buffer.alloc(48),
  Buffer.from('\x0e\x1f\xba\x0e\0\xb4\x09\xcd\x21This program cannot be run in DOS mode.\r\r\n$', 'latin1'),
  Buffer.alloc(2000, 0xc3),
])

/**
 * `test` for uploads, on a portal without any documents or uploads, where `cookie` is the investor's session and `person`
 * makes their requests.
 */
export const uploadTest = test
  .extend('cookie', async ({ portal, investor }) => {
    await portal.owner.query('delete from documents; delete from uploads')
    for (const folder of ['files', 'uploads']) {
      for (const name of await readdir(join(portal.dataDir, folder))) {
        // The storage's own folder for incoming files stays.
        if (!name.startsWith('.')) await rm(join(portal.dataDir, folder, name), { recursive: true })
      }
    }
    return portal.sessionOf(investor)
  })
  .extend('person', ({ portal, cookie }) => uploader(portal, cookie))
