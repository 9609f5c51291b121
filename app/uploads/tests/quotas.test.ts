import { expect, vi } from 'vitest'
import { quota } from '../../../content/quota.ts'
import {
  guestBytes,
  guestDocuments,
  guestUploadsPerHour,
  uploadLimit,
  uploadsOfGuestsPerHour,
} from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { filesFrom } from '../../../server/sample/documents.ts'
import { storage } from '../../../server/storage/storage.ts'
import { rounds } from '../../../tests/helpers/lane.ts'
import { countedUses } from '../../../tests/helpers/owner.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { uploader } from '../../../tests/helpers/uploads.ts'
import { acceptPerson } from '../../people/server/account-access.ts'
import { getSpaceNote } from '../server/quota.ts'

const text = (n: number) => ({ filename: `note ${n}.txt`, content: `Note ${n}` })
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code

const guestTest = test
  .extend('guest', ({ portal, domain }) => portal.newPerson(`guest@${domain}`, { guest: true }))
  .extend('upload', async ({ portal, guest }) => uploader(portal, await portal.sessionOf(guest)))

/** Gives a person documents of a size, without their files. */
const fill = (portal: SharedPortal, { id }: Actor, documents: number, size = 100) =>
  portal.owner.query(filesFrom({ user_id: '$1::uuid', file_size: '$2' }, 'generate_series(1, $3::int) n'), [
    id,
    size,
    documents,
  ])

const documentsOf = async (portal: SharedPortal, id: string) =>
  (await portal.owner.query('select count(*)::int as n from documents where user_id = $1', [id])).rows[0].n

guestTest(
  'a guest’s 21st document is refused until an administrator accepts them',
  async ({ portal, guest, admin, upload }) => {
    for (let n = 0; n < guestDocuments; n++) expect((await upload.upload(text(n))).status).toBe(204)
    const refused = await upload.announce(text(21))
    expect(refused.status).toBe(413)
    expect(await codeOf(refused)).toBe('GUEST_DOCUMENTS')
    expect(await acceptPerson(admin, guest.id)).toBe(true)
    expect((await upload.upload(text(21))).status).toBe(204)
    expect(await documentsOf(portal, guest.id)).toBe(guestDocuments + 1)
  },
)

guestTest(
  'a guest has 200 MB, and an administrator may add more for them',
  async ({ portal, guest, admin, upload }) => {
    await fill(portal, guest, 3, uploadLimit)
    const large = { filename: 'large.txt', content: 'x', announced: uploadLimit }
    const last = await upload.announce(large)
    expect(last.status).toBe(201)
    // Uploads in progress count, until they are canceled.
    expect(await codeOf(await upload.announce(text(1)))).toBe('GUEST_SPACE')
    await upload.cancel(last.headers.get('location') ?? '')
    expect(await codeOf(await upload.announce({ ...large, announced: guestBytes }))).toBe('FILE_TOO_LARGE')
    expect((await upload.upload(text(2))).status).toBe(204)
    expect(await codeOf(await upload.announce(large))).toBe('GUEST_SPACE')
    const byAdmin = uploader(portal, await portal.sessionOf(admin))
    expect((await byAdmin.announce({ ...large, metadata: { userId: guest.id } })).status).toBe(201)
  },
)

guestTest(
  'guests together have a quota, however many accounts somebody has',
  async ({ portal, guest, investor, upload }) => {
    const another = await portal.newPerson(`another-${guest.email}`, { guest: true })
    const most = quota.gigabytesForGuests * 1024 ** 3
    await fill(portal, another, Math.ceil(most / uploadLimit), uploadLimit)
    try {
      const refused = await upload.announce(text(1))
      expect(refused.status).toBe(413)
      expect(await codeOf(refused)).toBe('GUESTS_FULL')
      expect((await uploader(portal, await portal.sessionOf(investor)).upload(text(1))).status).toBe(204)
      // Other people can't find out how much they store.
      const requested = await queryAs(portal, investor.id, 'select app.storage_of_guests() as bytes')
      expect(requested.rows).toEqual([{ bytes: 0 }])
    } finally {
      await portal.owner.query('delete from documents where user_id = $1', [another.id])
    }
    expect((await upload.upload(text(2))).status).toBe(204)
  },
)

