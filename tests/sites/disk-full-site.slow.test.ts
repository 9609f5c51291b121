import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newSignedInPerson } from '../helpers/api-person.ts'
import { eventually } from '../helpers/eventually.ts'
import { asOwner } from '../helpers/owner.ts'
import { startServer } from '../helpers/server.ts'
import { copyWithOwners, siteDataVariable } from '../helpers/site-data.ts'
import { canMount, mountSmallDisk } from '../helpers/small-disk.ts'

test.skipIf(!canMount)(
  'while the disk of the database is full the site says so and stays up; with room it goes on, and nothing is lost',
  async () => {
    await using disk = await mountSmallDisk({ size: '320m' })
    const { folder } = disk
    const prepared = process.env[siteDataVariable]
    if (prepared) await copyWithOwners([`${prepared}/.`], folder)
    const site = await startServer({}, { dataDir: folder })
    try {
      const { api } = await newSignedInPerson(site)
      const written: string[] = []
      const write = async () => {
        // The database compresses what repeats itself.
        const body = randomBytes(3600).toString('base64')
        const fields = { intent: 'conversation.start', formId: crypto.randomUUID(), subject: 'A question', body }
        const answer = await api.submitAt('/profile/messages/new', fields)
        if (answer.redirect) written.push(body)
        return answer
      }
      expect((await write()).redirect).toMatch(/^\/profile\/messages\//)

      await fill(join(folder, 'balloon'))
      const refused = await eventually('a refusal', async () => {
        await asOwner(site, 'delete from auth.limits').catch(() => {})
        const answer = await write()
        return answer.redirect ? undefined : answer
      })
      expect(refused.status).toBe(503)
      expect((await api.ask('/healthz')).status).toBe(200)

      await rm(join(folder, 'balloon'))
      await eventually('the site to go on', async () => (await write()).redirect)
      const { rows } = await asOwner(site, 'select body from conversation_messages')
      expect(rows.map(({ body }) => body).sort()).toEqual(expect.arrayContaining(written.sort()))
    } finally {
      await site.dispose()
    }
  },
)

/** Writes until the disk is full. */
async function fill(path: string): Promise<void> {
  const chunk = Buffer.alloc(1024 * 1024)
  async function* endless() {
    for (;;) yield chunk
  }
  await expect(writeFile(path, endless())).rejects.toMatchObject({ code: 'ENOSPC' })
}
