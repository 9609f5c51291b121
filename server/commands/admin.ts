import pg from 'pg'
import { isEmailAddress } from '../../rules/email.ts'
import { startEmbedded } from '../database/embedded/embedded.ts'
import { prepareDatabase, settingsOf } from '../database/prepare.ts'
import {
  grantAdministrator,
  listAdministrators,
  revokeAdministrator,
  unlockAccount,
} from '../people/operator-actions.ts'
import { readOrCreateAuthSecret } from '../platform/auth-secret.ts'
import { readConfig } from '../platform/config.ts'
import { runOnce, StartError } from '../platform/lifecycle.ts'
import { createLog } from '../platform/log.ts'

const usage = `Usage:
  npm run admin -- grant EMAIL    make somebody an administrator
  npm run admin -- revoke EMAIL   take that away again
  npm run admin -- unlock EMAIL   open an account again that was locked by a report of its owner
  npm run admin -- list           show the administrators

It works while the site runs and while it does not.`

// The command's own words are its output; the database's start is worth telling only if it fails.
const quiet = createLog({ write: () => {} })

await runOnce(async closers => {
  const [verb = '', address = '', ...rest] = process.argv.slice(2)
  const email = address.trim().toLowerCase()
  const acts = { grant: grantAdministrator, revoke: revokeAdministrator, unlock: unlockAccount }
  const act = acts[verb as keyof typeof acts]
  const wantsAddress = act !== undefined
  if (!(wantsAddress || (verb === 'list' && !address)) || rest.length) throw new StartError(usage)
  if (wantsAddress && !isEmailAddress(email)) {
    throw new StartError(`${verb} needs an e-mail address, such as: npm run admin -- ${verb} name@example.com`)
  }
  const config = readConfig(process.env)
  if (verb === 'grant' && email === config.testLogin?.email) {
    throw new StartError(`${email} is TEST_LOGIN_EMAIL, which signs in without mail and is never an administrator.`)
  }

  let url = config.databaseUrl
  if (!url) {
    const embedded = await startEmbedded({ dataDir: config.dataDir, log: quiet })
    closers.add('the database', embedded.stop, 30)
    url = embedded.url
  }
  await prepareDatabase(url, config.authSecret ?? (await readOrCreateAuthSecret(config.dataDir)))
  const owner = new pg.Client(settingsOf(url))
  await owner.connect()
  closers.add('the connection', () => owner.end())

  if (verb === 'list') {
    const people = await listAdministrators(owner)
    for (const { email, full_name } of people) console.log(full_name ? `${email}  ${full_name}` : email)
    if (!people.length) console.log('There is no administrator yet: npm run admin -- grant EMAIL')
    return
  }
  const { done, sentence } = await act(owner, email)
  if (!done) throw new StartError(sentence)
  console.log(sentence)
})