guestTest('infected files, which are gone, take no room', async ({ portal, guest, upload }) => {
  await fill(portal, guest, guestDocuments)
  expect(await codeOf(await upload.announce(text(1)))).toBe('GUEST_DOCUMENTS')
  await portal.owner.query(
    "update documents set check_state = 'infected', checked_at = now(), check_result = 'Test' where user_id = $1",
    [guest.id],
  )
  expect((await upload.upload(text(2))).status).toBe(204)
})

guestTest('many documents at once make 20, and slower ones no more', async ({ portal, guest, upload }) => {
  const all = await Promise.all(Array.from({ length: rounds(40, 130) }, (_, n) => upload.upload(text(n))))
  const answers = Object.entries(Object.groupBy(all, ({ status }) => status)).map(([status, of]) => [
    status,
    of?.length,
  ])
  expect(answers).toContainEqual(['204', guestDocuments])
  expect(await documentsOf(portal, guest.id)).toBe(guestDocuments)
  expect((await upload.announce(text(131))).status).toBe(413)
})

guestTest('a guest who adds and cancels all the time has to wait', async ({ upload }) => {
  for (let n = 0; n < guestUploadsPerHour; n++) {
    const begun = await upload.announce(text(n))
    expect(begun.status).toBe(201)
    await upload.cancel(begun.headers.get('location') ?? '')
  }
  const refused = await upload.announce(text(31))
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
  expect(await codeOf(refused)).toBe('GUEST_TOO_FAST')
})

guestTest('guests together begin so many uploads in an hour', async ({ portal, investor, upload }) => {
  await using _ = await countedUses(portal, 'uploads of guests', uploadsOfGuestsPerHour)
  const refused = await upload.announce(text(1))
  expect([refused.status, await codeOf(refused)]).toEqual([429, 'GUESTS_BUSY'])
  expect((await uploader(portal, await portal.sessionOf(investor)).upload(text(1))).status).toBe(204)
})

guestTest(
  'at its end an upload is refused where there is no more room, and nothing of it stays',
  async ({ portal, guest, upload }) => {
    const begun = await upload.announce(text(1))
    const location = begun.headers.get('location') ?? ''
    await fill(portal, guest, guestDocuments)
    const refused = await upload.send(location, text(1).content)
    expect(refused.status).toBe(413)
    expect(await codeOf(refused)).toBe('GUEST_DOCUMENTS')
    expect((await upload.look(location)).status).toBe(404)
    expect((await portal.owner.query('select from uploads where user_id = $1', [guest.id])).rowCount).toBe(0)
  },
)

guestTest('an accepted person’s quota is the one in content/', async ({ portal, investor }) => {
  const most = quota.gigabytesPerPerson * 1024 ** 3
  const person = uploader(portal, await portal.sessionOf(investor))
  expect(await getSpaceNote(investor)).toBeUndefined()
  await fill(portal, investor, Math.floor(most / uploadLimit), uploadLimit)
  expect(await codeOf(await person.announce({ filename: 'a.txt', content: 'a', announced: uploadLimit }))).toBe(
    'QUOTA_FULL',
  )
  expect(await getSpaceNote(investor)).toContain(`of ${quota.gigabytesPerPerson} GB`)
})

guestTest('a guest sees what is used once it is most of it', async ({ portal, guest }) => {
  await fill(portal, guest, 15)
  expect(await getSpaceNote(guest)).toBeUndefined()
  await portal.owner.query('delete from documents where user_id = $1', [guest.id])
  await fill(portal, guest, 16)
  expect(await getSpaceNote(guest)).toContain('16 of 20 documents')
})

guestTest('nothing is taken while the store has less than the configured free space', async ({ portal, investor }) => {
  const person = uploader(portal, await portal.sessionOf(investor))
  const floor = quota.gigabytesKeptFree * 1024 ** 3
  const begun = await person.announce(text(1))
  const location = begun.headers.get('location') ?? ''
  const free = vi.spyOn(storage(), 'freeSpace').mockResolvedValue(floor - 1)
  try {
    for (const refused of [await person.announce(text(2)), await person.send(location, text(1).content)]) {
      expect(refused.status).toBe(507)
      expect(await codeOf(refused)).toBe('STORE_FULL')
    }
    free.mockResolvedValue(floor + text(1).content.length)
    // The received part is still there.
    expect((await person.send(location, text(1).content)).status).toBe(204)
    free.mockResolvedValue(undefined)
    expect((await person.upload(text(3))).status).toBe(204)
  } finally {
    free.mockRestore()
  }
  expect(await storage().freeSpace()).toBeGreaterThan(0)
})
