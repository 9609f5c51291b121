import { parseArgs } from 'node:util'
import pg from 'pg'
import { rotateNumbers } from '../../app/holders/server/rotate-numbers.ts'
import { rotateSealKeys } from '../../app/sealing/server/rotate-seal-keys.ts'
import { rotateKeys } from '../../app/upkeep/server/rotate-keys.ts'
import { countSealed, sealFiles } from '../../app/upkeep/server/seal-files.ts'
import { countOf, grouped } from '../../rules/number.ts'
import { settingsOf } from '../database/settings.ts'
import { vaultRowsOf } from '../database/vault-rows.ts'
import { openDatabase } from '../open-database.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { runOnce } from '../platform/lifecycle.ts'
import { createLog } from '../platform/log.ts'
import { StartError } from '../platform/start-error.ts'
import { openStore } from '../storage/open-store.ts'
import { openKeyRing, openVault } from '../storage/open-vault.ts'
import { documentsPlace } from '../storage/storage.ts'
import { isKey, type Storage } from '../storage/storage-port.ts'
import type { KeyRing } from '../vault/key-ring.ts'
import { keyId } from '../vault/sealed-chunks.ts'
import usages from './usages.json' with { type: 'json' }

const usage = usages.vault.join('\n')

// The command's output is its own sentences; the database's start matters only if it fails.
const quiet = createLog({ write: () => {} })

/** What every verb works with. */
interface Vault {
  config: Config
  owner: pg.Client
  /** With the sealed files. */
  store: Storage
  keys: KeyRing
}

await runOnce(async closers => {
  const { verb, again } = readArguments()
  const config = readConfig(process.env)
  if (!config.vaultKeys) {
    throw new StartError(
      'VAULT_KEY is not set. Create a key with `openssl rand -base64 32`, keep it somewhere safe, and set VAULT_KEY to it for the site and for this command.',
    )
  }
  const { ownerUrl } = await openDatabase(config, closers, quiet)
  const owner = new pg.Client(settingsOf(ownerUrl))
  await owner.connect()
  closers.add('the connection', () => owner.end())
  const store = await openStore(documentsPlace(config), isKey)
  const rows = vaultRowsOf(owner)
  if (verb === 'status' && (await rows.state()).keys.length === 0) {
    console.log('No file is encrypted yet. The site encrypts new files once it is started with VAULT_KEY.')
    return
  }
  // Adds the first key, where there is none yet.
  await openVault(config.vaultKeys, store, rows)
  const keys = openKeyRing(config.vaultKeys, rows)
  const vault = { config, owner, store, keys }
  if (verb === 'status') await showStatus(vault)
  else if (verb === 'seal') await seal(vault, again)
  else await rotate(vault)
})

function readArguments(): { verb: string; again: boolean } {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { again: { type: 'boolean', default: false } },
    })
    const [verb = '', ...rest] = positionals
    const isKnown = ['status', 'seal', 'rotate'].includes(verb) && (verb === 'seal' || !values.again)
    if (isKnown && rest.length === 0) return { verb, again: values.again }
  } catch {
    // An unknown option.
  }
  throw new StartError(usage)
}

async function showStatus({ config, owner, store, keys }: Vault): Promise<void> {
  const { newest, older, plain } = await countSealed(store, keys)
  const { keys: rows, isAllSealed } = await vaultRowsOf(owner).state()
  const [first] = config.vaultKeys ?? []
  const behind = rows.filter(({ wrapped_by }) => first && !wrapped_by.equals(keyId(first))).length
  console.log(`Files encrypted with the newest key: ${grouped(newest)}`)
  console.log(`Files encrypted with older keys: ${grouped(older)}`)
  console.log(`Files not encrypted: ${grouped(plain)}`)
  console.log(`Keys: ${grouped(rows.length)}, wrapped with ${behind > 0 ? 'several keys in VAULT_KEY' : 'VAULT_KEY'}`)
  if (behind > 0) console.log('Run `npm run vault -- rotate` to wrap all with the first.')
  if (plain > 0 && isAllSealed)
    console.log('Plain files are not served: the site did not write them. Find out who did.')
  else if (plain > 0) console.log('Run `npm run vault -- seal` to encrypt them.')
}

async function seal({ owner, store, keys }: Vault, again: boolean): Promise<void> {
  const { sealed, left, removedKeys } = await sealFiles(owner, store, keys, { again })
  console.log(countOf(sealed, 'file was encrypted.', 'files were encrypted.'))
  if (removedKeys > 0)
    console.log(`${grouped(removedKeys)} older ${removedKeys === 1 ? 'key was' : 'keys were'} removed.`)
  for (const { key, reason } of left) console.log(`${key} was left as it is: ${reason}.`)
  if (left.length > 0) throw new StartError(`${grouped(left.length)} could not be encrypted.`)
}

async function rotate({ config, owner }: Vault): Promise<void> {
  // First: where a key is missing, nothing has changed yet.
  const numbers = await rotateNumbers(owner, config.vaultKeys ?? [])
  const seals = await rotateSealKeys(owner, config.vaultKeys ?? [])
  const changed = await rotateKeys(owner, config.vaultKeys ?? [])
  console.log('New files are encrypted with a new key within a minute.')
  if (numbers > 0) console.log(`${grouped(numbers)} account numbers were encrypted again.`)
  if (seals > 0) console.log('The seal’s key was encrypted again.')
  if (changed > 0 || numbers > 0 || seals > 0)
    console.log('All keys are wrapped with the first in VAULT_KEY. The others can be removed from it.')
}
