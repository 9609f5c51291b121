import type pg from 'pg'
import parse from 'pg-connection-string'

/** @returns a connection string parsed for the driver */
export function settingsOf(url: string): pg.PoolConfig {
  return parse.toClientConfig(parse.parse(url)) as pg.PoolConfig
}
