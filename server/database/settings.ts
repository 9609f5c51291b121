import type pg from 'pg'
import parse from 'pg-connection-string'

/** @returns a connection string's parts as the driver takes them */
export function settingsOf(url: string): pg.PoolConfig {
  return parse.toClientConfig(parse.parse(url)) as pg.PoolConfig
}
