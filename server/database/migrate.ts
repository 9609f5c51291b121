import pg from 'pg'
import { accreditation } from '../../content/accreditation.ts'
import { agreement } from '../../content/agreement.ts'
import { coveredPersons } from '../../content/covered-persons.ts'
import { electronicRecords } from '../../content/electronic-records.ts'
import { timeZone } from '../../content/fund-time-zone.ts'
import { noteSettings } from '../../content/notes.ts'
import { sanctions } from '../../content/sanctions.ts'
import { signingHosts } from '../../content/signing.ts'
import { paymentWords } from '../../rules/payment-instructions.ts'
import { log } from '../platform/log.ts'
import { actorKey, keyBlocks } from './actor-token.ts'
import type { DatabaseAccess } from './connection.ts'
import { findLogin, type LoginName, prepareLogin } from './logins.ts'
import { findPooler, requireServerItself } from './pooler.ts'
import { settingsOf } from './settings.ts'
import { updateSchema } from './update-schema.ts'

/** Key of the advisory lock held while migrating; any number that every process shares. */
const migrationLock = 5_062_026

export interface MigrateOptions {
  prepareMore: (owner: pg.Client) => Promise<void>
  /** @throws StartError if the database must not be used */
  assertUsable?: (owner: pg.Client) => Promise<void>
  /** Days before the approvals of a new approver count; unchanged by default. */
  approverWaitDays?: number
  /** Whether administrators and approvers need a passkey; unchanged by default. */
  passkeysRequired?: boolean
  frontUrl?: string | undefined
}

/**
 * Migrates a database to this version and prepares the application's login roles. Safe at every start and from several
 * processes: one migrates, the others wait and find nothing to do.
 * @param ownerUrl connection string of a role that may create schemas and roles, to the server itself
 * @param secret AUTH_SECRET; passwords and the key that signs actors are derived from it, so that they needn't be
 * stored
 * @param options `prepareMore` runs as the owner after the migrations, `assertUsable` before them; `frontUrl` is the
 * application's connection string if not the server itself, such as a pooler
 * @returns the application's connections
 * @throws StartError if an address is unsuitable for its purpose
 */
export async function migrateDatabase(
  ownerUrl: string,
  secret: string,
  { prepareMore, assertUsable, approverWaitDays, passkeysRequired, frontUrl }: MigrateOptions,
): Promise<DatabaseAccess> {
  const settings = settingsOf(ownerUrl)
  const owner = new pg.Client({ ...settings, application_name: 'promissory start' })
  await owner.connect()
  try {
    await requireServerItself(owner, frontUrl !== undefined)
    await owner.query('select pg_advisory_lock($1)', [migrationLock])
    await assertUsable?.(owner)
    // A newer version has prepared more than this one; preparing again would revert that.
    const isNewer = await updateSchema(owner)
    if (!isNewer) await prepareMore(owner)
    const login = async (name: LoginName) => {
      const { user, password } = await (isNewer ? findLogin : prepareLogin)(owner, secret, name)
      return { ...settings, user, password }
    }
    const key = actorKey(secret)
    await writeActorKey(owner, key)
    await writeFund(owner, { approverWaitDays, passkeysRequired })
    const access = {
      pages: await login('pages'),
      signIn: await login('signIn'),
      jobs: await login('jobs'),
      actorKey: key,
    }
    return frontUrl ? { ...access, ...(await findPooler(owner, access.pages, frontUrl)) } : access
  } finally {
    await owner.end()
  }
}

/** Writes the fund's content and settings that the database uses in its own decisions: the columns of `app.fund`. */
async function writeFund(
  owner: pg.Client,
  { approverWaitDays, passkeysRequired }: Pick<MigrateOptions, 'approverWaitDays' | 'passkeysRequired'>,
): Promise<void> {
  const fund = {
    time_zone: timeZone,
    accreditation_reviewers: accreditation.reviewers,
    election_closes_days: noteSettings.maturity.closes,
    signing_hosts: signingHosts,
    payment_words: paymentWords,
    import_history_days: noteSettings.importHistoryDays,
    esign_version: electronicRecords.version,
    covered_persons_required: coveredPersons.requireCoveredPersons,
    sanctions_list_days: sanctions.longestAge,
    agreement_kinds: Object.keys(agreement.kinds),
    // Where the caller doesn't say, what it was stays.
    ...(approverWaitDays !== undefined && { decider_wait_days: approverWaitDays }),
    ...(passkeysRequired !== undefined && { passkeys_required: passkeysRequired }),
  }
  const columns = Object.keys(fund).join(', ')
  const values = Object.keys(fund).map((_, at) => `$${at + 1}`)
  const news = Object.keys(fund).map(column => `excluded.${column}`)
  await owner.query(
    `insert into app.fund (${columns}) values (${values}) on conflict (is_the_fund) do update
      set (${columns}) = row(${news}) where row(${columns.replaceAll(/\w+/g, 'fund.$&')}) is distinct from row(${news})`,
    Object.values(fund),
  )
}

/** Makes this key the current one. The previous one is accepted for one more hour. */
async function writeActorKey(owner: pg.Client, key: Buffer): Promise<void> {
  const { inner, outer } = keyBlocks(key)
  await owner.query(
    `insert into app.actor_keys (inner_block, outer_block) values ($1, $2)
    on conflict (inner_block) do update set retired_at = null`,
    [inner, outer],
  )
  const { rowCount } = await owner.query(
    'update app.actor_keys set retired_at = now() where inner_block <> $1 and retired_at is null',
    [inner],
  )
  if (rowCount) {
    log.warn(
      'AUTH_SECRET is another one than before, so everyone has to sign in again; all processes of the site need the same',
    )
  }
  await owner.query("delete from app.actor_keys where retired_at < now() - interval '1 hour'")
}
