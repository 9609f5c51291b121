import type pg from 'pg'
import parse from 'pg-connection-string'
import { StartError } from '../platform/start-error.ts'

/** Values of `sslmode` that promise less than the site requires. */
const lesserModes = /([?&]sslmode=)(allow|prefer|require|verify-ca)(?=&|$)/
/** libpq's word for the machine's authorities, which Node.js uses by default. */
const systemAuthorities = /(?<=[?&])sslrootcert=system(&|$)/

/**
 * Reads a connection string for the driver. Every `sslmode` that asks for TLS is taken as `verify-full`: the
 * certificate must be for this host, and signed by an authority that this machine knows or `sslrootcert` names. With
 * `verify-ca` the host may be any; `no-verify`, which libpq doesn't have, checks nothing.
 * @throws StartError if a file that it names can't be read
 */
export function settingsOf(url: string): pg.PoolConfig {
  const mode = lesserModes.exec(url)?.[2]
  const settings = parse.toClientConfig(
    readFiles(url.replace(systemAuthorities, '').replace(lesserModes, '$1verify-full')),
  )
  const { ssl } = settings as pg.PoolConfig
  if (mode === 'verify-ca' && typeof ssl === 'object') ssl.checkServerIdentity = () => undefined
  return settings as pg.PoolConfig
}

function readFiles(url: string): parse.ConnectionOptions {
  try {
    return parse.parse(url)
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    if (!path) throw error
    throw new StartError(
      `The file ${path}, which the address of the database names, cannot be read (${code}). Correct sslrootcert, sslcert and sslkey in it.`,
    )
  }
}
