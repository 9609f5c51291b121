import pg from 'pg'
import {
  grantAdministrator,
  grantApprover,
  listAdministrators,
  rescanFiles,
  resetPasskey,
  revokeAdministrator,
  revokeApprover,
  unlockAccount,
} from '../../app/people/server/operator-actions.ts'
import { asciiAddress } from '../../rules/ascii-address.ts'
import { isEmailAddress } from '../../rules/email.ts'
import { settingsOf } from '../database/settings.ts'
import { openDatabase } from '../open-database.ts'
import { readConfig } from '../platform/config.ts'
import { runOnce } from '../platform/lifecycle.ts'
import { createLog } from '../platform/log.ts'
import { openSeal } from '../platform/seal.ts'
import { StartError } from '../platform/start-error.ts'
import { sweep } from './sweep.ts'
import usages from './usages.json' with { type: 'json' }

const usage = usages.admin.join('\n')

// The command's output is its own sentences; the database's start matters only if it fails.
const quiet = createLog({ write: () => {} })

await runOnce(async closers => {
  const [verb = '', address = '', ...rest] = process.argv.slice(2)
  const email = asciiAddress(address.trim()).toLowerCase()
  const acts = {
    grant: grantAdministrator,
    revoke: revokeAdministrator,
    approver: grantApprover,
    'revoke-approver': revokeApprover,
    unlock: unlockAccount,
    'reset-passkey': resetPasskey,
  }
  const act = acts[verb as keyof typeof acts]
  const wantsAddress = act !== undefined
  const isDeleting = verb === 'sweep' && address === '--delete'
  if (wantsAddress && !address) {
    throw new StartError(`EMAIL is missing. Name it, as in npm run admin -- ${verb} name@example.com.\n\n${usage}`)
  }
  const isComplete = wantsAddress || (['list', 'rescan', 'sweep'].includes(verb) && (!address || isDeleting))
  if (!isComplete || rest.length) throw new StartError(usage)
  if (wantsAddress && !isEmailAddress(email)) {
    throw new StartError(`${verb} needs an e-mail address. For example: npm run admin -- ${verb} name@example.com`)
  }
  const config = readConfig(process.env)
  if (['grant', 'approver'].includes(verb) && email === config.testLogin?.email) {
    const right = verb === 'grant' ? 'administrator' : 'approver'
    throw new StartError(`${email} is TEST_LOGIN_EMAIL, the test sign-in, which cannot be an ${right}.`)
  }

  if (verb === 'rescan' && !config.clamd) throw new StartError('CLAMD_URL is not set, so there is no malware scanner.')

  // Only the database, not the portal: a site that is running processes its own queue and uploads.
  const { ownerUrl, access, secret } = await openDatabase(config, closers, quiet)
  openSeal(secret)
  const owner = new pg.Client(settingsOf(ownerUrl))
  await owner.connect()
  closers.add('the connection', () => owner.end())

  if (verb === 'sweep') return await sweep({ config, access, owner, closers }, isDeleting)
  if (verb === 'list') {
    const people = await listAdministrators(owner)
    for (const { email, full_name } of people) console.log(full_name ? `${email}  ${full_name}` : email)
    if (!people.length) console.log('There are no administrators yet. To add one: npm run admin -- grant EMAIL')
    return
  }
  const { done, sentence } = act ? await act(owner, email, config.origin) : await rescanFiles(owner)
  if (!done) throw new StartError(sentence)
  console.log(sentence)
})
