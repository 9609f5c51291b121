import pg from 'pg'
import { expect } from 'vitest'
import { prepareLogin } from '../../server/database/logins.ts'
import { settingsOf } from '../../server/database/settings.ts'
import { test } from '../helpers/shared-portal.ts'

test('logins that are prepared at the same moment never block each other for good', async ({ portal }) => {
  const prepare = async (login: 'signIn' | 'jobs') => {
    const owner = new pg.Client(settingsOf(portal.ownerUrl))
    await owner.connect()
    for (let times = 0; times < 30; times++) await prepareLogin(owner, 'a secret of this test', login)
    await owner.end()
  }
  await expect(Promise.all([prepare('signIn'), prepare('jobs')])).resolves.toBeDefined()
})

// Another server's own settings decide who may connect.
test.skipIf(process.env.TEST_POSTGRES)(
  'the database that comes with the site lets no login in without its password',
  async ({ portal }) => {
    for (const login of Object.values(portal.access).filter(each => typeof each === 'object' && 'user' in each)) {
      for (const password of ['', 'wrong']) {
        const client = new pg.Client({ ...login, password })
        await expect(client.connect(), login.user).rejects.toThrow(/password/)
        await client.end().catch(() => {})
      }
    }
  },
)
