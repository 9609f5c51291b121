import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { settingsOf } from '../../server/database/settings.ts'
import type { SharedPortal } from './shared-portal.ts'

/** A database owned by a role that may only create roles, in the same cluster. */
export async function emptyDatabase(portal: SharedPortal) {
  const name = `copy_${randomBytes(6).toString('hex')}`
  const { rows } = await portal.owner.query("select rolname from pg_roles where rolname like 'app\\_%'")
  await portal.owner.query(`create role ${name} login createrole password '${name}'`)
  // First, because only logins that own a database may be members of these roles.
  await portal.owner.query(`create database ${name} owner ${name} template template0`)
  await portal.owner.query(`grant ${rows.map(({ rolname }) => rolname).join()} to ${name} with admin option`)
  const address = new URL(portal.ownerUrl)
  Object.assign(address, { username: name, password: name, pathname: `/${name}` })
  const url = address.href
  const owner = new pg.Client(settingsOf(url))
  await owner.connect()
  return {
    owner,
    url,
    async [Symbol.asyncDispose]() {
      await owner.end()
      await portal.owner.query(`drop database ${name} with (force)`)
      // A site started there has created its own logins.
      const { rows: logins } = await portal.owner.query(
        'select rolname from pg_roles where starts_with(rolname, $1) order by length(rolname) desc',
        [name],
      )
      for (const { rolname } of logins) await portal.owner.query(`drop role ${rolname}`)
    },
  }
}
