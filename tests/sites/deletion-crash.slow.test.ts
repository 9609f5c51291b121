import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newSignedInPerson } from '../helpers/api-person.ts'
import { eventually } from '../helpers/eventually.ts'
import { asOwner } from '../helpers/owner.ts'
import { startServer } from '../helpers/server.ts'

test('a site killed between a deletion and the removal of the file removes it after a restart', async () => {
  const site = await startServer()
  try {
    const investor = await newSignedInPerson(site)
    const admin = await newSignedInPerson(site, { isAdmin: true })
    const approved = await investor.api.upload({ filename: 'Approved.txt', content: Buffer.from('a note') })
    const forced = await investor.api.upload({ filename: 'Forced.txt', content: Buffer.from('a note') })
    const files = () => readdir(join(site.dataDir, 'files', investor.id))
    await investor.api.act('document.request_delete', approved)
    // Until the next start restores the permission, jobs can be added but not fetched.
    await asOwner(site, 'revoke update, delete on all tables in schema jobs from app_jobs')
    expect(await admin.api.act('document.approve_delete', approved)).toMatchObject({
      notice: 'Document deleted successfully',
    })
    expect(await admin.api.act('document.delete', forced)).toMatchObject({ notice: 'Document deleted successfully' })
    expect([await investor.api.documents(), (await files()).length]).toEqual([[], 2])
    await site.end('SIGKILL')
    await site.start()
    await eventually('both files to go', async () => (await files()).length === 0)
  } finally {
    await site.dispose()
  }
})
